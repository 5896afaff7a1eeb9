import { type Asset, type assetExtensions, extensionOf, playerOf } from '@studio/contract/http/assets';
import { escapeHtml } from '@studio/engine/html/escape-html';
import { findLandmarks } from '@studio/engine/html/landmarks';
import { scanTags } from '@studio/engine/html/scan-tags';
import type { SourceLanguage } from '@studio/engine/source';
import type { FindInsertion, TextInsertion } from '@/lib/text-insertion.ts';

/** Where and how an asset is inserted: the pane, and what finds the place in its text. */
export interface AssetInsertion {
  language: SourceLanguage;
  findInsertion: FindInsertion;
}

/** A file as it is referenced in code. */
interface NamedFile {
  name: string;
  /** A path on the project's own origin, which redirects to the file: code outlives the studio's domains (ADR 43). */
  path: string;
}

/** How an asset is inserted into the code, by its category and by the pane that last had the focus. */
export function insertionOf({ category, name, url }: Asset, focused: SourceLanguage | null): AssetInsertion {
  const { pathname: path } = new URL(url);
  const file = { name, path };
  // Browsers do not run TypeScript and the engine compiles only the panes, so such a file is linked like data.
  const isLinked = category === 'json' || category === 'docs' || extensionOf(name) === 'ts';
  if (category === 'fonts') return css(placeRule(fontFace(file)));
  if (focused === 'css' && category === 'images') return css(placeInRule(path));
  if (focused === 'css' && category === 'css') return css(placeImport(`@import url("${path}");`));
  if (focused === 'js' && isLinked) return { language: 'js', findInsertion: quoted(path) };
  return {
    language: 'html',
    findInsertion: placeInHtml(isLinked ? link(file) : element(file, category), path),
  };
}

function css(findInsertion: FindInsertion): AssetInsertion {
  return { language: 'css', findInsertion };
}

function quoted(path: string): FindInsertion {
  return (code, caret) => ({ at: caret ?? code.length, text: `"${path}"` });
}

/** An asset's path needs no escaping in an attribute. */
function link({ name, path }: NamedFile): string {
  return `<a href="${path}">${escapeHtml(name)}</a>`;
}

function element({ name, path }: NamedFile, category: Asset['category']): string {
  if (category === 'images') return `<img src="${path}" alt="${escapeHtml(stem(name))}">`;
  if (category === 'css') return `<link rel="stylesheet" href="${path}">`;
  if (category === 'js') return `<script src="${path}"></script>`;
  const player = playerOf(name);
  return `<${player} controls src="${path}"></${player}>`;
}

const fontFormats: Readonly<Record<string, string>> = {
  woff: 'woff',
  woff2: 'woff2',
  ttf: 'truetype',
  otf: 'opentype',
} satisfies Record<(typeof assetExtensions.fonts)[number], string>;

function fontFace({ name, path }: NamedFile): string {
  const format = fontFormats[extensionOf(name)];
  return [
    '@font-face {',
    `  font-family: "${stem(name).replace(/["\\]/g, '')}";`,
    `  src: url("${path}") format("${format}");`,
    '}',
  ].join('\n');
}

/** A file's name without its extension. */
function stem(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}

/** Elements whose content is plain text, where markup would not be parsed. */
const textOnly = new Set(['script', 'style', 'textarea', 'title']);

/**
 * Inserts markup at the caret. Inside a start tag it inserts only the URL, as an attribute's value; from an end
 * tag, a script or another text element it moves behind the element. Without a caret it appends to the page.
 */
function placeInHtml(markup: string, url: string): FindInsertion {
  return (html, caret) => {
    if (caret === null) return lastOf(html, markup);
    let leaving = false;
    for (const { kind, name, start, end, contentEnd } of scanTags(html)) {
      if (leaving) return { at: end, text: markup };
      if (start >= caret) break;
      const isBegunTag = kind === 'unclosed' && /^["']?>$/.test(name);
      if (isBegunTag || (kind === 'start' && caret < end)) return { at: caret, text: url };
      if (caret < end) return { at: end, text: markup };
      leaving = kind === 'start' && textOnly.has(name) && caret <= contentEnd;
    }
    return { at: caret, text: markup };
  };
}

function lastOf(html: string, markup: string): TextInsertion {
  const { bodyEnd } = findLandmarks(html);
  const at = bodyEnd < 0 ? html.length : bodyEnd;
  const isOnOwnLine = at === 0 || html[at - 1] === '\n';
  return { at, text: `${isOnOwnLine ? '' : '\n'}${markup}\n` };
}

/** Inserts `url("…")` at the caret, or the URL alone where `url(` precedes the caret. */
function placeInRule(url: string): FindInsertion {
  return (css, caret) => {
    const at = caret ?? css.length;
    const isInUrl = /url\(\s*["']?$/i.test(css.slice(0, at));
    return { at, text: isInUrl ? url : `url("${url}")` };
  };
}

/** Inserts a rule at the caret, or before the rule that the caret is in. */
function placeRule(rule: string): FindInsertion {
  return (css, caret) => {
    const at = caret ?? css.length;
    const { end, isBetween } = lastStatement(css.slice(0, at));
    return onOwnLines(css, isBetween ? at : end, rule);
  };
}

/** A statement that must precede all rules, with the whitespace and comments before it. */
const leading =
  /(?:\s|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*@(?:charset|import|use|forward)\b(?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])*;/gy;

/** Inserts an `@import` after the existing ones, wherever the caret is: browsers ignore it elsewhere. */
function placeImport(statement: string): FindInsertion {
  return (css) => {
    let end = 0;
    for (const found of css.matchAll(leading)) end += found[0].length;
    return onOwnLines(css, end, statement);
  };
}

/** An unclosed comment extends to the end, which keeps the scan linear. */
const comment = /\/\*[\s\S]*?(?:\*\/|$)/g;
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|url\([^)"']*\)?|[{};]/g;

/** The end of the last complete statement of a style sheet, and whether only whitespace and comments follow. */
function lastStatement(css: string): { end: number; isBetween: boolean } {
  let depth = 0;
  let end = 0;
  for (const { 0: found, index } of css.matchAll(token)) {
    if (found === '{') depth += 1;
    if (found === '}') depth = Math.max(0, depth - 1);
    if (depth === 0 && (found === '}' || found === ';')) end = index + 1;
  }
  return {
    end,
    isBetween: css.slice(end).replace(comment, '').trim() === '',
  };
}

function onOwnLines(css: string, at: number, text: string): TextInsertion {
  const before = at === 0 || css[at - 1] === '\n' ? '' : '\n';
  const after = css[at] === '\n' ? '' : '\n';
  return { at, text: `${before}${text}${after}` };
}
