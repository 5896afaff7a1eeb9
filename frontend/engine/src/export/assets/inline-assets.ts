import { findInlineScripts, mergeImportMaps, readImportMap } from '../../html/inline-scripts.js';
import { findAssets, replaceAssets } from './asset-references.js';
import { DataAddresses } from './data-addresses.js';
import type { FetchedAssets } from './fetched-assets.js';

/** Browsers do not follow links to `data:` addresses; `link` elements accept them. */
const isLink = /\bhref["']?\s*[=:]\s*["'`]?$/i;
const isLinkElement = /<link\b[^<>]*$/i;
/** A Tailwind class that contains the address: its compiled styles already contain the file. */
const isTailwindClass = /\[url\(["']?$/;

/**
 * Inlines files into the standalone page as `data:` addresses, the smallest first, as long as there is room. It refers
 * to all others, and to those that it only links to, in the folder beside it (ADR 13). Modules that files import are
 * found by an import map, so that each has a single instance, also in a circle.
 * @param contentStart right behind the page's doctype
 */
export function inlineAssets(html: string, contentStart: number, assets: FetchedAssets): string {
  const addresses = new DataAddresses(assets);
  const modules = addresses.importedModules();
  const mentions = Map.groupBy(findAssets(html, assets.assetsUrl), ({ address }) => address);
  const uses = (address: string) => (mentions.get(address)?.length ?? 0) + (modules.has(address) ? 1 : 0);
  const inlined = addresses.choose(uses);
  const linked = replaceAssets(html, assets.assetsUrl, (address, before) => {
    const beside = addresses.beside(address);
    if (beside === null || isTailwindClass.test(before)) return null;
    const isPlainLink = isLink.test(before) && !isLinkElement.test(before);
    return (isPlainLink ? undefined : inlined.get(address)) ?? beside;
  });
  if (modules.size === 0) return linked;
  const imports = [...modules].map((address): [string, string | null] => [
    address,
    inlined.get(address) ?? addresses.beside(address),
  ]);
  return withImports(linked, contentStart, Object.fromEntries(imports));
}

/** The page with these entries in its import map. */
function withImports(html: string, contentStart: number, imports: Record<string, unknown>): string {
  const element = findInlineScripts(html).find(({ kind }) => kind === 'importmap');
  const own = element && readImportMap(html.slice(element.start, element.end));
  // Browsers ignore a map with a mistake.
  const maps = own && !('mistake' in own) ? [own, { imports }] : [{ imports }];
  const text = JSON.stringify(mergeImportMaps(maps)).replaceAll('<', '\\u003c');
  if (element) return html.slice(0, element.start) + text + html.slice(element.end);
  return `${html.slice(0, contentStart)}<script type="importmap">${text}</script>${html.slice(contentStart)}`;
}
