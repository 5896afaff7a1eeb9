import { crossOrigin, crossOriginPlaces } from './html/cross-origin.js';
import { findLandmarks, type HtmlLandmarks } from './html/landmarks.js';
import { readAttributes, scanTags } from './html/scan-tags.js';
import type { Insertion } from './script/script-insertions.js';
import { lineStarts, placeAt, type TextPosition } from './text-position.js';

/** A project as one page, split at its styles, to detect when two versions differ only in `css`. */
export interface BuiltDocument {
  beforeCss: string;
  css: string;
  afterCss: string;
  /** The text of its import map, in `beforeCss`; empty where it has none. */
  importMap: string;
  /** Offset in `beforeCss` right behind the doctype, where markup goes that precedes everything else. */
  contentStart: number;
  positions: PagePositions;
}

/** Maps the text of a page to the panes it comes from. */
export interface PagePositions {
  beforeCss: HtmlPiece[];
  afterCss: HtmlPiece[];
  /** Source map mappings from the script to the JavaScript pane; null: lines are unchanged. */
  script: string | null;
  /** Texts that the engine inserted into the lines of scripts, by the script's name. */
  insertions: Readonly<Record<string, readonly Insertion[]>>;
}

/** A part of the HTML pane within a page: the offset at which it starts there, and where it starts in the pane. */
export interface HtmlPiece extends TextPosition {
  offset: number;
}

/** The parts of a page, with its code as browsers run it. */
export interface Page {
  html: string;
  css: string;
  js: string;
  isModule?: boolean;
  /** Its styles depend on the classes in it. */
  isStyledByClass?: boolean;
  /** Its HTML was compiled from another language: positions in it are not those of the pane. */
  isCompiledHtml?: boolean;
  /** May be opened from a folder or sent by any server, so the page itself must declare UTF-8. */
  isFile?: boolean;
  /** The text of its import map, without line ends and fit for markup. */
  importMap?: string;
  /** Markup without line ends that comes first in the head, behind the import map. */
  head?: string;
  /** Markup without line ends right before the script. */
  beforeScript?: string;
  /** Markup without line ends before `beforeScript`; added also where there is no script. */
  externalScripts?: string;
  /** Source map mappings from `js` to the JavaScript pane; null: lines are unchanged. */
  scriptMappings?: string | null;
  insertions?: PagePositions['insertions'];
}

/** The page as text, ready to be written into a frame. */
export function toHtml(document: BuiltDocument): string {
  return document.beforeCss + document.css + document.afterCss;
}

/** True if replacing the styles of one page gives the other. */
export function hasSameCode(one: BuiltDocument, other: BuiltDocument): boolean {
  return one.beforeCss === other.beforeCss && one.afterCss === other.afterCss;
}

/**
 * The offset, in UTF-16 units, at which a page can preload the modules of its packages before it reaches their imports:
 * behind its import map, at the element with its styles. Null where preloading could change the page's behaviour.
 */
export function preloadPlace(document: BuiltDocument): number | null {
  if (document.importMap === '' || decidesOnModules(toHtml(document))) return null;
  return document.beforeCss.lastIndexOf('<style ');
}

/** A policy or a second import map, perhaps behind the preloads, may block or redirect modules. */
function decidesOnModules(html: string): boolean {
  return /content-security-policy/i.test(html) || [...html.matchAll(/importmap/gi)].length > 1;
}

/** A style sheet in two parts, because browsers ignore an `@import` after a rule. */
export type Sheet = readonly [imports: string, rules: string];

/** The styles of a page by pane; a Vue component's belong to the JavaScript pane. Null: left out because of an error. */
export type PageStyles = Record<'js' | 'css', Sheet | null>;

/** Several style sheets as one, whose imports come before all rules. */
export function joinSheets(sheets: readonly (Sheet | null)[]): string {
  const parts = (index: 0 | 1) => sheets.flatMap((sheet) => sheet?.[index] || []);
  return parts(0).join('') + parts(1).join('\n');
}

/** The same page with other styles. */
export function withStyles(document: BuiltDocument, { js, css }: PageStyles): BuiltDocument {
  return { ...document, css: escapeStyle(joinSheets([js, css])) };
}

/** The attribute of the element with the project's styles, so that they can be replaced in place. */
export const styleMark = 'data-studio-css';

/** Its value where the styles depend on the classes in the page, which scripts may add while it runs. */
export const stylesByClass = 'by-class';

/** The file name for positions in the page itself. */
export const pageName = 'index.html';

/** The name under which browsers report positions in the JavaScript pane. */
export const scriptName = 'script.js';

/**
 * Puts a page together: its styles last in the head, its script last in the body, a doctype in any case.
 * A fragment is wrapped in a page; a whole page keeps its own tags. The text of the script starts right behind its
 * tag, and nothing that is added has line ends, so that line numbers are those of the editor.
 */
export function buildDocument(page: Page): BuiltDocument {
  const { html, css, importMap = '', isFile = false } = page;
  const head = importMapElement(importMap) + (page.head ?? '');
  const marks = findLandmarks(html);
  const isFragment =
    marks.afterHtmlStart < 0 && marks.afterHeadStart < 0 && marks.bodyStart < 0 && marks.afterDoctype < 0;
  const closer = marks.unclosed?.name ?? '';
  const places = isFile ? [] : crossOriginPlaces(html);
  const starts = page.isCompiledHtml ? null : lineStarts(html);
  // A server's reader drops a byte order mark; in a page that is written, it would come before the doctype as text.
  const from = html.startsWith('\uFEFF') ? 1 : 0;
  const before = new PageText(html, places, starts);
  const after = new PageText(html, places, starts);
  if (isFragment) {
    before.add(fragmentHead + head);
    after
      .add('</style></head><body>')
      .keep(from, html.length)
      .add(`${closer}${scriptElement(page)}</body></html>`);
  } else {
    const { headAt, styleAt, scriptAt } = placesOf(marks, from, html.length);
    if (marks.afterDoctype < 0) before.add(doctype);
    before
      .keep(from, headAt)
      .add(head || (isFile && !namesUtf8(html)) ? charset + head : '')
      .keep(headAt, styleAt);
    after.add('</style>').keep(styleAt, scriptAt);
    if (scriptAt === html.length) after.add(closer);
    // Without it, browsers would put the script into the head.
    if (!marks.hasBody) after.add('<body>');
    after.add(scriptElement(page)).keep(scriptAt, html.length);
  }
  before.add(`<style ${styleMark}${page.isStyledByClass ? `="${stylesByClass}"` : ''}>`);
  return {
    beforeCss: before.text,
    css: escapeStyle(css),
    afterCss: after.text,
    importMap,
    contentStart: marks.afterDoctype < 0 ? doctype.length : marks.afterDoctype - from,
    positions: {
      beforeCss: before.pieces,
      afterCss: after.pieces,
      script: page.scriptMappings ?? null,
      insertions: page.insertions ?? {},
    },
  };
}

/** Builds the text of a page from parts of the HTML pane and from added markup. */
class PageText {
  text = '';
  readonly pieces: HtmlPiece[] = [];
  readonly #html: string;
  readonly #crossOrigins: readonly number[];
  /** Where the lines of the pane start; null if positions in it are not those of the HTML. */
  readonly #starts: readonly number[] | null;

  constructor(html: string, crossOrigins: readonly number[], starts: readonly number[] | null) {
    this.#html = html;
    this.#crossOrigins = crossOrigins;
    this.#starts = starts;
  }

  add(markup: string): this {
    this.text += markup;
    return this;
  }

  /** Adds a part of the HTML pane, with `crossorigin` where that is missing. */
  keep(from: number, to: number): this {
    let at = from;
    for (const place of this.#crossOrigins) {
      if (place <= from || place >= to) continue;
      this.#copy(at, place).add(crossOrigin);
      at = place;
    }
    return this.#copy(at, to);
  }

  #copy(from: number, to: number): this {
    if (from < to && this.#starts)
      this.pieces.push({ offset: this.text.length, ...placeAt(this.#starts, from) });
    this.text += this.#html.slice(from, to);
    return this;
  }
}

const doctype = '<!doctype html>';
/** Comes early: browsers look for it only in the first kilobyte. */
const charset = '<meta charset="utf-8">';

/** Whether the page declares UTF-8 itself; only its first declaration of an encoding counts. */
function namesUtf8(html: string): boolean {
  for (const tag of scanTags(html)) {
    if (tag.kind !== 'start' || tag.name !== 'meta') continue;
    const attributes = readAttributes(html, tag);
    const [, named = ''] = /charset\s*=\s*["']?([\w-]+)/i.exec(attributes.get('content') ?? '') ?? [];
    const encoding = attributes.get('charset') ?? named;
    if (encoding !== '') return /^utf-?8$/i.test(encoding.trim());
  }
  return false;
}

const fragmentHead = `${doctype}<html><head>${charset}<meta name="viewport" content="width=device-width, initial-scale=1">`;

/** The offsets at which a whole page gets what comes first in its head, its styles and its script. */
function placesOf(marks: HtmlLandmarks, from: number, length: number) {
  const headAt = firstPlace(marks.afterHeadStart, marks.afterHtmlStart, marks.afterDoctype, from);
  const end = marks.bodyEnd < 0 ? length : marks.bodyEnd;
  const styleAt = Math.max(headAt, firstPlace(marks.headEnd, Math.min(end, marks.unclosed?.start ?? end)));
  return { headAt, styleAt, scriptAt: Math.max(styleAt, end) };
}

function firstPlace(...offsets: number[]): number {
  return offsets.find((offset) => offset >= 0) ?? -1;
}

function importMapElement(text: string): string {
  return text && `<script type="importmap">${text}</script>`;
}

function scriptElement({ js, isModule = false, beforeScript = '', externalScripts = '' }: Page): string {
  if (js.trim() === '') return externalScripts;
  const tag = isModule ? '<script type="module">' : '<script>';
  return `${externalScripts}${beforeScript}${tag}${escapeScript(js)}\n//# sourceURL=${scriptName}\n</script>`;
}

/**
 * Escapes the `s` of `</script>`, which would end the element, and of `<script` if there is a `<!--`, which together hide the
 * end of the element. `\u0073` is an `s` in strings, in regular expressions with any flags, and in names (`a<script.length`).
 * Only what a template's tag sees as written, as `String.raw` does, changes.
 */
export function escapeScript(js: string): string {
  const tag = js.includes('<!--') ? /<\/?s(?=cript)/gi : /<\/s(?=cript)/gi;
  return js.replace(tag, (start) => `${start.slice(0, -1)}\\u00${start.endsWith('s') ? '73' : '53'}`);
}

/** Escapes what would end the element. */
export function escapeStyle(css: string): string {
  return css.replace(/<\/(style)/gi, '<\\/$1');
}
