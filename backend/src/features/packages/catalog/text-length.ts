/** Cache limit in characters, as `textLength` counts them. */
export const textInMemory = 16_000_000;

/** The size of a description for a cache: publishers choose how long it is. */
export function textLength(description: object): number {
  return JSON.stringify(description).length;
}
