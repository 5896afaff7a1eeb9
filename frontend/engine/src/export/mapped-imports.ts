import { type ImportMap, mergeImportMaps, readImportMap } from '../html/import-map.js';
import { findInlineScripts } from '../html/inline-scripts.js';

/** The names that import maps in the page lead elsewhere, with the addresses they lead to. One with mistakes counts as empty. */
export function importsMappedBy(html: string): Record<string, string> {
  const maps = findInlineScripts(html)
    .filter(({ kind }) => kind === 'importmap')
    .map(({ start, end }) => readImportMap(html.slice(start, end)));
  const merged = maps.reduce<ImportMap>(
    (all, map) => ('mistake' in map ? all : mergeImportMaps(all, map)),
    {},
  );
  return merged.imports ?? {};
}
