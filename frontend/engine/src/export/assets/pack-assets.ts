import { extensionOf } from '@studio/contract/http/assets';
import type { PackageFile } from '../exported-project.js';
import { findAssets, replaceAssets } from './asset-references.js';
import { importFolder, linkAssets, publicFolder } from './link-assets.js';

/** The files of a package together with the users' files of the project. */
export interface PackedAssets {
  /** The given files, linked to the folders. */
  files: PackageFile[];
  standalone: string;
  /** The files of the folders: from a path within the package to their bytes. */
  folders: Record<string, Uint8Array>;
}

/** Puts fetched files into a package and links its own files to them. Missing files keep their address. */
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

/** The most characters of inlined files in `standalone.html`. */
const room = 8 * 1024 * 1024;

/** Browsers do not follow links to `data:` addresses; `link` elements accept them. */
const isLink = /\bhref["']?\s*[=:]\s*["'`]?$/i;
const isLinkElement = /<link\b[^<>]*$/i;
/** A Tailwind class that contains the address: its compiled styles already contain the file. */
const isTailwindClass = /\[url\(["']?$/;

/**
 * Inlines files into the standalone page as `data:` addresses, the smallest first, as long as there is room. It refers
 * to all others, and to those that it only links to, in the folder beside it (ADR 13).
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

/** In characters: base64 takes four for three bytes, for each mention. */
function costOf({ bytes }: FetchedAsset, mentions: number): number {
  return Math.ceil(bytes.length / 3) * 4 * mentions;
}

function dataAddress({ bytes, type }: FetchedAsset): string {
  return `data:${type.replace(/\s/g, '')};base64,${base64(bytes)}`;
}

/** Bytes at a time: every browser accepts this many arguments of a function. */
const slice = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += slice)
    text += String.fromCharCode(...bytes.subarray(at, at + slice));
  return btoa(text);
}

/** In characters: enough to distinguish files, and short enough for paths on any system. */
const longestStem = 80;
/** Names of devices on Windows, whatever follows their first dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A file's name in the package for each address: only letters, digits, `.`, `-` and `_`, unique even ignoring case,
 * and no reserved names. They need no quotes and no escapes in any language.
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

/** The result of fetching the files of a project. */
export interface FetchedAssets {
  /** ASSETS_URL of the studio that the project comes from. */
  assetsUrl: string;
  /** By address. */
  got: ReadonlyMap<string, FetchedAsset>;
  /** Why a file could not be fetched, by its address. */
  missing: ReadonlyMap<string, string>;
}

export interface FetchedAsset {
  bytes: Uint8Array;
  /** Its content type, as the studio serves it. */
  type: string;
}
