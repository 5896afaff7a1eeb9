import { assetExtensions } from '@studio/contract/http/assets';
import type { Sources } from '../../source.js';

/** A place in a text that names a file of the studio. */
export interface AssetMention {
  /** The file's URL, without a query. */
  address: string;
  start: number;
  /** Includes a query, which means nothing to a packed file. */
  end: number;
}

const extensions = Object.values(assetExtensions).flat().join('|');
const path = `/assets/[0-9a-z]{16}/[\\w.!~*'()%-]{0,2000}?\\.(?:${extensions})(?!\\.?[\\w%~*(-])`;
/** A path from the root of a page, not part of a longer address. */
const fromRoot = new RegExp(`(?<![\\w.~%@:/\\]}-])${path}`, 'gi');
const escaped = /[.*+?^${}()|[\]\\/]/g;

/**
 * The mentions of users' files, `{assetsUrl}/assets/{key}/{name}`, in their order. Characters such as `'` and `)` may
 * belong to a name or to the code behind it, so a name ends with the first allowed extension that no character of a
 * name follows.
 */
export function findAssets(text: string, assetsUrl: string): AssetMention[] {
  const origin = assetsUrl.replace(escaped, '\\$&');
  const address = new RegExp(`(${origin}${path})(?:\\?[\\w.~%=&;+-]*)?`, 'gi');
  return [...text.matchAll(address)].map((match) => ({
    address: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Replaces paths from the root of the page, which work only in the studio (ADR 43), by full addresses. */
export function withFullAddresses<T extends Sources>(project: T, assetsUrl: string): T {
  const full = (code: string) => fullAddressesIn(code, assetsUrl);
  return { ...project, html: full(project.html), css: full(project.css), js: full(project.js) };
}

/** The same for one text. */
export function fullAddressesIn(text: string, assetsUrl: string): string {
  return text.replace(fromRoot, (found) => assetsUrl + found);
}

/** The addresses of all files that a project names, each once. */
export function assetsNamedBy({ html, css, js }: Sources, assetsUrl: string): string[] {
  const mentions = [html, css, js].flatMap((text) => findAssets(text, assetsUrl));
  return [...new Set(mentions.map(({ address }) => address))];
}

/** How many characters before and behind a mention are examined to find its context. */
const sight = 1_000;

/** What stands before a mention that imports the file. */
export const isImport = /(?:\b(?:from|import)\s*(?:\(\s*)?|@import\s+(?:url\(\s*)?)["']?$/;

/** The text with each mention replaced by the result of `replacement`; null keeps the mention. */
export function replaceAssets(
  text: string,
  assetsUrl: string,
  replacement: (address: string, before: string, start: number, behind: string) => string | null,
): string {
  let result = '';
  let at = 0;
  for (const { address, start, end } of findAssets(text, assetsUrl)) {
    const before = text.slice(Math.max(0, start - sight), start);
    const link = replacement(address, before, start, text.slice(end, end + sight));
    if (link === null) continue;
    result += text.slice(at, start) + link;
    at = end;
  }
  return result + text.slice(at);
}
