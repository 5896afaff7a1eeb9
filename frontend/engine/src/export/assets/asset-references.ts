import { assetExtensions } from '@studio/contract/http/assets';
import type { Sources } from '../../source.js';

/** A place in a text that names a file of the studio. */
export interface AssetMention {
  /** Where the file is to be had, without a query. */
  address: string;
  start: number;
  /** Behind a query, which asks for nothing that a packed file could give. */
  end: number;
}

const extensions = Object.values(assetExtensions).flat().join('|');
const path = `/assets/[0-9a-z]{16}/[\\w.!~*'()%-]{1,2000}?\\.(?:${extensions})(?!\\.?[\\w%~*(-])`;
/** From the root of a page, and no part of a longer address. */
const fromRoot = new RegExp(`(?<![\\w.~%@:/\\]}-])${path}`, 'gi');
const escaped = /[.*+?^${}()|[\]\\/]/g;

/**
 * The mentions of users' files, `{assetsUrl}/assets/{key}/{name}`, in their order. What else is allowed in a name,
 * such as `'` and `)`, may just as well be what stands behind it: a name ends with the first extension that the studio
 * takes and that nothing of a name follows.
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

/** The same with full addresses where the code names files from the root of its page (ADR 43), as it may only here. */
export function withFullAddresses<T extends Sources>(project: T, assetsUrl: string): T {
  const full = (code: string) => code.replace(fromRoot, (found) => assetsUrl + found);
  return { ...project, html: full(project.html), css: full(project.css), js: full(project.js) };
}

/** The addresses of all files that a project names, each once. */
export function assetsNamedBy({ html, css, js }: Sources, assetsUrl: string): string[] {
  const mentions = [html, css, js].flatMap((text) => findAssets(text, assetsUrl));
  return [...new Set(mentions.map(({ address }) => address))];
}

/** How far back from a mention one looks to see what it stands in. */
const sight = 1_000;

/** The text with each mention replaced by what `replacement` gives for it; null leaves it. */
export function replaceAssets(
  text: string,
  assetsUrl: string,
  replacement: (address: string, before: string, start: number) => string | null,
): string {
  let result = '';
  let at = 0;
  for (const { address, start, end } of findAssets(text, assetsUrl)) {
    const before = text.slice(Math.max(0, start - sight), start);
    const link = replacement(address, before, start);
    if (link === null) continue;
    result += text.slice(at, start) + link;
    at = end;
  }
  return result + text.slice(at);
}
