import { scanTags } from './html/scan-tags.js';
import { givenName } from './script-lines.js';
import { lineStarts, placeAt, type TextPosition } from './text-position.js';

/** A position in a script of the page. Line and column count from 1. */
interface PlaceInScript extends TextPosition {
  /** The name of the script, or `unnamed`. */
  file: string;
}

/** True in Firefox, which counts the lines of a script from the start of the page, and one more if that is written. */
export const countsLinesFromPage = Object.hasOwn(new Error(), 'lineNumber');

/** What Firefox calls any script of a written page where the value thrown has no stack. */
const unnamed = 'injectedScript';

/** Finds the line within its script for a line that Firefox counts from the start of the page that was written. */
export function linesInScripts(html: string): (reported: PlaceInScript) => PlaceInScript {
  let scripts: ReturnType<typeof namedScripts> | undefined;
  return (reported) => {
    const { file, line, column } = reported;
    scripts ??= namedScripts(html);
    const script = scripts.findLast(
      ({ name, before, last }) => (file === name || file === unnamed) && line > before && line <= last + 1,
    );
    return script ? { file: script.name, line: line - script.before, column } : reported;
  };
}

/** The scripts with a name, with the lines of the page in which they start and end. */
function namedScripts(html: string) {
  const starts = lineStarts(html);
  const lineAt = (offset: number) => placeAt(starts, offset).line;
  return [...scanTags(html)].flatMap(({ kind, name, end, contentEnd }) => {
    if (kind !== 'start' || name !== 'script') return [];
    const given = [...html.slice(end, contentEnd).matchAll(givenName)].at(-1)?.[1];
    return given === undefined ? [] : { name: given, before: lineAt(end), last: lineAt(contentEnd) };
  });
}
