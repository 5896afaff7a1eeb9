import * as fs from 'node:fs';
import path from 'node:path';
import enhancedResolve from 'enhanced-resolve';
import { isSourceMap } from '../store/source-maps.js';
import { mainFieldsOf } from './main-fields.js';

/** Packages above these limits are refused. Source maps do not count. */
export const packageLimits = {
  files: 10_000,
  /** Phaser has 107 MiB, ONNX's runtime 117. */
  bytes: 150 * 1_048_576,
  modules: 2_000,
  /** Of importable paths: patterns in `exports` give each file many. */
  paths: 40_000,
  /** In all importable paths and their files' names. */
  pathCharacters: 8_000_000,
  /** Limit of `package.json`, which the studio's own process parses. */
  manifestBytes: 1_048_576,
};

export type Exports = string | null | Exports[] | { [key: string]: Exports };

/** The fields of a `package.json` from which the entries of a package are derived; unchecked. */
interface EntryManifest {
  name: string;
  exports?: Exports;
  browser?: unknown;
  module?: unknown;
  imports?: unknown;
  dependencies?: object;
  optionalDependencies?: object;
}

/** A package in a folder. */
export interface PackageFolder {
  folder: string;
  manifest: EntryManifest;
  /** Paths of all its files below the folder, with `/`. */
  files: ReadonlySet<string>;
  bytes: number;
}

/** Reads a package's manifest and lists its files. @throws Error if it has too many files or bytes. */
export function readPackageFolder(folder: string): PackageFolder {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as EntryManifest;
  const files = new Set<string>();
  let bytes = 0;
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      // Only the top `node_modules` has other packages, installed by npm. A deeper one is part of the package.
      if (entry.isDirectory() && name !== 'node_modules') waiting.push(name);
      if (!entry.isFile() || isSourceMap(name)) continue;
      files.add(name);
      bytes += fs.statSync(path.join(folder, name)).size;
      if (files.size > packageLimits.files || bytes > packageLimits.bytes)
        throw new Error(`${manifest.name} has too many files, or too large ones`);
    }
  }
  return { folder, manifest, files, bytes };
}

export type ImportKind = 'import' | 'require';

/**
 * Resolves an import to a file below the folder; `false` if the package excludes it in browsers, null if it does not
 * exist.
 */
export type Resolve = (specifier: string, fromFile: string, kind: ImportKind) => string | false | null;

/** The conditions of `exports` and `imports` that hold in pages. */
export function conditionsOf(kind: ImportKind): string[] {
  return ['browser', kind, 'module', 'production', 'default'];
}

/** Resolves imports of a package's own modules as bundlers for browsers do, but never outside of its folder. */
export function resolverOf(own: PackageFolder): Resolve {
  const { folder, files } = own;
  const mainFields = mainFieldsOf(own);
  const create = (kind: ImportKind, aliasFields: string[]) =>
    enhancedResolve.create.sync({
      symlinks: false,
      modules: [],
      conditionNames: conditionsOf(kind),
      mainFields,
      aliasFields,
      extensions: ['.mjs', '.js', '.cjs', '.json', '.ts', '.tsx', '.jsx'],
    });
  // In some packages, `browser` maps files to themselves or to missing ones. These resolve without it.
  const createBoth = (kind: ImportKind) => [create(kind, ['browser']), create(kind, [])];
  const resolvers = { import: createBoth('import'), require: createBoth('require') };
  return (specifier, fromFile, kind) => {
    for (const resolve of resolvers[kind]) {
      try {
        const found = resolve({}, path.dirname(path.join(folder, fromFile)), specifier);
        if (found === false) return false;
        const file = found && path.relative(folder, found.split(/[?#]/)[0] ?? '').replaceAll(path.sep, '/');
        return file && files.has(file) ? file : null;
      } catch {
        // Not found: the next resolver is tried.
      }
    }
    return null;
  };
}

const script = /(?<!\.min|\.d)\.[cm]?js$/;
const minified = /\.min\.[cm]?js$/;
const anyScript = /(?<!\.d)\.[cm]?[jt]sx?$/;
/** Folders that pages seldom import from, such as `examples/jsm` of three.js before it had `exports`. */
const aside = /(^|\/)(tests?|__tests__|spec|docs?|examples?|benchmarks?|bin|scripts|node_modules)\//;

export function isMinified(file: string): boolean {
  return minified.test(file);
}

export function isScript(file: string): boolean {
  return anyScript.test(file);
}

/** The modules and files that can be imported from a package. */
export interface Importable {
  /** Each path that may follow the package's name, with its file. */
  paths: ReadonlyMap<string, string>;
  /** The scripts that `exports` names individually and by no pattern; the main one is first. */
  named: readonly string[];
  /** Paths of scripts beyond the limit, which are not built. */
  beyond: readonly string[];
}

/** All importable paths of a package. @throws Error if there are too many */
export function importablePaths(own: PackageFolder, resolve: Resolve): Importable {
  const paths = new Map<string, string>();
  let characters = 0;
  const add = (subpath: string, file: string | false | null) => {
    if (!file || paths.has(subpath)) return;
    paths.set(subpath, file);
    characters += subpath.length + file.length;
    if (paths.size > packageLimits.paths || characters > packageLimits.pathCharacters)
      throw new Error(`${own.manifest.name} has too many importable paths, or too long ones`);
  };
  const { exports } = own.manifest;
  if (exports === undefined || exports === null) {
    add('.', resolve('./', 'package.json', 'import'));
    addFiles(own, resolve, add);
    return { ...withinLimit(paths), named: [paths.get('.') ?? ''].filter(isScript) };
  }
  const table = Object.entries(subpathsOf(exports));
  const resolveExport = (subpath: string) => {
    const specifier = own.manifest.name + subpath.slice(1);
    return resolve(specifier, 'package.json', 'import') ?? resolve(specifier, 'package.json', 'require');
  };
  for (const [subpath] of table) if (!subpath.includes('*')) add(subpath, resolveExport(subpath));
  const listed = [...paths.values()].filter(isScript);
  const byPattern = new Set<string>();
  for (const [pattern, value] of table.filter(([subpath]) => subpath.includes('*'))) {
    for (const star of starValues(value, own.files)) {
      const subpath = pattern.replace('*', () => star);
      const isPlain = isPlainTarget(value, own) && isMeantBy(subpath, pattern, table);
      const file =
        paths.get(subpath) ?? (isPlain ? value.slice(2).replace('*', () => star) : resolveExport(subpath));
      if (file) byPattern.add(file);
      add(subpath, file);
    }
  }
  const main = paths.get('.');
  return { ...withinLimit(paths), named: listed.filter((file) => file === main || !byPattern.has(file)) };
}

type AddPath = (subpath: string, file: string | false | null) => void;

/**
 * Without `exports`, every file can be imported. The main module's folder is first and what lies aside last, so that
 * these and copies of the main one are what exceeds the limit.
 */
function addFiles({ files }: PackageFolder, resolve: Resolve, add: AddPath) {
  const [ofMain] = (resolve('./', 'package.json', 'import') || '').split('/');
  const isOfMain = (file: string) => file.startsWith(`${ofMain}/`);
  const all = [...files];
  const usual = all.filter((file) => !aside.test(file));
  addEach([...usual.filter(isOfMain), ...usual.filter((file) => !isOfMain(file))], resolve, add);
  addEach(
    all.filter((file) => aside.test(file)),
    resolve,
    add,
  );
}

/** Adds each script, also without its extension unless it is minified, and each folder with a main module. */
function addEach(files: readonly string[], resolve: Resolve, add: AddPath) {
  const scripts = files.filter((file) => script.test(file));
  for (const file of scripts) add(`./${file}`, resolve(`./${file}`, 'package.json', 'import'));
  // Before `index` files: a folder's manifest decides on its main module.
  for (const file of files) {
    if (!file.endsWith('/package.json')) continue;
    const folder = path.posix.dirname(file);
    add(`./${folder}`, resolve(`./${folder}`, 'package.json', 'import'));
  }
  for (const file of scripts) {
    const bare = file.replace(/\.[cm]?js$/, '');
    add(`./${bare}`, resolve(`./${bare}`, 'package.json', 'import'));
    if (bare.endsWith('/index')) add(`./${path.posix.dirname(bare)}`, file);
  }
  for (const file of files) if (isMinified(file)) add(`./${file}`, file);
}

/** Drops the last scripts if there are too many to build. */
function withinLimit(paths: ReadonlyMap<string, string>): Pick<Importable, 'paths' | 'beyond'> {
  const scripts = new Set([...paths.values()].filter(isScript));
  const left = new Set([...scripts].slice(packageLimits.modules));
  return {
    paths: new Map([...paths].filter(([, file]) => !left.has(file))),
    beyond: [...paths].flatMap(([subpath, file]) => (left.has(file) ? [subpath] : [])),
  };
}

function subpathsOf(exports: Exports): Record<string, Exports> {
  const isTable =
    typeof exports === 'object' &&
    exports !== null &&
    !Array.isArray(exports) &&
    Object.keys(exports).every((key) => key.startsWith('.'));
  return isTable ? exports : { '.': exports };
}

/**
 * Whether a pattern's target is a plain path. Then the file is known without the resolver, which takes seconds for
 * thousands.
 */
function isPlainTarget(target: Exports, { manifest: { browser } }: PackageFolder): target is string {
  return typeof target === 'string' && /^\.\/[^*]*\*[^*]*$/.test(target) && typeof browser !== 'object';
}

/** Whether no other entry of the table matches the path. */
function isMeantBy(
  subpath: string,
  pattern: string,
  table: readonly (readonly [string, Exports])[],
): boolean {
  return table.every(([other]) => {
    const [before = '', after] = other.split('*');
    const isMatch =
      after === undefined ? other === subpath : subpath.startsWith(before) && subpath.endsWith(after);
    return other === pattern || !isMatch;
  });
}

/** The texts that `*` may stand for, from the files that match any condition of the pattern's target. */
function starValues(target: Exports, files: ReadonlySet<string>): Set<string> {
  const values = new Set<string>();
  for (const pattern of targetsOf(target)) {
    const [before = '', after] = pattern.replace(/^\.\//, '').split('*');
    if (after === undefined) continue;
    for (const file of files) {
      if (file.length > before.length + after.length && file.startsWith(before) && file.endsWith(after))
        values.add(file.slice(before.length, file.length - after.length));
    }
  }
  return values;
}

function targetsOf(target: Exports): string[] {
  if (typeof target === 'string') return [target];
  if (target === null) return [];
  const entries = Array.isArray(target)
    ? target
    : Object.entries(target).flatMap(([condition, value]) => (condition === 'types' ? [] : [value]));
  return entries.flatMap(targetsOf);
}
