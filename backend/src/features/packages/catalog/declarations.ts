import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import enhancedResolve from 'enhanced-resolve';
import { nullIfMissing } from '../../../common/errors/missing-file.js';
import { pathsBelow } from '../store/archives.js';
import type { PackageSource } from './package-source.js';

type Place = Pick<PackageSource, 'name' | 'folder'>;

const prefix = '@types/';
/** Limits of the declarations in one response, and of the references in its files that are followed; three.js has 2 MB in 700 files. */
const most = { files: 3_000, bytes: 16 * 1_048_576, references: 20_000 };

/** Whether a package contains only declarations for another one. */
export function isTypesPackage(name: string): boolean {
  return name.startsWith(prefix);
}

/** The package with the declarations of another one, such as `@types/babel__core` for `@babel/core`. */
export function typesPackageOf(name: string): string {
  return prefix + name.replace(/^@/, '').replace('/', '__');
}

/** The name that code imports: `@babel/core` for `@types/babel__core`. */
export function codeName(name: string): string {
  if (!isTypesPackage(name)) return name;
  const [scope, rest] = name.slice(prefix.length).split('__');
  return rest === undefined ? (scope ?? '') : `@${scope}/${rest}`;
}

export function isDeclaration(subpath: string): boolean {
  return /\.d(?:\.[\w-]+)?\.[cm]?ts$/.test(subpath);
}

/** The path of a package's file; null if it does not exist or is outside of the folder. */
export async function fileIn(folder: string, file: string): Promise<string | null> {
  if (file.split('/').some((part) => part === 'node_modules' || part === '..')) return null;
  try {
    const found = path.join(folder, file);
    const [real, realFolder] = await Promise.all([realpath(found), realpath(folder)]);
    return real.startsWith(realFolder + path.sep) && (await lstat(found)).isFile() ? found : null;
  } catch (error) {
    return nullIfMissing(error);
  }
}

const resolvers = ['import', 'require'].map((kind) =>
  enhancedResolve.create.sync({
    symlinks: false,
    modules: [],
    conditionNames: ['types', kind, 'module', 'browser', 'default'],
    mainFields: ['types', 'typings', 'module', 'main'],
    extensions: ['.d.ts', '.d.mts', '.d.cts'],
    // A module's declarations are beside it, or replace it.
    extensionAlias: { '.js': '.d.ts', '.jsx': '.d.ts', '.mjs': '.d.mts', '.cjs': '.d.cts' },
    // As in TypeScript: the declarations beside a file that `exports` names are used.
    extensionAliasForExports: true,
  }),
);

/** The file with the declarations for a path after the package's name; null if the package has none. */
export async function declarationOf({ name, folder }: Place, subpath: string): Promise<string | null> {
  const requests = [name + subpath.slice(1), subpath === '.' ? './' : subpath];
  const candidates = requests.flatMap((request) =>
    resolvers.map((resolver) => found(resolver, folder, request)),
  );
  for (const candidate of candidates) {
    if (candidate === null) continue;
    const file = path.relative(folder, candidate).replaceAll(path.sep, '/');
    if (isDeclaration(file) && (await fileIn(folder, file)) !== null) return file;
  }
  return null;
}

function found(resolver: (typeof resolvers)[number], folder: string, request: string): string | null {
  try {
    return resolver({}, folder, request) || null;
  } catch {
    return null;
  }
}

const reference =
  /(?:\bfrom\s*|\bimport\s{0,9}\(?\s{0,9}|\brequire\s*\(\s*|<reference\s+path\s*=\s*)(["'])([^"'\n]+)\1/g;

/** A declaration file, all others of the package that it imports, and the manifest: texts by file name. */
export async function declarationsFrom({ folder }: Place, file: string): Promise<Record<string, string>> {
  const present = new Set(await pathsBelow(folder));
  const texts: Record<string, string> = {};
  const reached = new Set(['package.json', file]);
  let { bytes, references } = most;
  for (const name of reached) {
    const place = path.join(folder, name);
    const { size } = await stat(place);
    if (size > bytes) continue;
    bytes -= size;
    const text = await readFile(place, 'utf8');
    texts[name] = text;
    for (const [, , target = ''] of text.matchAll(reference)) {
      if (references === 0) break;
      references -= 1;
      // Others are served between the references of one long file.
      if (references % 1_000 === 0) await nextTurn();
      if (!target.startsWith('.') && !target.endsWith('.ts')) continue;
      const found = possibleFiles(path.posix.join(path.posix.dirname(name), target));
      for (const each of found) if (present.has(each) && reached.size <= most.files) reached.add(each);
    }
  }
  return texts;
}

/** The files that a relative import in a declaration may mean. Not all of them exist. */
function possibleFiles(target: string): string[] {
  if (isDeclaration(target)) return [target];
  const [, bare = target, kind = ''] = /^(.*)\.([cm]?)[jt]sx?$/.exec(target) ?? [];
  return [`${bare}.d.${kind}ts`, `${target}.d.ts`, `${target}/index.d.ts`];
}
