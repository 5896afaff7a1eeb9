/** A place in a text; line and column count from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

/** Line ends as editors count them, without U+2028, which JavaScript also counts (`script-lines.ts`). */
const lineEnd = /\r\n|\r|\n/g;

/** The position of an offset in a text. */
export function positionAt(text: string, offset: number): TextPosition {
  let line = 1;
  let lineStart = 0;
  for (const { index, 0: end } of text.slice(0, offset).matchAll(lineEnd)) {
    line += 1;
    lineStart = index + end.length;
  }
  return { line, column: offset - lineStart + 1 };
}

/** The offsets at which the lines of a text start. */
export function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(lineEnd), ({ index, 0: end }) => index + end.length)];
}

/** The position of an offset, by the starts of all lines. */
export function placeAt(starts: readonly number[], offset: number): TextPosition {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The last of these, sorted by offset, that begins at the offset or before it. */
export function lastBefore<T extends { offset: number }>(
  sorted: readonly T[],
  offset: number,
): T | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as T).offset <= offset) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

/** The line ends of a text. */
export function onlyLineEnds(text: string): string {
  return text.match(lineEnd)?.join('') ?? '';
}
