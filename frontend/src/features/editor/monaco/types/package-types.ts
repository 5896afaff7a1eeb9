import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { limits } from '@studio/contract/limits';
import { packageRoutes, type TypeFiles } from '@studio/contract/packages/package-routes';
import { parsePackagePath, parseSpecifier } from '@studio/contract/packages/specifier';
import { aliasDeclarations } from '@studio/engine/export/alias-declarations';
import { builtInVersions } from '@studio/engine/libraries/library-manifest';
import { readStudioConfig } from '@/config/studio-config.ts';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import { createHttpClient } from '@/lib/http-client.ts';
import { browserTime, type Time } from '@/lib/time.ts';
import type { DeclarationFile } from './declaration-files.ts';

/** The user's script. */
export interface Script {
  getValue(): string;
  onDidChangeContent(listener: () => void): { dispose(): void };
}

/** Where declarations come from: the studio's package server. */
export interface TypeSource {
  /** The paths of the declarations of packages, and of imports of them. */
  find(config: FrameworkConfig, specifiers: string[], signal: AbortSignal): Promise<Record<string, string>>;
  /** A declaration with all files that it imports within its package, by path. */
  read(path: string, signal: AbortSignal): Promise<TypeFiles>;
}

/** Limits, since more types slow down the compiler: characters in total, and packages with their dependencies. */
const most = { characters: 12_000_000, packages: 150 };
const parallelRequests = 4;
/** After this pause in typing (ms) an import is considered complete. */
const typingPauseMs = 1_000;

/**
 * Fetches the declarations of a project's packages for the editor, and those of paths within packages once the script
 * imports them. The returned function ends it. Failures are ignored: a package without types is `any`.
 */
export function followPackageTypes(
  config: FrameworkConfig,
  script: Script | undefined,
  onTypes: (files: DeclarationFile[]) => void,
  { source = studioTypes(), time = browserTime }: { source?: TypeSource; time?: Time } = {},
): () => void {
  const ended = new AbortController();
  const declarations: Declarations = { files: new Map(), folders: new Map() };
  let known: string | null = null;
  /** What was passed on last. */
  let shown: string | null = null;
  let cancelWaiting = () => {};
  let running = Promise.resolve();

  async function load(): Promise<void> {
    const specifiers = importsOf(script?.getValue() ?? '', config);
    const key = specifiers.join('\n');
    if (ended.signal.aborted || key === known) return;
    known = key;
    try {
      const failure = await addTypes(declarations, config, specifiers, source, ended.signal);
      if (failure !== null) failed(failure);
      const versioned = versionedImports(specifiers);
      const found = `${declarations.files.size} ${versioned.content}`;
      if (found === shown) return;
      shown = found;
      // Also called if there are none, to remove those of another project.
      onTypes([...libraryFiles(declarations), versioned]);
    } catch (error) {
      failed(error);
    }
  }
  function failed(error: unknown): void {
    // The next change of the script tries again.
    known = null;
    if (!ended.signal.aborted) console.warn('The types of packages could not be loaded.', error);
  }
  const loadNext = () => {
    running = running.then(load);
  };
  const change = script?.onDidChangeContent(() => {
    cancelWaiting();
    cancelWaiting = time.after(typingPauseMs, loadNext);
  });
  loadNext();
  return () => {
    cancelWaiting();
    change?.dispose();
    ended.abort();
  };
}

interface Declarations {
  /** Texts by path. */
  files: Map<string, string>;
  /** The package and version in each folder below `node_modules`: the first that was found for its name. */
  folders: Map<string, string>;
}

/** @returns the last error of a package whose declarations cannot be read, or null */
async function addTypes(
  { files, folders }: Declarations,
  config: FrameworkConfig,
  specifiers: string[],
  source: TypeSource,
  signal: AbortSignal,
): Promise<unknown> {
  let failure: unknown = null;
  const found = Object.entries(await source.find(config, specifiers, signal)).slice(0, most.packages);
  for (const [specifier, path] of found) {
    const { folder, id } = placeOf(specifier, path);
    if (!folders.has(folder)) folders.set(folder, id);
  }
  let characters = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const waiting = found.map(([, path]) => path).values();
  const readWaiting = async () => {
    for (const path of waiting) {
      if (files.has(path) || characters > most.characters) continue;
      const read = await source.read(path, signal).catch((error: unknown) => {
        failure = error;
        return {};
      });
      for (const [file, text] of Object.entries(read)) {
        if (!files.has(file)) characters += text.length;
        files.set(file, text);
      }
    }
  };
  await Promise.all(Array.from({ length: parallelRequests }, readWaiting));
  signal.throwIfAborted();
  return failure;
}

/**
 * The folder where the compiler looks for a specifier, which may be an alias: the package's own or that of its types.
 */
function placeOf(specifier: string, path: string): { folder: string; id: string } {
  const { name, id } = packageOf(path);
  const imported = parseSpecifier(specifier)?.name ?? name;
  const isTypes = name.startsWith('@types/');
  const folder = isTypes ? `@types/${imported.replace(/^@/, '').replace('/', '__')}` : imported;
  return { folder, id };
}

/** Of two versions of a package, the project's own code gets the first. Aliases get copies of the files. */
function libraryFiles({ files, folders }: Declarations): DeclarationFile[] {
  const byId = Map.groupBy(files, ([path]) => packageOf(path).id);
  const all: DeclarationFile[] = [];
  let characters = 0;
  for (const [folder, id] of folders) {
    if (characters > most.characters) break;
    for (const [path, content] of byId.get(id) ?? []) {
      all.push({ filePath: `file:///node_modules/${folder}/${packageOf(path).file}`, content });
      characters += content.length;
    }
  }
  return all;
}

function packageOf(path: string): { name: string; id: string; file: string } {
  const { name = '', version = '', subpath = '' } = parsePackagePath(decodeURI(path)) ?? {};
  return { name, id: `${name}@${version}`, file: subpath.slice(2) };
}

/** Declares imports that name a version, `three@^0.1`, as those without, which the compiler finds. */
function versionedImports(specifiers: readonly string[]): DeclarationFile {
  const aliases = specifiers.flatMap((each): [string, string][] => {
    const { name = '', range = null, subpath = '' } = parseSpecifier(each) ?? {};
    return range === null ? [] : [[each, name + subpath.slice(1)]];
  });
  return { filePath: 'file:///versioned-imports.d.ts', content: aliasDeclarations(aliases) };
}

/** The imports of paths and versions of a project's packages that occur in quotes in a script, sorted. */
export function importsOf(script: string, { packages = {} }: FrameworkConfig): string[] {
  const names = Array.from(
    script.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g),
    ([, one, other = '']) => one ?? other,
  );
  const paths = names.filter((each) => {
    const parsed = parseSpecifier(each);
    const isMore = parsed !== null && (parsed.subpath !== '.' || parsed.range !== null);
    return isMore && packages[parsed.name] !== undefined;
  });
  return [...new Set(paths)].toSorted().slice(0, limits.specifiersPerLookup);
}

/** The types of this page's studio, which need no session. */
function studioTypes(): TypeSource {
  const { assetsUrl } = readStudioConfig(document);
  const call = createHttpClient({
    baseUrl: '/api',
    fetch: (...request) => window.fetch(...request),
    token: () => null,
    onUnauthorized: () => undefined,
  });
  return {
    async find(config, specifiers, signal) {
      const { packages = {} } = config;
      const body = { specifiers, packages, carried: builtInVersions(config), types: true };
      return dataOrThrow(await call(packageRoutes.resolvePackages, { body, signal })).types;
    },
    async read(path, signal) {
      const response = await fetch(`${assetsUrl}${path}?types`, { credentials: 'omit', signal });
      if (!response.ok) throw new Error(await response.text());
      return response.json() as Promise<TypeFiles>;
    },
  };
}
