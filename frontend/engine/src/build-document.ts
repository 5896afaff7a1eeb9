import { findLandmarks } from './html-landmarks.js';
import type { Source } from './source.js';

/** A project as one page, cut at its styles: two that differ in `css` alone can be told from any others. */
export interface BuiltDocument {
  beforeCss: string;
  css: string;
  afterCss: string;
}

/** The page as text, ready to be written into a frame. */
export function toHtml(document: BuiltDocument): string {
  return document.beforeCss + document.css + document.afterCss;
}

/** True when replacing the styles turns one into the other. */
export function differsInCssOnly(one: BuiltDocument, other: BuiltDocument): boolean {
  return one.css !== other.css && one.beforeCss === other.beforeCss && one.afterCss === other.afterCss;
}

/** Marks the element that holds the project's styles, so that they can be replaced in place. */
export const styleMark = 'data-studio-css';

/** The name under which browsers report positions in the JavaScript pane. */
export const scriptName = 'script.js';

/**
 * Turns a project into a page: its styles last in the head, its script last in the body, a doctype in any case.
 * A fragment gets the page around it; a whole page keeps its own. The text of the script starts right behind its
 * tag, so that lines are the editor's.
 */
export function buildDocument(source: Source): BuiltDocument {
  const script = source.js.trim() === '' ? '' : scriptElement(source.js);
  const [before, after] = assemble(source.html, script);
  return {
    beforeCss: `${before}<style ${styleMark}>`,
    css: escapeStyle(source.css),
    afterCss: `</style>${after}`,
  };
}

/** The page with its script, cut where the styles go. */
function assemble(html: string, script: string): [before: string, after: string] {
  const page = findLandmarks(html);
  const isFragment =
    page.afterHtmlStart < 0 && page.afterHeadStart < 0 && page.bodyStart < 0 && !page.hasDoctype;
  if (isFragment) return [fragmentHead, `</head><body>${html}${script}</body></html>`];
  const doctype = page.hasDoctype ? '' : '<!doctype html>';
  const scriptAt = page.bodyEnd < 0 ? html.length : page.bodyEnd;
  const styleAt = firstPlace(
    page.headEnd,
    page.afterHeadStart,
    page.bodyStart,
    page.afterHtmlStart,
    scriptAt,
  );
  return [doctype + html.slice(0, styleAt), html.slice(styleAt, scriptAt) + script + html.slice(scriptAt)];
}

const fragmentHead =
  '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';

function firstPlace(...offsets: number[]): number {
  return offsets.find((offset) => offset >= 0) ?? -1;
}

function scriptElement(js: string): string {
  return `<script>${escapeScript(js)}\n//# sourceURL=${scriptName}\n</script>`;
}

/** Keeps a `</script>` inside a string from ending the element; the escape means the same to JavaScript. */
export function escapeScript(js: string): string {
  const closed = js.replace(/<\/(script)/gi, '<\\/$1');
  // `<!--` before `<script` makes the parser overlook the end of the element.
  return /<script/i.test(closed) ? closed.replaceAll('<!--', '<\\!--') : closed;
}

function escapeStyle(css: string): string {
  return css.replace(/<\/(style)/gi, '<\\/$1');
}

/** Puts markup before everything else of a page, behind its doctype, so that a script in it runs first. */
export function insertFirst(html: string, markup: string): string {
  const start = /^(?:\s|<!--[\s\S]*?-->)*<!doctype[^>]*>/i.exec(html)?.[0].length ?? 0;
  return html.slice(0, start) + markup + html.slice(start);
}
