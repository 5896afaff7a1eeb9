import type { Program } from 'acorn';
import type { Problem } from '../problem.js';
import { lineStarts, placeAt, type TextPosition } from '../text-position.js';
import { originOf, readMappings, type SourcePositions } from './source-positions.js';

/** The JavaScript pane on its way to a script. */
export interface ScriptState {
  /** As it was written. */
  source: string;
  /** As it is now. */
  js: string;
  /** Styles that came with it; null where an error keeps them from being made. */
  css: string | null;
  /** From where `js` comes: the mappings of a source map; null: every line is where it was. */
  mappings: string | null;
  /** Null where it is nested too deeply for us to look into, or broken. */
  program: Program | null;
  isModule: boolean;
  /** A mistake keeps it from becoming a script. */
  isBroken: boolean;
  problems: Problem[];
}

/** A script of which nothing is known yet. */
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

/** Tells where something at an offset of the text as it is now was written; `word` helps to find it within its line. */
export function locateIn({
  source,
  js,
  mappings,
}: Pick<ScriptState, 'source' | 'js' | 'mappings'>): (offset: number, word?: string) => TextPosition {
  const starts = lineStarts(js);
  if (js === source) return (offset) => placeAt(starts, offset);
  // Most scripts are never asked, and those that are, often.
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
