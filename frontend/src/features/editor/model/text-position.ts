/** Both count from 1, as Monaco does. */
export interface TextPosition {
  lineNumber: number;
  column: number;
}

/** The position of an offset in UTF-16 units, in a text whose line endings are `\n`. */
export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n');
  return { lineNumber: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
