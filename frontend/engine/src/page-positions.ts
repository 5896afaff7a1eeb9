import { type BuiltDocument, type HtmlPiece, pageName, scriptName, toHtml } from './build-document.js';
import { scanTags } from './html/scan-tags.js';
import { isFirefox, placeInScript } from './page-scripts.js';
import type { Insertion } from './script/script-insertions.js';
import { originOf, readMappings, type SourcePositions } from './script/source-positions.js';
import { type EditorPlace, editorPlaces } from './script-lines.js';
import type { SourceLanguage } from './source.js';
import { lastBefore, lineStarts, placeAt, type TextPosition } from './text-position.js';

/** A place in one of the panes. */
export interface SourcePosition extends TextPosition {
  language: SourceLanguage;
}

/**
 * Maps a position that a browser reported to a pane. `document` must be the one that was written into the frame:
 * replacing styles in place later does not move reported positions. Null: in none of the panes.
 */
export function locate(
  document: BuiltDocument,
  reportedFile: string,
  reportedPlace: TextPosition,
): SourcePosition | null {
  const { insertions } = document.positions;
  const { editorPlace, escapes, firstLine } = indexFor(document);
  const whole = { file: reportedFile, ...reportedPlace };
  const { file, ...reported } = isFirefox() ? placeInScript(document, whole) : whole;
  const inline = inlineName.exec(file);
  const inEditor = editorPlace(file, file === scriptName ? withinLine(firstLine, reported) : reported);
  const unescaped = file === scriptName ? withoutInsertions(escapes, inEditor) : inEditor;
  const before = withoutInsertions(
    Object.hasOwn(insertions, file) ? (insertions[file] ?? []) : [],
    'origin' in unescaped ? unescaped.origin : unescaped,
  );
  if ('origin' in before) return { language: inline ? 'html' : 'js', ...before.origin };
  const { line, column } = before;
  if (file === scriptName) {
    const { mappings } = indexFor(document);
    const origin = mappings === null ? before : originOf(mappings, before);
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

/** What positions in a page are read from: a page that prints without end has as many of them. */
interface PageIndex {
  mappings: SourcePositions | null;
  editorPlace: EditorPlace;
  /** What `escapeScript` has put into the script. */
  escapes: readonly Insertion[];
  firstLine: FirstLine;
  lineStarts: readonly number[];
  length: number;
  pieces: readonly HtmlPiece[];
}

const indexes = new WeakMap<BuiltDocument, PageIndex>();

function indexFor(document: BuiltDocument): PageIndex {
  const index = indexes.get(document) ?? readIndex(document);
  indexes.set(document, index);
  return index;
}

function readIndex(document: BuiltDocument): PageIndex {
  const { beforeCss, css, positions } = document;
  const afterStyles = beforeCss.length + css.length;
  const html = toHtml(document);
  const starts = lineStarts(html);
  const script = findScript(html);
  return {
    mappings: positions.script === null ? null : readMappings(positions.script),
    editorPlace: editorPlaces(html),
    escapes: findEscapes(script.text),
    firstLine: { before: placeAt(starts, script.start).column - 1, length: script.text.indexOf('\n') },
    lineStarts: starts,
    length: html.length,
    pieces: [
      ...positions.beforeCss,
      ...positions.afterCss.map((piece) => ({ ...piece, offset: piece.offset + afterStyles })),
    ],
  };
}

/** The text that `escapeScript` writes instead of an `s`; a script that was written so itself is rare. */
const escapedLetter = /(?<=<\/?)\\u00[57]3(?=cript)/gi;
/** By how much it is longer. */
const escapeLength = String.raw`\u0073`.length - 1;

/** The text of the project's script in the page, and its offset. */
function findScript(html: string): { text: string; start: number } {
  const name = `\n//# sourceURL=${scriptName}\n`;
  const tag = [...scanTags(html)].findLast(
    (tag) => tag.kind === 'start' && tag.name === 'script' && html.endsWith(name, tag.contentEnd),
  );
  return tag ? { text: html.slice(tag.end, tag.contentEnd), start: tag.end } : { text: '', start: 0 };
}

function findEscapes(script: string): Insertion[] {
  if (script.search(escapedLetter) < 0) return [];
  const starts = lineStarts(script);
  const escapes: Insertion[] = [];
  for (const { index } of script.matchAll(escapedLetter)) {
    const { line, column } = placeAt(starts, index);
    const last = escapes.at(-1);
    const shift = last?.line === line ? last.shift + escapeLength : 0;
    escapes.push({ line, column, length: escapeLength, shift, origin: { line, column: column - shift } });
  }
  return escapes;
}

/** The first line of the script: the column behind which it starts in the page, and its length. */
interface FirstLine {
  before: number;
  length: number;
}

/** Where a module does not have what the first line imports, Chromium counts from the start of that line in the page. */
function withinLine({ before, length }: FirstLine, { line, column }: TextPosition): TextPosition {
  const isBeyond = line === 1 && column > length + 1;
  return { line, column: isBeyond ? Math.max(1, column - before) : column };
}

/** The position without inserted texts in its line; within an inserted text, the origin of that. */
function withoutInsertions(
  insertions: readonly Insertion[],
  { line, column }: TextPosition,
): TextPosition | Pick<Insertion, 'origin'> {
  const last = lastInLine(insertions, { line, column });
  if (!last) return { line, column };
  if (column < last.column + last.length) return { origin: last.origin };
  return { line, column: column - last.shift - last.length };
}

/** The last text that was inserted into the line up to the column. */
function lastInLine(insertions: readonly Insertion[], { line, column }: TextPosition): Insertion | undefined {
  let [low, high] = [0, insertions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { line: insertedLine, column: insertedColumn } = insertions[middle] as Insertion;
    if (insertedLine < line || (insertedLine === line && insertedColumn <= column)) low = middle + 1;
    else high = middle;
  }
  const last = insertions[low - 1];
  return last?.line === line ? last : undefined;
}

/** The name of an inline script: the position in the HTML pane where its text starts, from which browsers count. */
export function inlineScriptName({ line, column }: TextPosition): string {
  return `${pageName}#${line}-${column}`;
}

const inlineName = /^index\.html#(\d+)-(\d+)$/;

function locateInPage(document: BuiltDocument, line: number, column: number): SourcePosition | null {
  const { lineStarts: starts, length, pieces } = indexFor(document);
  const lineStart = starts[line - 1];
  if (lineStart === undefined) return null;
  const isInLine = (offset: number) => offset >= lineStart && offset < (starts[line] ?? length + 1);
  const inLine = lineStart + Math.max(1, column) - 1;
  // Chromium counts the columns of handlers in attributes from the beginning of the page, and their lines not always.
  const offset = [column - 1, inLine].find(isInLine) ?? (line === 1 ? inLine : lineStart);
  const afterStyles = document.beforeCss.length + document.css.length;
  if (offset >= document.beforeCss.length && offset < afterStyles) return null;
  const piece = lastBefore(pieces, offset);
  if (!piece) return null;
  const place = placeAt(starts, offset);
  const linesDown = place.line - placeAt(starts, piece.offset).line;
  return {
    language: 'html',
    line: piece.line + linesDown,
    column: linesDown === 0 ? piece.column + offset - piece.offset : place.column,
  };
}
