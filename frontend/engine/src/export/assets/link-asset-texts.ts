import type { AssetText } from './asset-texts.js';

/** Names of files within their folder, by address. */
type Names = ReadonlyMap<string, string>;

/** The bytes of a file in `publicFolder`, which browsers get as it is, linked to the files beside it. */
export function linkPublicText(text: AssetText, names: Names): Uint8Array {
  return text.linked((address, relation) => {
    const name = names.get(address);
    return name === undefined ? null : `${relation === 'page' ? './assets' : '.'}/${name}`;
  });
}

/** The bytes of a file in `importFolder`, which Vite bundles, and the addresses of what has to be beside it there. */
export function linkImportedText(text: AssetText, names: Names): { bytes: Uint8Array; imported: string[] } {
  const imported = new Set<string>();
  const bytes = text.linked((address, relation) => {
    const name = names.get(address);
    if (name === undefined) return null;
    if (relation === 'page') return `./assets/${name}`;
    // In style sheets, Vite rewrites addresses of public files from the root.
    if (relation === 'file' && text.isStyleSheet) return `/assets/${name}`;
    imported.add(address);
    return `./${name}`;
  });
  return { bytes, imported: [...imported] };
}
