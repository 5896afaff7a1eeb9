import type { Problem } from '../problem.js';
import { lineAt, lineStarts, type TextPosition } from '../text-position.js';

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

/** Tells where something at an offset of the text as it is now was written; `word` helps to find it within its line. */
export function locateIn({ source, js, lines }: Draft): (offset: number, word?: string) => TextPosition {
  const starts = lineStarts(js);
  const sourceStarts = js === source ? starts : lineStarts(source);
  return (offset, word = '') => {
    const lineNow = lineAt(starts, offset);
    const column = offset - (starts[lineNow - 1] ?? 0) + 1;
    if (js === source) return { line: lineNow, column };
    const line = lines ? lines[lineNow - 1] || 1 : lineNow;
    const text = source.slice(sourceStarts[line - 1], sourceStarts[line]).trimEnd();
    const found = (word ? text.indexOf(word) : -1) + 1;
    return { line, column: found || Math.min(column, text.length + 1) };
  };
}

/** A problem of the JavaScript pane. */
export function scriptProblem(
  message: string,
  position: TextPosition,
  severity: Problem['severity'] = 'error',
): Problem {
  return { language: 'js', severity, message, line: position.line, column: position.column };
}
