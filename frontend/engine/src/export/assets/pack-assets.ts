import { extensionOf } from '@studio/contract/http/assets';
import type { PackageFile } from '../exported-project.js';
import { AssetText } from './asset-texts.js';
import type { FetchedAssets } from './fetched-assets.js';
import { linkImportedText, linkPublicText } from './link-asset-texts.js';
import { importFolder, linkAssets, publicFolder } from './link-assets.js';

/** The files of a package together with the users' files of the project. */
export interface PackedAssets {
  /** The given files, linked to the folders. */
  files: PackageFile[];
  /** The files of the folders: from a path within the package to their bytes. */
  folders: Record<string, Uint8Array>;
}

/**
 * Puts fetched files into a package, and links its own files and these to them. Missing files keep their address.
 */
export function packAssets(files: PackageFile[], { assetsUrl, got }: FetchedAssets): PackedAssets {
  const names = entryNames(got.keys());
  const linked = files.map((file) => ({ file, ...linkAssets(file.path, file.text, { assetsUrl, names }) }));
  const bundled = bundledFiles(
    linked.flatMap(({ imported }) => imported),
    { assetsUrl, got },
    names,
  );
  const folders: Record<string, Uint8Array> = {};
  for (const [address, asset] of got) {
    const name = names.get(address) ?? '';
    const text = AssetText.read(address, asset, assetsUrl);
    folders[`${publicFolder}/${name}`] = text ? linkPublicText(text, names) : asset.bytes;
    const imported = bundled.get(address);
    if (imported) folders[`${importFolder}/${name}`] = imported;
  }
  return { files: linked.map(({ file, text }) => ({ ...file, text })), folders };
}

/** The contents of the files in `importFolder` by address: of the imported ones, and of what these import. */
function bundledFiles(
  imported: readonly string[],
  { assetsUrl, got }: Omit<FetchedAssets, 'missing'>,
  names: ReadonlyMap<string, string>,
): Map<string, Uint8Array> {
  const bundled = new Map<string, Uint8Array>();
  const found = new Set(imported);
  // A set that grows is read to its end.
  for (const address of found) {
    const asset = got.get(address);
    if (!asset) continue;
    const text = AssetText.read(address, asset, assetsUrl);
    const linked = text && linkImportedText(text, names);
    bundled.set(address, linked?.bytes ?? asset.bytes);
    for (const each of linked?.imported ?? []) found.add(each);
  }
  return bundled;
}

/** In characters: enough to distinguish files, and short enough for paths on any system. */
const maxStemLength = 80;
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
  const stem = plain.slice(0, -extension.length - 1).slice(0, maxStemLength) || 'file';
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
