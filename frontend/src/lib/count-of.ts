/** A number as English writes it, like all texts of the studio: `1,200`. */
export function numberText(value: number): string {
  return value.toLocaleString('en');
}

/** A number with its noun: `1 file`, `1,200 files`. `many`: an irregular plural. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
