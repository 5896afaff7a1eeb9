/** A number with its noun, for logs and the command line: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
