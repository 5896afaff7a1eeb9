import { type BuiltDocument, pageName, scriptName, toHtml } from './build-document.js';
import { scanTags } from './html/scan-tags.js';
import { nameOfScript, scriptLineEnd } from './script-lines.js';
import { lineStarts, placeAt, type TextPosition } from './text-position.js';

/** A script of a page by its name, with its lines as JavaScript counts them. */
interface NamedScript {
  name: string;
  text: string;
  lines: readonly string[];
  /** The lines of the page in which it starts and ends. */
  start: number;
  end: number;
}

const known = new WeakMap<BuiltDocument, readonly NamedScript[]>();

/** The scripts of a page that have a name; the project's own comes last. */
function namedScripts(document: BuiltDocument): readonly NamedScript[] {
  const scripts = known.get(document) ?? findNamed(toHtml(document));
  known.set(document, scripts);
  return scripts;
}

function findNamed(html: string): NamedScript[] {
  const starts = lineStarts(html);
  const lineAt = (offset: number) => placeAt(starts, offset).line;
  const scripts = [...scanTags(html)].flatMap((tag) => {
    if (tag.kind !== 'start' || tag.name !== 'script') return [];
    const text = html.slice(tag.end, tag.contentEnd);
    const name = nameOfScript(text);
    if (name === undefined) return [];
    const lines = text.split(scriptLineEnd);
    return { name, text, lines, start: lineAt(tag.end), end: lineAt(tag.contentEnd) };
  });
  return scripts.toSorted(
    (one, other) => Number(one.name === scriptName) - Number(other.name === scriptName),
  );
}

/** A position in a script of the page. */
interface PlaceInScript extends TextPosition {
  /** The script's name, `unnamed` or the page's. */
  file: string;
}

/** Firefox counts the lines of a script from the start of the page, and one more where that is written. */
export const isFirefox = () => 'lineNumber' in new Error();

/** WebKit passes over the names of scripts: all have the page's address. */
export const isWebKit = () => 'sourceURL' in new Error();

/** What Firefox calls any script of a written page where the value thrown has no stack. */
const unnamed = 'injectedScript';

/** The position within its script for one that Firefox reports; in a script without a name, that in the page. */
export function placeInScript(document: BuiltDocument, reported: PlaceInScript): PlaceInScript {
  const { file, line, column } = reported;
  const script = namedScripts(document).findLast(
    ({ name, start, end }) => (file === name || file === unnamed) && line > start && line <= end + 1,
  );
  if (script) return { file: script.name, line: line - script.start, column };
  return file === pageName ? { file, line: line - 1, column } : reported;
}

/** What WebKit calls code that is in no function. */
const topLevel = /^(?:global|module) code$/;

/**
 * The name of the script at a position that WebKit reports, which counts each written script from its start. Of
 * several that have the position and the function's name, the project's own. Null: a handler in an attribute, or none
 * of the page's scripts.
 */
export function scriptAt(
  document: BuiltDocument,
  { line, column }: TextPosition,
  functionName: string,
): string | null {
  const called = topLevel.test(functionName) ? '' : functionName;
  const withPlace = (beyond: number) =>
    namedScripts(document).findLast(
      ({ text, lines }) =>
        column <= (lines[line - 1]?.length ?? Number.NEGATIVE_INFINITY) + beyond && text.includes(called),
    );
  // Mostly it is the position of a bracket or a point behind a name, seldom the end of a line.
  return (withPlace(0) ?? withPlace(1))?.name ?? null;
}
