/** A number with its noun: `1 file`, `1,200 files`. `many` where that is not the noun with an s. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
