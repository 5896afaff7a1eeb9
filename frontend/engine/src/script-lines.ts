import { elementTexts } from './html/scan-tags.js';
import { lineStarts, placeAt, type TextPosition } from './text-position.js';

/** The line ends of JavaScript that editors do not count. */
const foreignLineEnd = /[\u2028\u2029]/;
/** The line ends of JavaScript. */
export const scriptLineEnd = /\r\n|[\n\r\u2028\u2029]/g;
const givenName = /\/\/# sourceURL=(\S+)/g;

/** The name by which browsers report positions in a script: the last that it gives itself. */
export function nameOfScript(text: string): string | undefined {
  return [...text.matchAll(givenName)].at(-1)?.[1];
}

/** Maps a position that a browser reports in a script of the page to the line and column that editors count. */
export type EditorPlace = (file: string, reported: TextPosition) => TextPosition;

/** By the text of the page that was written. */
export function editorPlaces(html: string): EditorPlace {
  if (!foreignLineEnd.test(html)) return (_file, reported) => reported;
  const scripts = new Map<string, { reported: number[]; editor: number[] }>();
  for (const text of elementTexts(html, 'script')) {
    if (!foreignLineEnd.test(text)) continue;
    const name = nameOfScript(text);
    const reported = [
      0,
      ...Array.from(text.matchAll(scriptLineEnd), ({ index, 0: end }) => index + end.length),
    ];
    if (name !== undefined) scripts.set(name, { reported, editor: lineStarts(text) });
  }
  return (file, place) => {
    const starts = scripts.get(file);
    const lineStart = starts?.reported[place.line - 1];
    return starts && lineStart !== undefined ? placeAt(starts.editor, lineStart + place.column - 1) : place;
  };
}
