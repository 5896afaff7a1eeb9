import type { PackageFile } from '../exported-project.js';
import { entryNames } from './entry-names.js';
import type { FetchedAssets } from './fetched-assets.js';
import { inlineAssets } from './inline-assets.js';
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
