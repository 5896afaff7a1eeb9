import { type BuiltDocument, scriptName, toHtml } from './build-document.js';
import { elementTexts } from './html/scan-tags.js';
import { givenName, scriptLineEnd } from './script-lines.js';
import type { TextPosition } from './text-position.js';

/** A script of a page by its name, with its lines as JavaScript counts them. */
interface NamedScript {
  name: string;
  text: string;
  lines: readonly string[];
}

const known = new WeakMap<BuiltDocument, readonly NamedScript[]>();

/** What WebKit calls code that is in no function. */
const topLevel = /^(?:global|module) code$/;

/**
 * The name of the script at a position that WebKit reports: it passes over names, and counts each written script from
 * its start. Of several that have the position and the function's name, the project's own. Null: a handler in an
 * attribute, or none of the page's scripts.
 */
export function scriptAt(
  document: BuiltDocument,
  { line, column }: TextPosition,
  functionName: string,
): string | null {
  const scripts = known.get(document) ?? namedScripts(toHtml(document));
  known.set(document, scripts);
  const called = topLevel.test(functionName) ? '' : functionName;
  const withPlace = (beyond: number) =>
    scripts.findLast(
      ({ text, lines }) =>
        column <= (lines[line - 1]?.length ?? Number.NEGATIVE_INFINITY) + beyond && text.includes(called),
    );
  // Mostly it is the position of a bracket or a point behind a name, seldom the end of a line.
  return (withPlace(0) ?? withPlace(1))?.name ?? null;
}

function namedScripts(html: string): NamedScript[] {
  const scripts = elementTexts(html, 'script').flatMap((text) => {
    const name = [...text.matchAll(givenName)].at(-1)?.[1];
    return name === undefined ? [] : { name, text, lines: text.split(scriptLineEnd) };
  });
  return scripts.toSorted(
    (one, other) => Number(one.name === scriptName) - Number(other.name === scriptName),
  );
}
