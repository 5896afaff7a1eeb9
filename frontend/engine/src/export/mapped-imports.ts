import { findInlineScripts, type ImportMap, mergeImportMaps, readImportMap } from '../html/inline-scripts.js';

/** The names in the page's import maps that have addresses, with these. Invalid import maps count as empty. */
export function importsMappedBy(html: string): Record<string, string> {
  const maps = findInlineScripts(html)
    .filter(({ kind }) => kind === 'importmap')
    .map(({ start, end }) => readImportMap(html.slice(start, end)));
  const merged = maps.reduce<ImportMap>(
    (all, map) => ('mistake' in map ? all : mergeImportMaps(all, map)),
    {},
  );
  const addresses = Object.entries(merged.imports ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(addresses);
}

/** Whether an import map has the name, or a beginning of it that ends with a slash. */
export function isMapped(specifier: string, importMap: Record<string, string>): boolean {
  return Object.keys(importMap).some((name) =>
    name.endsWith('/') ? specifier.startsWith(name) : specifier === name,
  );
}
