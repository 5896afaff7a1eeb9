import { findLandmarks, type HtmlLandmarks } from './html/landmarks.js';
import { readAttributes, scanTags } from './html/scan-tags.js';
import type { Insertion } from './script/script-insertions.js';
import { positionAt, type TextPosition } from './text-position.js';

/** A project as one page, cut at its styles: two that differ in `css` alone can be told from any others. */
export interface BuiltDocument {
  beforeCss: string;
  css: string;
  afterCss: string;
  /** The text of its import map, in `beforeCss`; empty where it has none. */
  importMap: string;
  /** Right behind the doctype, in `beforeCss`: where markup stands that comes before everything else. */
  contentStart: number;
  positions: PagePositions;
}

/** What a page remembers of where its text comes from. */
export interface PagePositions {
  beforeCss: HtmlPiece[];
  afterCss: HtmlPiece[];
  /** From where in the JavaScript pane the script comes: the mappings of a source map; null: every line is where it was. */
  script: string | null;
  /** What stands in the lines of a script and was not written there, by the script's name. */
  insertions: Readonly<Record<string, readonly Insertion[]>>;
}

/** A part of the HTML pane within a page: the offset at which it starts there, and where it starts in the pane. */
export interface HtmlPiece extends TextPosition {
  offset: number;
}

/** What a page is made of, with its code as browsers take it. */
export interface Page {
  html: string;
  css: string;
  js: string;
  isModule?: boolean;
  /** Its styles depend on the classes in it. */
  isStyledByClass?: boolean;
  /** Its HTML was made from another language: places in it are not those of the pane. */
  isCompiledHtml?: boolean;
  /** Opened from a folder or sent by any server: the page itself has to say that it is UTF-8. */
  isFile?: boolean;
  /** The text of its import map, without line ends and fit for markup. */
  importMap?: string;
  /** Markup without line ends that comes first in the head, behind the import map. */
  head?: string;
  /** Markup without line ends right before the script. */
  beforeScript?: string;
  /** The same, also where there is no script. */
  externalScripts?: string;
  /** From where in the JavaScript pane `js` comes: the mappings of a source map; null: every line is where it was. */
  scriptMappings?: string | null;
  insertions?: PagePositions['insertions'];
}

/** The page as text, ready to be written into a frame. */
export function toHtml(document: BuiltDocument): string {
  return document.beforeCss + document.css + document.afterCss;
}

/** True when replacing the styles turns one into the other. */
export function differsInCssOnly(one: BuiltDocument, other: BuiltDocument): boolean {
  return one.css !== other.css && one.beforeCss === other.beforeCss && one.afterCss === other.afterCss;
}

/**
 * The offset, in UTF-16 units, at which a page can ask for the modules of its packages before it comes to their imports:
 * behind its import map, at the element with its styles. Null where that could change what the page does.
 */
export function preloadPlace(document: BuiltDocument): number | null {
  if (document.importMap === '' || decidesOnModules(toHtml(document))) return null;
  return document.beforeCss.lastIndexOf('<style ');
}

/** By a policy, or by another import map than its first: perhaps only behind the place where modules would be asked for. */
function decidesOnModules(html: string): boolean {
  return /content-security-policy/i.test(html) || [...html.matchAll(/importmap/gi)].length > 1;
}

/** A style sheet in two parts, since browsers ignore an `@import` behind a rule. */
export type Sheet = readonly [imports: string, rules: string];

/** The styles that the panes give a page, those of a Vue component by the JavaScript pane; null where an error keeps them out. */
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

/** Marks the element that holds the project's styles, so that they can be replaced in place. */
export const styleMark = 'data-studio-css';

/** The mark's value where the styles depend on the classes in the page: it may make others while it runs. */
export const stylesByClass = 'by-class';

/** The name under which browsers report positions in the JavaScript pane. */
export const scriptName = 'script.js';

/**
 * Puts a page together: its styles last in the head, its script last in the body, a doctype in any case.
 * A fragment gets the page around it; a whole page keeps its own. The text of the script starts right behind its
 * tag, and nothing that is added has line ends, so that lines are the editor's.
 */
export function buildDocument(page: Page): BuiltDocument {
  const { html, css, importMap = '', isFile = false } = page;
  const head = importMapElement(importMap) + (page.head ?? '');
  const marks = findLandmarks(html);
  const isFragment =
    marks.afterHtmlStart < 0 && marks.afterHeadStart < 0 && marks.bodyStart < 0 && marks.afterDoctype < 0;
  const script = (marks.unclosed?.name ?? '') + scriptElement(page);
  const before = new PageText(html, page.isCompiledHtml);
  const after = new PageText(html, page.isCompiledHtml);
  if (isFragment) {
    before.add(fragmentHead + head);
    after.add('</style></head><body>').keep(0, html.length).add(`${script}</body></html>`);
  } else {
    const { headAt, styleAt, scriptAt } = places(marks, html.length);
    if (marks.afterDoctype < 0) before.add(doctype);
    before
      .keep(0, headAt)
      .add(head || (isFile && !namesUtf8(html)) ? charset + head : '')
      .keep(headAt, styleAt);
    after.add('</style>').keep(styleAt, scriptAt);
    after.add(scriptAt === html.length ? script : scriptElement(page)).keep(scriptAt, html.length);
  }
  before.add(`<style ${styleMark}${page.isStyledByClass ? `="${stylesByClass}"` : ''}>`);
  return {
    beforeCss: before.text,
    css: escapeStyle(css),
    afterCss: after.text,
    importMap,
    contentStart: marks.afterDoctype < 0 ? doctype.length : marks.afterDoctype,
    positions: {
      beforeCss: before.pieces,
      afterCss: after.pieces,
      script: page.scriptMappings ?? null,
      insertions: page.insertions ?? {},
    },
  };
}

/** Text of a page that grows from parts of the HTML pane and from what is added to them. */
class PageText {
  text = '';
  readonly pieces: HtmlPiece[] = [];
  readonly #html: string;
  readonly #isCompiled: boolean;

  constructor(html: string, isCompiled = false) {
    this.#html = html;
    this.#isCompiled = isCompiled;
  }

  add(markup: string): this {
    this.text += markup;
    return this;
  }

  keep(from: number, to: number): this {
    if (from < to && !this.#isCompiled)
      this.pieces.push({ offset: this.text.length, ...positionAt(this.#html, from) });
    this.text += this.#html.slice(from, to);
    return this;
  }
}

const doctype = '<!doctype html>';
/** Our pages are UTF-8, and browsers look for that in the first kilobyte only. */
const charset = '<meta charset="utf-8">';

/** Whether that is what a page says itself: of all it says of its encoding the first counts. */
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

/** Where a whole page takes what comes first in its head, its styles and its script. */
function places(marks: HtmlLandmarks, length: number) {
  const headAt = firstPlace(marks.afterHeadStart, marks.afterHtmlStart, marks.afterDoctype, 0);
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

/** Keeps a `</script>` inside a string from ending the element; the escape means the same to JavaScript. */
export function escapeScript(js: string): string {
  const closed = js.replace(/<\/(script)/gi, '<\\/$1');
  // `<!--` before `<script` makes the parser overlook the end of the element.
  return /<script/i.test(closed) ? closed.replaceAll('<!--', '<\\!--') : closed;
}

function escapeStyle(css: string): string {
  return css.replace(/<\/(style)/gi, '<\\/$1');
}
