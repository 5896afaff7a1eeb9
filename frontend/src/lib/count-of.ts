/** A number with its noun: `1 file`, `1,200 files`. `many`: an irregular plural. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
