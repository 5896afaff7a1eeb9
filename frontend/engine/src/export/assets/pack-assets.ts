import { extensionOf } from '@studio/contract/http/assets';
import type { PackageFile } from '../exported-project.js';
import { findAssets, replaceAssets } from './asset-references.js';
import { importFolder, linkAssets, publicFolder } from './link-assets.js';

/** The files of a package with what their project took from the studio. */
export interface PackedAssets {
  /** Those that were given, linked to the folders. */
  files: PackageFile[];
  standalone: string;
  /** The files of the folders: from a path within the package to their bytes. */
  folders: Record<string, Uint8Array>;
}

/** Puts fetched files into a package and links its own files to them. What is missing keeps its address. */
export function packAssets(files: PackageFile[], standalone: string, assets: FetchedAssets): PackedAssets {
  const { assetsUrl, got } = assets;
  const names = entryNames(got.keys());
  const linked = files.map((file) => ({ file, ...linkAssets(file.path, file.text, { assetsUrl, names }) }));
  const imported = new Set(linked.flatMap((one) => one.imported));
  const folders: Record<string, Uint8Array> = {};
  for (const [address, { bytes }] of got) {
    const name = names.get(address) ?? '';
    folders[`${publicFolder}/${name}`] = bytes;
    if (imported.has(address)) folders[`${importFolder}/${name}`] = bytes;
  }
  return {
    files: linked.map(({ file, text }) => ({ ...file, text })),
    standalone: inlineAssets(standalone, assets, names),
    folders,
  };
}

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
function inlineAssets(html: string, assets: FetchedAssets, names: ReadonlyMap<string, string>): string {
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

/** Room enough to tell files apart, and for paths on any system. */
const longestStem = 80;
/** Names of devices on Windows, whatever follows their first dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A file's name in the package for each address: letters, digits, `.`, `-` and `_` alone, no two the same where case
 * does not count, none that a system keeps for itself. They need no quotes and no escapes wherever they are named.
 */
export function entryNames(addresses: Iterable<string>): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const address of addresses) {
    const name = freeName(safeName(address), taken);
    taken.add(name.toLowerCase());
    names.set(address, name);
  }
  return names;
}

function safeName(address: string): string {
  const last =
    decoded(address.slice(address.lastIndexOf('/') + 1))
      .split(/[/\\]/)
      .at(-1) ?? '';
  const plain = last
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\w.-]/g, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '');
  const extension = extensionOf(last);
  const stem = plain.slice(0, -extension.length - 1).slice(0, longestStem) || 'file';
  return `${device.test(stem) ? '_' : ''}${stem}.${extension}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = `${name.slice(0, dot)}_${count}${name.slice(dot)}`;
  return free;
}

/** What fetching the files of a project came to. */
export interface FetchedAssets {
  /** ASSETS_URL of the studio that the project comes from. */
  assetsUrl: string;
  /** By address. */
  got: ReadonlyMap<string, FetchedAsset>;
  /** Why a file could not be had, by its address. */
  missing: ReadonlyMap<string, string>;
}

export interface FetchedAsset {
  bytes: Uint8Array;
  /** Its content type, as the studio serves it. */
  type: string;
}
