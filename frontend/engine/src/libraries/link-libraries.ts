import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageProblem } from '@studio/contract/packages/package-routes';
import { askedAsStyles } from '@studio/contract/packages/specifier';
import { type ImportMap, mergeImportMaps } from '../html/inline-scripts.js';
import { escapeAddress } from '../html/link-resources.js';
import { mappedNames } from '../html/mapped-names.js';
import type { Problem } from '../problem.js';
import { isBare, isPackageStyle } from '../script/module-imports.js';
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
  cdnAddress,
  isLookedUp,
  isOnlyOnCdn,
  needsMapping,
  type PackageTarget,
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
import { missingModule, missingProblem } from './missing-imports.js';

/** Determines which libraries a page gets, and from where. */
export interface LibraryTarget extends PackageTarget {
  /** `development`: libraries with explanations of mistakes, for the editor's preview; `production`: small and fast. */
  mode: 'development' | 'production';
  /** `local`: from `/lib` of the page's origin; `cdn`: from the public networks (LIBRARY_SOURCE). */
  libraries: 'local' | 'cdn';
  /** Known problems with imports of packages. */
  packageProblems?: readonly PackageProblem[];
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
  const libraries = new Set<ScriptLibrary>();
  if (config.framework === 'react') libraries.add(`react-${config.frameworkVersion}`);
  if (config.framework === 'vue') libraries.add('vue');
  const framework = [...libraries];
  if (config.cssFramework === 'bootstrap') libraries.add('bootstrap');
  const packages = config.packages ?? {};
  const address = (file: LibraryFile) => libraryAddress(file, target.libraries);
  const scriptsOf = (names: ScriptLibrary[]) =>
    names.flatMap((name) => libraryScripts(name, libraryMode(name, packages, target.mode)).map(address));
  const { cssFramework } = config;
  const styles = new Set(
    cssFramework === 'bootstrap' || cssFramework === 'bulma' ? libraryStyles(cssFramework) : [],
  );
  const imports = packageEntries(packages, target);
  const styleAddresses: Record<string, string> = {};
  const packageImports = new Set<string>();
  const missingPackages = new Set<string>();
  const problems: Problem[] = [];
  const addPackage = (specifier: string, frozen: string | null) => {
    // The studio knows nothing about what comes from elsewhere.
    if (frozen !== null && isOnlyOnCdn(target)) return;
    packageImports.add(specifier);
    if (frozen === null) missingPackages.add(specifier);
  };
  const isMapped = mappedNames(ownMap);
  const onNetwork = (specifier: string, frozen: string | null) =>
    frozen === null && target.moduleCdn !== null && isBare(specifier)
      ? cdnAddress(target.moduleCdn, specifier)
      : null;
  /** Where an import is loaded from, null if from nowhere, and its known problem, which is reported. */
  const resolveUse = (use: ImportUse, frozen: string | null, isPackage: boolean) => {
    const { specifier, isInStyles } = use;
    const isUnnamed = isInStyles && !isPackageStyle(specifier);
    const asked = isUnnamed ? askedAsStyles(specifier) : specifier;
    if (isPackage) addPackage(asked, frozen);
    const problem = target.packageProblems?.find((each) => each.specifier === asked);
    // On networks, a name without a file is that of a script.
    const elsewhere = isUnnamed ? null : onNetwork(specifier, frozen);
    const resolved = (isPermanent(problem) ? null : frozen) ?? elsewhere;
    if (resolved === null || (problem && frozen !== null)) problems.push(missingProblem(use, problem));
    return { resolved, problem };
  };
  for (const use of mergeUses(uses.filter(({ isInStyles }) => isInStyles))) {
    const { specifier } = use;
    const builtIn = builtInStyle(wholeStyles[specifier] ?? specifier);
    const frozen = builtIn ? address(builtIn) : packageStyle(specifier, packages, target);
    const { resolved, problem } = resolveUse(use, frozen, !builtIn || packageOf(specifier) !== null);
    if (resolved !== null || isPermanent(problem)) styleAddresses[specifier] = resolved ?? emptyStyles;
  }
  const mapped = uses.filter(
    ({ isInStyles, specifier }) => !isInStyles && needsMapping(specifier) && !isMapped(specifier),
  );
  for (const use of mergeUses(mapped)) {
    const { specifier } = use;
    const builtIn = builtInName(specifier);
    for (const library of librariesOfModule(builtIn, config.frameworkVersion)) libraries.add(library);
    const style = use.hasAttributes ? null : builtInStyle(specifier);
    if (style) styles.add(style);
    const frozen = style
      ? emptyModule
      : (builtInModule(builtIn, config.frameworkVersion) ?? packageModule(use, packages, target));
    const { resolved, problem } = resolveUse(use, frozen, isLookedUp(specifier));
    imports[specifier] = resolved ?? missingModule(use, problem);
  }
  problems.push(...mixedImports(mapped));
  if (Object.keys(packages).length > 0)
    Object.assign(
      imports,
      peerEntries(config.frameworkVersion, libraries, (name) =>
        libraries.has(name) ? [] : scriptsOf([name]),
      ),
    );
  return {
    importMap: importMapText(mergeImportMaps([ownMap, { imports }])),
    head: [
      ...scriptsOf([...libraries]).map(scriptElement),
      ...[...styles].map(address).map((href) => `<link rel="stylesheet" href="${escapeAddress(href)}">`),
    ].join(''),
    frameworkScripts: scriptsOf(framework),
    packageImports: [...packageImports],
    missingPackages: [...missingPackages],
    styleAddresses,
    problems,
  };
}

/** The style sheet of a CSS framework that styles import by its name alone. */
const wholeStyles: Record<string, string> = {
  bootstrap: 'bootstrap/dist/css/bootstrap.css',
  bulma: 'bulma/css/bulma.css',
};

/** Whether an import cannot work. While a frozen version cannot be looked up, the browser may still have its modules. */
function isPermanent(problem: PackageProblem | undefined): boolean {
  return problem !== undefined && problem.code !== 'registry_unavailable';
}

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
