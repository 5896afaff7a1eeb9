import type { Problem } from '../problem.js';
import { lineStarts, placeAt, type TextPosition } from '../text-position.js';

/** The JavaScript pane on its way to a script. */
export interface ScriptState {
  /** As it was written. */
  source: string;
  /** As it is now. */
  js: string;
  /** Styles that came with it; null where an error keeps them from being made. */
  css: string | null;
  /** The line of `source` for each line of `js`, 0 where none was written; null: they are the same. */
  lines: readonly number[] | null;
  /** A mistake keeps it from becoming a script. */
  isBroken: boolean;
  problems: Problem[];
}

/** Tells where something at an offset of the text as it is now was written; `word` helps to find it within its line. */
export function locateIn({
  source,
  js,
  lines,
}: ScriptState): (offset: number, word?: string) => TextPosition {
  const starts = lineStarts(js);
  const sourceStarts = js === source ? starts : lineStarts(source);
  return (offset, word = '') => {
    const now = placeAt(starts, offset);
    if (js === source) return now;
    const line = lines ? lines[now.line - 1] || 1 : now.line;
    const text = source.slice(sourceStarts[line - 1], sourceStarts[line]).trimEnd();
    const found = (word ? text.indexOf(word) : -1) + 1;
    return { line, column: found || Math.min(now.column, text.length + 1) };
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
