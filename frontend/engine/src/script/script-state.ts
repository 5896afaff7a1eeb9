import type { Program } from 'acorn';
import type { Problem } from '../problem.js';
import { lineStarts, placeAt, type TextPosition } from '../text-position.js';
import { originOf, readMappings, type SourcePositions } from './source-positions.js';

/** The JavaScript pane between the steps of its compilation. */
export interface ScriptState {
  /** The original text. */
  source: string;
  /** The current text. */
  js: string;
  /** Styles of a Vue component; null if they have an error. */
  css: string | null;
  /** Source map mappings from `js` to `source`; null: lines are unchanged. */
  mappings: string | null;
  /** Null if it is broken, or nested too deeply to be parsed. */
  program: Program | null;
  isModule: boolean;
  /** It has a mistake and cannot be compiled. */
  isBroken: boolean;
  problems: Problem[];
}

/** The state before the first step. */
export function emptyState(source: string): ScriptState {
  return {
    source,
    js: '',
    css: '',
    mappings: null,
    program: null,
    isModule: false,
    isBroken: false,
    problems: [],
  };
}

/** Maps an offset of the current text to its original position; `word` helps to find it within its line. */
export function locateIn({
  source,
  js,
  mappings,
}: Pick<ScriptState, 'source' | 'js' | 'mappings'>): (offset: number, word?: string) => TextPosition {
  const starts = lineStarts(js);
  if (js === source) return (offset) => placeAt(starts, offset);
  // Decoded at the first call: most scripts need no positions, some need many.
  let positions: SourcePositions | null = null;
  const sourceStarts = lineStarts(source);
  return (offset, word = '') => {
    const now = placeAt(starts, offset);
    if (mappings !== null) positions ??= readMappings(mappings);
    const { line, column } = positions ? (originOf(positions, now) ?? { line: 1, column: 1 }) : now;
    const text = source.slice(sourceStarts[line - 1], sourceStarts[line]).trimEnd();
    const found = (word ? text.indexOf(word, positions ? column - 1 : 0) : -1) + 1;
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
