import { findAssets, replaceAssets } from './asset-references.js';
import type { FetchedAsset, FetchedAssets } from './fetched-assets.js';
import { publicFolder } from './link-assets.js';

/** Characters of `standalone.html` that may be files. */
const room = 8 * 1024 * 1024;

/** Pages are not led to `data:` addresses by a link; `link` elements take them. */
const isLink = /\bhref["']?\s*[=:]\s*["'`]?$/i;
const isLinkElement = /<link\b[^<>]*$/i;
/** A class whose name is the address: the styles that stand for it have what it names. */
const isTailwindClass = /\[url\(["']?$/;

/**
 * Puts files into a page that stands alone, as `data:` addresses, the smallest first for as long as there is room;
 * others, and those that it only links to, it takes from the folder beside it (ADR 13).
 */
export function inlineAssets(
  html: string,
  assets: FetchedAssets,
  names: ReadonlyMap<string, string>,
): string {
  const inlined = dataAddresses(html, assets);
  return replaceAssets(html, assets.assetsUrl, (address, before) => {
    const name = names.get(address);
    if (name === undefined || isTailwindClass.test(before)) return null;
    const isPlainLink = isLink.test(before) && !isLinkElement.test(before);
    return (isPlainLink ? undefined : inlined.get(address)) ?? `./${publicFolder}/${name}`;
  });
}

function dataAddresses(html: string, { assetsUrl, got }: FetchedAssets): Map<string, string> {
  const mentions = Map.groupBy(findAssets(html, assetsUrl), ({ address }) => address);
  const costs = [...got]
    .map(([address, asset]) => ({ address, asset, cost: costOf(asset, mentions.get(address)?.length ?? 0) }))
    .toSorted((one, other) => one.cost - other.cost);
  const chosen = new Map<string, string>();
  let left = room;
  for (const { address, asset, cost } of costs) {
    left -= cost;
    if (left < 0) break;
    chosen.set(address, dataAddress(asset));
  }
  return chosen;
}

/** Base64 takes four characters for three bytes, and each mention takes them anew. */
function costOf({ bytes }: FetchedAsset, mentions: number): number {
  return Math.ceil(bytes.length / 3) * 4 * mentions;
}

function dataAddress({ bytes, type }: FetchedAsset): string {
  return `data:${type.replace(/\s/g, '')};base64,${base64(bytes)}`;
}

/** As many bytes at once as can be arguments of a function anywhere. */
const slice = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += slice)
    text += String.fromCharCode(...bytes.subarray(at, at + slice));
  return btoa(text);
}
