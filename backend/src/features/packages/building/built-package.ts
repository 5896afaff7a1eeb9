/** What a build needs to know of a package, in a message to its process. */
export interface BuildJob {
  name: string;
  version: string;
  folder: string;
  /** Where the modules are written. */
  target: string;
  /** The exact version of each package that it depends on: imported by address. Read by `parseDependency`. */
  dependencies: Record<string, string>;
  /** Packages that the project brings: imported by name, which its import map leads to the one copy of the page. */
  bare: readonly string[];
  /** Addresses of what stands in for modules of Node. */
  builtins: Record<string, string>;
  /** Folders of packages, by name and version, of which modules that are data alone become part of those that import them. */
  dataFrom: Record<string, string>;
  /** The part to build; null: the main one. Files of others are imported by these addresses. */
  part: { name: string; addresses: Record<string, string> } | null;
}

/** A module that code can import. */
export interface BuiltModule {
  /** Below the target folder. */
  file: string;
  hasDefault: boolean;
  /** What it imports by name, at once or through other modules of the package. */
  bareImports: string[];
  /** Addresses of what it imports of other packages and parts, likewise; absent where it was built before they were told. */
  addressImports?: string[];
}

/** Modules that were built together. */
export interface BuiltPart {
  /** By the path behind the package's name. */
  modules: Record<string, BuiltModule>;
  /** Chunks that modules import. */
  chunks: string[];
}

/**
 * One version of a package as modules for browsers. Built are its named modules with all that they need. Others are
 * built when somebody imports one, all of a folder at once.
 */
export interface BuiltPackage extends BuiltPart {
  name: string;
  version: string;
  /** The part that has the module of a path, of those that are not in the main one. */
  parts: Record<string, string>;
  /** Where the other parts find each file that can be imported, and each that the main one has. */
  addresses: Record<string, string>;
  /** Paths of the same modules: each leads to another one, so that there is one instance. */
  aliases: Record<string, string>;
  /** Paths of other files of the package, where `exports` names them otherwise than they are called. */
  assets: Record<string, string>;
  /** Paths of modules that are too many to build; older builds do not name them. */
  beyond?: readonly string[];
  /** All files of the package as published. */
  files: string[];
  /** Bytes of those files. */
  size: number;
}

/** The answer of a build's process; `isReusable`: it can build another package. */
export type BuildAnswer = { built: BuiltPackage | BuiltPart; isReusable: boolean } | { failure: string };
