/** The job of a build, as a message to its process. */
export interface BuildJob {
  name: string;
  version: string;
  folder: string;
  /** Where the modules are written. */
  target: string;
  /** The exact versions of its dependencies, which are imported by address. Read by `parseDependency`. */
  dependencies: Record<string, string>;
  /**
   * Packages that the project provides: imported by name, so that the page's import map resolves them to its one
   * copy.
   */
  bare: readonly string[];
  /** Addresses of replacements for modules of Node, by module. */
  builtins: Record<string, string>;
  /** Folders by name and version of packages whose data-only modules are included in the modules that import them. */
  dataFrom: Record<string, string>;
  /** The part to build; null: the main one. Files of other parts are imported by these addresses. */
  part: { name: string; addresses: Record<string, string> } | null;
}

/** A module that code can import. */
export interface BuiltModule {
  /** Below the target folder. */
  file: string;
  hasDefault: boolean;
  /** Why its file cannot be read, if so: it throws this when it is loaded. */
  broken?: string;
  /** What it imports by name, directly or through other modules of the package. */
  bareImports: string[];
  /**
   * Addresses of what it imports of other packages and parts, directly or not. Absent in old builds, which did not
   * record them.
   */
  addressImports?: string[];
  /** In place of a long list of them: its index in `addressLists`. */
  addressList?: number;
}

/** Modules that were built together. */
export interface BuiltPart {
  /** Keyed by the path after the package's name. */
  modules: Record<string, BuiltModule>;
  /** Names of chunks that modules import. */
  chunks: string[];
  /** Long lists of addresses, which modules share: in a package of a thousand icons each may reach all of another one. */
  addressLists?: string[][];
}

/**
 * A version of a package as modules for browsers. The main part has its named modules with all that they need. Other
 * modules are built when one of them is imported, a folder at a time.
 */
export interface BuiltPackage extends BuiltPart {
  name: string;
  version: string;
  /** The names of the parts of modules that are not in the main part, by path. */
  parts: Record<string, string>;
  /** The addresses at which other parts import the main part's files. */
  addresses: Record<string, string>;
  /** Additional paths of modules, each with the path that it re-exports, so that there is one instance. */
  aliases: Record<string, string>;
  /** Other files whose path in `exports` differs from their name: file by path. */
  assets: Record<string, string>;
  /** Paths of modules beyond the limit, which are not built. Absent in old builds. */
  beyond?: readonly string[];
  /** All files of the package as published. */
  files: string[];
  /** Bytes of those files. */
  size: number;
}

/**
 * The response of a build's process. `isReusable`: the process can build another package. `isPassing`: the failure has
 * nothing to do with the package.
 */
export type BuildResult =
  | { built: BuiltPackage | BuiltPart; isReusable: boolean }
  | { failure: string; isPassing: boolean };

/** The addresses that a module of this part imports, directly or not. */
export function addressImportsOf(
  { addressLists }: BuiltPart,
  { addressImports = [], addressList }: BuiltModule,
): string[] {
  return addressList === undefined ? addressImports : (addressLists?.[addressList] ?? []);
}
