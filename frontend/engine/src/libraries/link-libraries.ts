import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { type ImportMap, mergeImportMaps } from '../html/inline-scripts.js';
import { escapeAddress } from '../html/link-resources.js';
import { mappedNames } from '../html/mapped-names.js';
import type { Problem } from '../problem.js';
import type { Source } from '../source.js';
import {
  builtInModule,
  builtInModuleOnDemand,
  builtInName,
  librariesOfModule,
  libraryMode,
  peerModules,
} from './built-in-modules.js';
import {
  isLookedUp,
  needsMapping,
  packageEntries,
  packageModule,
  packageOf,
  packageStyle,
} from './frozen-packages.js';
import type { ImportUse } from './import-use.js';
import {
  builtInStyle,
  type LibraryFile,
  libraryAddress,
  libraryScripts,
  libraryStyles,
  type ScriptLibrary,
} from './library-manifest.js';
import { missingModule } from './missing-imports.js';
import { type ImportTarget, isPermanent, ResolvedImports } from './resolved-imports.js';

/** Determines which libraries a page gets, and from where. */
export interface LibraryTarget extends ImportTarget {
  /** `development`: libraries with explanations of mistakes, for the editor's preview; `production`: small and fast. */
  mode: 'development' | 'production';
  /** `local`: from `/lib` of the page's origin; `cdn`: from the public networks (LIBRARY_SOURCE). */
  libraries: 'local' | 'cdn';
}

/** What a page needs besides the project's own code, as markup without line ends. */
export interface LinkedLibraries {
  /** The text of the page's import map; empty if it needs none. */
  importMap: string;
  head: string;
  /** The addresses of the framework's scripts. */
  frameworkScripts: string[];
  /** The specifiers that the code imports from npm packages. */
  packageImports: string[];
  /** Those whose package has no frozen version in the project. */
  missingPackages: string[];
  /** Addresses of imported style sheets of packages, by specifier. */
  styleAddresses: Record<string, string>;
  problems: Problem[];
}

/**
 * Finds the external parts of a project: the scripts of its framework and of built-in modules, the style sheets of
 * its CSS framework, and an import map in which the project's own entries come first (specification: Preview).
 */
export function linkLibraries(
  { frameworkConfig: config }: Source,
  target: LibraryTarget,
  uses: readonly ImportUse[],
  ownMap: ImportMap,
): LinkedLibraries {
  const { frameworkVersion, packages = {} } = config;
  const address = (file: LibraryFile) => libraryAddress(file, target.libraries);
  const scriptsOf = (names: readonly ScriptLibrary[]) =>
    names.flatMap((name) => libraryScripts(name, libraryMode(name, packages, target.mode)).map(address));
  const isMapped = mappedNames(ownMap);
  const inStyles = uses.filter((use) => use.isInStyles);
  const inScripts = uses.filter(
    ({ isInStyles, specifier }) => !isInStyles && needsMapping(specifier) && !isMapped(specifier),
  );
  const framework = frameworkLibraries(config);
  const found = new ResolvedImports(target);
  const styleAddresses = linkStyles(mergeUses(inStyles), packages, target, found);
  const {
    imports,
    libraries: imported,
    styles: importedStyles,
  } = linkModules(mergeUses(inScripts), config, target, found);
  const libraries = new Set([
    ...framework,
    ...(config.cssFramework === 'bootstrap' ? (['bootstrap'] as const) : []),
    ...imported,
  ]);
  const styles = new Set([...frameworkStyles(config), ...importedStyles]);
  const onDemand = (name: ScriptLibrary) => (libraries.has(name) ? [] : scriptsOf([name]));
  const entries = {
    ...packageEntries(packages, target),
    ...imports,
    ...(Object.keys(packages).length > 0 ? peerEntries(frameworkVersion, libraries, onDemand) : {}),
  };
  return {
    importMap: importMapText(mergeImportMaps([ownMap, { imports: entries }])),
    head: [
      ...scriptsOf([...libraries]).map(scriptElement),
      ...[...styles].map(address).map((href) => `<link rel="stylesheet" href="${escapeAddress(href)}">`),
    ].join(''),
    frameworkScripts: scriptsOf(framework),
    packageImports: [...found.packages],
    missingPackages: [...found.missing],
    styleAddresses,
    problems: [...found.problems, ...mixedImports(inScripts)],
  };
}

function frameworkLibraries({ framework, frameworkVersion }: FrameworkConfig): ScriptLibrary[] {
  if (framework === 'react') return [`react-${frameworkVersion}`];
  return framework === 'vue' ? ['vue'] : [];
}

function frameworkStyles({ cssFramework }: FrameworkConfig): LibraryFile[] {
  return cssFramework === 'bootstrap' || cssFramework === 'bulma' ? libraryStyles(cssFramework) : [];
}

/** The addresses of imported style sheets, by specifier. */
function linkStyles(
  uses: readonly ImportUse[],
  packages: PackageVersions,
  target: LibraryTarget,
  found: ResolvedImports,
): Record<string, string> {
  const addresses: Record<string, string> = {};
  for (const use of uses) {
    const { specifier } = use;
    const builtIn = builtInStyle(wholeStyles[specifier] ?? specifier);
    const frozen = builtIn
      ? libraryAddress(builtIn, target.libraries)
      : packageStyle(specifier, packages, target);
    const { address, problem } = found.resolve(use, frozen, !builtIn || packageOf(specifier) !== null);
    if (address !== null || isPermanent(problem)) addresses[specifier] = address ?? emptyStyles;
  }
  return addresses;
}

/** Import map entries for imported modules, and the libraries and style sheets that the page gets for them. */
function linkModules(
  uses: readonly ImportUse[],
  { frameworkVersion, packages = {} }: FrameworkConfig,
  target: LibraryTarget,
  found: ResolvedImports,
) {
  const imports: Record<string, string> = {};
  const libraries: ScriptLibrary[] = [];
  const styles: LibraryFile[] = [];
  for (const use of uses) {
    const { specifier } = use;
    const builtIn = builtInName(specifier);
    libraries.push(...librariesOfModule(builtIn, frameworkVersion));
    const style = use.hasAttributes ? null : builtInStyle(specifier);
    if (style) styles.push(style);
    const frozen = style
      ? emptyModule
      : (builtInModule(builtIn, frameworkVersion) ?? packageModule(use, packages, target));
    const { address, problem } = found.resolve(use, frozen, isLookedUp(specifier));
    imports[specifier] = address ?? missingModule(use, problem);
  }
  return { imports, libraries, styles };
}

/** The style sheet of a CSS framework that styles import by its name alone. */
const wholeStyles: Record<string, string> = {
  bootstrap: 'bootstrap/dist/css/bootstrap.css',
  bulma: 'bulma/css/bulma.css',
};

/** For an import that cannot work: the browser would report it once more, without the reason. */
const emptyStyles = 'data:text/css,';
/** For a style sheet, which the page itself links. */
const emptyModule = 'data:text/javascript,';

/** Entries for modules that packages import from the page; libraries that it lacks are loaded on demand. */
function peerEntries(
  reactVersion: FrameworkConfig['frameworkVersion'],
  present: ReadonlySet<ScriptLibrary>,
  addressesOf: (library: ScriptLibrary) => string[],
): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const name of peerModules) {
    const address = librariesOfModule(name, reactVersion).every((library) => present.has(library))
      ? builtInModule(name, reactVersion)
      : builtInModuleOnDemand(name, reactVersion, addressesOf);
    if (address) entries[name] = address;
  }
  return entries;
}

/** One use of each module, with all imported names and the position of the first import. */
function mergeUses(uses: readonly ImportUse[]): ImportUse[] {
  const merged = new Map<string, ImportUse>();
  for (const use of uses) {
    const first = merged.get(use.specifier);
    if (first) {
      for (const name of use.names) first.names.push(name);
      first.hasAttributes ||= use.hasAttributes;
    } else merged.set(use.specifier, { ...use, names: [...use.names] });
  }
  return [...merged.values()];
}

/**
 * Errors for imports with attributes beside some of the same name without. The name has one address: that of the file
 * or that of a module.
 */
function mixedImports(uses: readonly ImportUse[]): Problem[] {
  const first = new Map<string, boolean>();
  return uses.flatMap(({ language, specifier, hasAttributes, position }) => {
    const isFirst = !first.has(specifier);
    if (isFirst) first.set(specifier, hasAttributes);
    if (isFirst || first.get(specifier) === hasAttributes) return [];
    const message = `"${specifier}" is imported both with and without attributes ("with"). Write all its imports in the same way`;
    return [{ language, severity: 'error' as const, message, ...position }];
  });
}

function importMapText(map: ImportMap): string {
  const used = Object.fromEntries(
    Object.entries(map as Record<string, object>).filter(([, entries]) => Object.keys(entries).length > 0),
  );
  return Object.keys(used).length === 0 ? '' : JSON.stringify(used).replaceAll('<', '\\u003c');
}

/** A script of a library, by its address. */
export function scriptElement(src: string): string {
  return `<script src="${escapeAddress(src)}"${crossOriginFor(src)}></script>`;
}

/** Browsers report full errors of a script from another origin only if it is fetched with CORS. */
function crossOriginFor(src: string): string {
  return src.startsWith('/') ? '' : ' crossorigin';
}
