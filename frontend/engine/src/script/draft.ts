import type { Problem } from '../problem.js';
import { lineStarts, positionAt, type TextPosition } from '../text-position.js';

/** The JavaScript pane on its way to a script. */
export interface Draft {
  /** As it was written. */
  source: string;
  /** As it is now. */
  js: string;
  /** Styles that came with it. */
  css: string;
  /** The line of `source` for each line of `js`, 0 where none was written; null: they are the same. */
  lines: readonly number[] | null;
  problems: Problem[];
}

/** Where something at an offset of the text as it is now was written; `word` helps to find it within its line. */
export function writtenPosition({ source, js, lines }: Draft, offset: number, word = ''): TextPosition {
  const now = positionAt(js, offset);
  if (js === source) return now;
  const line = lines ? lines[now.line - 1] || 1 : now.line;
  const start = lineStarts(source)[line - 1] ?? 0;
  const text = source.slice(start).split(/[\r\n]/, 1)[0] ?? '';
  const column = (word ? text.indexOf(word) : -1) + 1;
  return { line, column: column || Math.min(now.column, text.length + 1) };
}

/** A problem of the JavaScript pane. */
export function scriptProblem(
  message: string,
  position: TextPosition,
  severity: Problem['severity'] = 'error',
): Problem {
  return { language: 'js', severity, message, line: position.line, column: position.column };
}
