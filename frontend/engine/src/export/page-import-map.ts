import {
  findInlineScripts,
  type ImportMap,
  type InlineScript,
  mergeImportMaps,
  readImportMap,
} from '../html/inline-scripts.js';
import { linkLibraries } from '../libraries/link-libraries.js';
import type { Source } from '../source.js';
import { packagesAmong } from './package-json.js';

/** The names in the page's import maps that have addresses, with these. Invalid import maps count as empty. */
export function importsMappedBy(html: string): Record<string, string> {
  const addresses = Object.entries(ownImportMap(html).imports ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(addresses);
}

function ownImportMap(html: string): ImportMap {
  const maps = importMaps(html).map(({ start, end }) => readImportMap(html.slice(start, end)));
  return mergeImportMaps(maps.flatMap((map) => ('mistake' in map ? [] : map)));
}

function importMaps(html: string): InlineScript[] {
  return findInlineScripts(html).filter(({ kind }) => kind === 'importmap');
}

/** A page with what the browser needs for the packages that Vite does not bundle. */
interface LinkedPage {
  html: string;
  /** The text of its import map, which replaces its own; empty: its own remain. */
  importMap: string;
  /** Markup for its head. */
  head: string;
}

/** Links the packages among the imports of a page to public addresses, as `standalone.html` does. */
export function linkPackages(project: Source, unbundled: string[], moduleCdn: string): LinkedPage {
  const { html, frameworkConfig } = project;
  if (packagesAmong(unbundled, importsMappedBy(html)).length === 0) return { html, importMap: '', head: '' };
  const uses = unbundled.map((specifier) => ({
    language: 'html' as const,
    isInStyles: false,
    specifier,
    names: [],
    hasAttributes: false,
    position: { line: 1, column: 1 },
  }));
  const { importMap, head } = linkLibraries(
    // Its framework and styles are bundled.
    { ...project, frameworkConfig: { ...frameworkConfig, framework: 'vanilla', cssFramework: 'none' } },
    { mode: 'production', libraries: 'cdn', moduleCdn, isFile: true },
    uses,
    ownImportMap(html),
  );
  return { html: withoutImportMaps(html), importMap, head };
}

/** Not all browsers read more than one import map. */
function withoutImportMaps(html: string): string {
  let text = '';
  let at = 0;
  for (const { tagStart, end } of importMaps(html)) {
    text += html.slice(at, tagStart);
    at = end + (/^<\/script[^>]*>/i.exec(html.slice(end))?.[0].length ?? 0);
  }
  return text + html.slice(at);
}
