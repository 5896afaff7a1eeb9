import { type BuiltDocument, scriptName } from './build-document.js';
import type { Insertion } from './script/script-insertions.js';
import { originOf, readMappings, type SourcePositions } from './script/source-positions.js';
import type { SourceLanguage } from './source.js';
import { lineStarts, type TextPosition } from './text-position.js';

/** A place in one of the panes. */
export interface SourcePosition extends TextPosition {
  language: SourceLanguage;
}

/** The file name for positions in the page itself. */
export const pageName = 'index.html';

/**
 * Maps a position that a browser reported to a pane. `document` must be the one that was written into the frame:
 * replacing styles in place later does not move reported positions. Null: in none of the panes.
 */
export function locate(document: BuiltDocument, file: string, reported: TextPosition): SourcePosition | null {
  const { script, insertions } = document.positions;
  const inline = inlineName.exec(file);
  const before = withoutInsertions(Object.hasOwn(insertions, file) ? (insertions[file] ?? []) : [], reported);
  if ('origin' in before) return { language: inline ? 'html' : 'js', ...before.origin };
  const { line, column } = before;
  if (file === scriptName) {
    const origin = script === null ? before : originOf(mappingsOf(document, script), before);
    return origin && { language: 'js', line: origin.line, column: Math.max(1, origin.column) };
  }
  if (inline) {
    const start = { line: Number(inline[1]), column: Number(inline[2]) };
    return {
      language: 'html',
      line: start.line + line - 1,
      column: Math.max(1, line === 1 ? start.column + column - 1 : column),
    };
  }
  return file === pageName ? locateInPage(document, line, column) : null;
}

const read = new WeakMap<BuiltDocument, SourcePositions>();

function mappingsOf(document: BuiltDocument, mappings: string): SourcePositions {
  const positions = read.get(document) ?? readMappings(mappings);
  read.set(document, positions);
  return positions;
}

/** The position without inserted texts in its line; within an inserted text, the origin of that. */
function withoutInsertions(
  insertions: readonly Insertion[],
  { line, column }: TextPosition,
): TextPosition | Pick<Insertion, 'origin'> {
  let shift = 0;
  for (const { origin, ...inserted } of insertions) {
    if (inserted.line !== line || inserted.column > column) continue;
    if (column < inserted.column + inserted.length) return { origin };
    shift += inserted.length;
  }
  return { line, column: column - shift };
}

/** The name of an inline script: the position in the HTML pane where its text starts, from which browsers count. */
export function inlineScriptName({ line, column }: TextPosition): string {
  return `${pageName}#${line}-${column}`;
}

const inlineName = /^index\.html#(\d+)-(\d+)$/;

function locateInPage(
  { beforeCss, css, afterCss, positions }: BuiltDocument,
  line: number,
  column: number,
): SourcePosition | null {
  const text = beforeCss + css + afterCss;
  const starts = lineStarts(text);
  const lineStart = starts[line - 1];
  if (lineStart === undefined) return null;
  const offset = lineStart + Math.max(1, column) - 1;
  const afterStyles = beforeCss.length + css.length;
  if (offset >= beforeCss.length && offset < afterStyles) return null;
  const pieces = [
    ...positions.beforeCss,
    ...positions.afterCss.map((piece) => ({ ...piece, offset: piece.offset + afterStyles })),
  ];
  const piece = pieces.findLast((each) => each.offset <= offset);
  if (!piece) return null;
  const linesDown = starts.filter((start) => start > piece.offset && start <= offset).length;
  return {
    language: 'html',
    line: piece.line + linesDown,
    column: linesDown === 0 ? piece.column + offset - piece.offset : offset - lineStart + 1,
  };
}
