import { countOf } from '@/lib/count-of.ts';

/** Both count from 1, as Monaco does. */
export interface EditorPosition {
  lineNumber: number;
  column: number;
}

/** The position of an offset in UTF-16 units, in a text whose line endings are `\n`. */
export function editorPositionAt(text: string, offset: number): EditorPosition {
  const before = text.slice(0, offset).split('\n');
  return { lineNumber: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The offset of a position; beyond the end of a line or of the text, that end. */
export function offsetAt(text: string, { lineNumber, column }: EditorPosition): number {
  const lines = text.split('\n');
  const above = lines.slice(0, lineNumber - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return Math.min(above + Math.min(column - 1, lines[lineNumber - 1]?.length ?? 0), text.length);
}

/** A text box shows every line ending as `\n`. */
export function withPlainEndings(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Gives a text from a text box the line endings that the code had before. */
export function withEndingsOf(text: string, code: string): string {
  return code.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** `1 line`, `3 lines`: an empty text has one, as in the editor's gutter. */
export function lineCount(text: string): string {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return countOf(lines, 'line');
}
