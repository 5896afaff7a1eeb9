import { readImportMap } from '../html/import-map.js';
import { findInlineScripts } from '../html/inline-scripts.js';

/** The names that import maps in the page lead elsewhere, with the addresses they lead to. One with mistakes counts as empty. */
export function importsMappedBy(html: string): Record<string, string> {
  const maps = findInlineScripts(html)
    .filter(({ kind }) => kind === 'importmap')
    .map(({ start, end }) => readImportMap(html.slice(start, end)));
  return Object.assign({}, ...maps.map((map) => ('mistake' in map ? {} : map.imports)));
}
