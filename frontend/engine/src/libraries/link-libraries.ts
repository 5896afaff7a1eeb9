import { type ImportMap, mergeImportMaps } from '../html/inline-scripts.js';
import type { Problem } from '../problem.js';
import { isBare } from '../script/module-imports.js';
import type { Source, SourceLanguage } from '../source.js';
import type { TextPosition } from '../text-position.js';
import { bundledModule, libraryOfModule } from './bundled-modules.js';
import {
  type LibraryFile,
  libraryAddress,
  libraryScripts,
  libraryStyles,
  type ScriptLibrary,
} from './library-manifest.js';

/** What decides which libraries a page gets, and from where. */
export interface LibraryTarget {
  /** `development`: libraries that explain a mistake, as the editor's preview wants them; `production`: small and fast. */
  mode: 'development' | 'production';
  /** `local`: from `/lib` of the origin that the page stands on; `cdn`: from the public networks (LIBRARY_SOURCE). */
  libraries: 'local' | 'cdn';
  /** Where bare imports that the studio does not carry come from (MODULE_CDN); null: nowhere. */
  moduleCdn: string | null;
}

/** A module that code of the project asks for. */
export interface ImportUse {
  language: SourceLanguage;
  specifier: string;
  names: string[];
  position: TextPosition;
}

/** What a page needs beside the project's own code, as markup without line ends. */
export interface LinkedLibraries {
  head: string;
  /** The addresses of the framework's scripts. */
  frameworkScripts: string[];
  problems: Problem[];
}

/**
 * Finds what a project needs from elsewhere: the scripts of its framework and of carried modules, the style sheets of
 * its CSS framework, and an import map in which the project's own entries come first (specification: Preview).
 */
export function linkLibraries(
  { frameworkConfig: config }: Source,
  target: LibraryTarget,
  uses: readonly ImportUse[],
  ownMap: ImportMap,
): LinkedLibraries {
  const libraries = new Set<ScriptLibrary>();
  if (config.framework === 'react') libraries.add(`react-${config.frameworkVersion}`);
  if (config.framework === 'vue') libraries.add('vue');
  const framework = [...libraries];
  if (config.cssFramework === 'bootstrap') libraries.add('bootstrap');
  const imports: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const use of mergeUses(uses)) {
    if (!isBare(use.specifier) || isMapped(use.specifier, ownMap)) continue;
    const specifier = carriedName(use.specifier);
    const library = libraryOfModule(specifier, config.frameworkVersion);
    if (library) libraries.add(library);
    const carried = bundledModule(specifier, config.frameworkVersion);
    if (!carried && !target.moduleCdn) problems.push(missingProblem(use));
    imports[use.specifier] =
      carried ?? (target.moduleCdn ? cdnAddress(target.moduleCdn, use.specifier) : missingModule(use));
  }
  const address = (file: LibraryFile) => libraryAddress(file, target.libraries);
  const scriptsOf = (names: ScriptLibrary[]) =>
    names.flatMap((name) => libraryScripts(name, target.mode).map(address));
  const { cssFramework } = config;
  const styles = cssFramework === 'bootstrap' || cssFramework === 'bulma' ? libraryStyles(cssFramework) : [];
  return {
    head: [
      importMapElement(mergeImportMaps(ownMap, { imports })),
      ...scriptsOf([...libraries]).map(
        (src) => `<script src="${escapeAttribute(src)}"${crossOrigin(src)}></script>`,
      ),
      ...styles.map(address).map((href) => `<link rel="stylesheet" href="${escapeAttribute(href)}">`),
    ].join(''),
    frameworkScripts: scriptsOf(framework),
    problems,
  };
}

/** One use of each module, with all names that are asked of it; its place is the first. */
function mergeUses(uses: readonly ImportUse[]): ImportUse[] {
  const merged = new Map<string, ImportUse>();
  for (const use of uses) {
    const first = merged.get(use.specifier);
    if (first) first.names.push(...use.names);
    else merged.set(use.specifier, { ...use, names: [...use.names] });
  }
  return [...merged.values()];
}

/** Files of a carried package stand for the package. */
function carriedName(specifier: string): string {
  return /^(bootstrap|vue)\/dist\/.+\.m?js$/.exec(specifier)?.[1] ?? specifier;
}

function isMapped(specifier: string, { imports = {} }: ImportMap): boolean {
  return Object.keys(imports).some(
    (key) => key === specifier || (key.endsWith('/') && specifier.startsWith(key)),
  );
}

function cdnAddress(moduleCdn: string, specifier: string): string {
  return `${moduleCdn.replace(/\/$/, '')}/${specifier}`;
}

/** A module that fails by name when the page runs. It has the names that are asked of it, or browsers would speak of those. */
function missingModule({ specifier, names }: ImportUse): string {
  const exported = [...new Set(names)].map((name) => `nothing as ${JSON.stringify(name)}`).join(', ');
  const failure = `throw new Error(${JSON.stringify(missing(specifier))});`;
  const code = `let nothing;export { ${exported} };${failure}\n//# sourceURL=${encodeURIComponent(specifier)}`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function missing(specifier: string): string {
  if (specifier === 'react-dom/client') return 'Cannot import "react-dom/client": it needs React 18 or 19';
  return `Cannot import "${specifier}": this studio does not carry it. Import it by its full address, or name an address for it in an import map`;
}

function missingProblem({ language, specifier, position }: ImportUse): Problem {
  return { language, severity: 'warning', message: missing(specifier), ...position };
}

function importMapElement(map: ImportMap): string {
  const used = Object.fromEntries(
    Object.entries(map as Record<string, object>).filter(([, entries]) => Object.keys(entries).length > 0),
  );
  if (Object.keys(used).length === 0) return '';
  return `<script type="importmap">${JSON.stringify(used).replaceAll('<', '\\u003c')}</script>`;
}

/** Errors of a script from elsewhere are told in full only if it is fetched so. */
function crossOrigin(src: string): string {
  return src.startsWith('/') ? '' : ' crossorigin';
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
