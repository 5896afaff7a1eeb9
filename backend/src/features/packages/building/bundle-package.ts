import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asModule, packagePath, parseSpecifier } from '@studio/contract/packages/specifier';
import { init } from 'es-module-lexer';
import { type OutputChunk, rolldown } from 'rolldown';
import { brokenFiles } from './broken-files.js';
import type { BuildJob, BuiltModule, BuiltPackage, BuiltPart } from './built-package.js';
import { importsIn, withAddresses } from './chunk-imports.js';
import { DataModules } from './data-modules.js';
import { importablePaths, isMinified, isScript, readPackageFolder, resolverOf } from './package-entries.js';
import { type Building, packagePlugin, whyBroken } from './package-plugin.js';
import * as virtual from './virtual-modules.js';

/**
 * With at most this many named modules, code is split into chunks by the modules that need it; with more, the code of
 * the main one is one chunk.
 */
const fewEntries = 16;
/** How often a build is tried. Each try leaves out the files that could not be parsed. */
const maxTries = 5;
/** A list of more addresses is stored once for all modules that have it. */
const longList = 100;
const mainPart = 'main';

/**
 * Builds a part of a package into modules for browsers, in one build, so that shared code exists once: the named
 * modules' code in a few chunks, every other file as a module. Other packages are imported by address or by name.
 */
export async function bundlePackage(job: BuildJob): Promise<BuiltPackage | BuiltPart> {
  await init;
  const own = readPackageFolder(job.folder);
  const resolve = resolverOf(own);
  const importable = importablePaths(own, resolve);
  const files = filesWithPaths(importable.paths);
  const named = new Set(importable.named);
  const building: Building = {
    job,
    own,
    resolve,
    importable,
    data: new DataModules(job.dataFrom),
    broken: new Map(),
    hasOtherParts: false,
  };
  if (job.part) {
    const { name, addresses } = job.part;
    const inOtherParts = [...files].filter(([file]) => !(file in addresses));
    const wanted = inOtherParts.flatMap(([file]) => (partOf(file) === name ? [file] : []));
    for (const [file, [first]] of inOtherParts) {
      if (!wanted.includes(file)) addresses[file] = packagePath(job.name, job.version, first);
    }
    return writePart(building, files, await bundle(building, wanted));
  }
  building.hasOtherParts = [...files.keys()].some((file) => !named.has(file));
  const chunks = named.size === 0 ? [] : await bundle(building, [...named]);
  return describePackage(building, files, chunks);
}

/** The importable scripts, each with its paths; the first path is the main one. */
function filesWithPaths(paths: ReadonlyMap<string, string>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [subpath, file] of paths) {
    if (isScript(file)) files.set(file, [...(files.get(file) ?? []), subpath]);
  }
  return files;
}

/**
 * The part of a file outside the main part: that of its top folder. Minified files are copies of others, and built
 * alone.
 */
function partOf(file: string): string {
  if (isMinified(file)) return `in-${createHash('sha256').update(file).digest('hex').slice(0, 16)}`;
  return file.includes('/') ? `in-${file.slice(0, file.indexOf('/'))}` : 'in';
}

async function bundle(building: Building, files: readonly string[]): Promise<OutputChunk[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await bundleOnce(building, files);
    } catch (error) {
      const before = building.broken.size;
      for (const [file, reason] of brokenFiles(error, building.own)) building.broken.set(file, reason);
      if (tries === maxTries || building.broken.size === before) throw error;
    }
  }
}

async function bundleOnce(building: Building, files: readonly string[]): Promise<OutputChunk[]> {
  const { job, own } = building;
  const build = await rolldown({
    input: Object.fromEntries(files.map((file, index) => [`m${index}`, virtual.virtualId('entry', file)])),
    cwd: own.folder,
    platform: 'browser',
    tsconfig: false,
    plugins: [packagePlugin(building, new Set(files))],
    shimMissingExports: true,
    // Absolute addresses stay absolute, because a module's address differs from the path of its code.
    makeAbsoluteExternalsRelative: false,
    logLevel: 'silent',
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        'process.env': '{}',
        global: 'globalThis',
        // Flags that Vue's packages expect the bundler to set.
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
  });
  try {
    const groupOf = job.part ? () => null : chunkGroups(building);
    const folder = `~/${job.part?.name ?? mainPart}`;
    const { output } = await build.generate({
      format: 'esm',
      entryFileNames: `${folder}/[name]-[hash].js`,
      chunkFileNames: `${folder}/[hash].js`,
      // Functions and classes keep their names, because libraries and people read them.
      minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
      codeSplitting: {
        groups: [
          { name: (id, graph) => groupOf(id, (asked) => graph.getModuleInfo(asked)?.importedIds ?? []) },
        ],
      },
    });
    return output.filter((one) => one.type === 'chunk');
  } finally {
    await build.close();
  }
}

type ImportsOf = (id: string) => readonly string[];

/**
 * A function that returns a module's chunk, by the named modules that need it; null leaves the choice to the bundler.
 */
function chunkGroups({ importable: { named, paths } }: Building) {
  // With one named module nothing is shared, so that it stays one request.
  if (named.length === 1) return () => null;
  const starts = named.length > fewEntries ? named.filter((file) => file === paths.get('.')) : named;
  let reached: Map<string, string> | undefined;
  return (id: string, importsOf: ImportsOf): string | null => {
    reached ??= reachedBy(starts, importsOf);
    return reached.get(id) ?? null;
  };
}

/** For each module, the numbers of the entries that reach it, as a text. */
function reachedBy(starts: readonly string[], importsOf: ImportsOf): Map<string, string> {
  const reached = new Map<string, string>();
  const entries = starts.map((start) => virtual.virtualId('entry', start));
  for (const [index, entry] of entries.entries()) {
    const seen = new Set<string>();
    const waiting = [entry];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      reached.set(next, `${reached.get(next) ?? ''}-${index}`);
      waiting.push(...importsOf(next));
    }
  }
  // Entries are in no group: they only re-export their files.
  for (const entry of entries) reached.delete(entry);
  return reached;
}

function describePackage(
  building: Building,
  files: ReadonlyMap<string, readonly string[]>,
  chunks: readonly OutputChunk[],
): BuiltPackage {
  const { job, own, importable } = building;
  const part = writePart(building, files, chunks);
  const addresses: Record<string, string> = {};
  const parts: Record<string, string> = {};
  const aliases: Record<string, string> = {};
  for (const { fileName, facadeModuleId } of chunks) {
    const file = fileOfEntry(facadeModuleId);
    if (file !== null)
      addresses[file] = packagePath(job.name, job.version, files.get(file)?.[0] ?? `./${fileName}`);
  }
  for (const [file, [first = '.', ...others]] of files) {
    for (const other of others) aliases[other] = first;
    if (addresses[file] !== undefined) continue;
    parts[first] = partOf(file);
  }
  const assets = [...importable.paths].filter(
    ([subpath, file]) => !isScript(file) && subpath !== `./${file}`,
  );
  return {
    ...part,
    name: job.name,
    version: job.version,
    parts,
    addresses,
    aliases,
    assets: Object.fromEntries(assets),
    beyond: importable.beyond,
    files: [...own.files],
    size: own.bytes,
  };
}

function fileOfEntry(facadeModuleId: string | null | undefined): string | null {
  const entry = facadeModuleId ? virtual.parseVirtualId(facadeModuleId) : null;
  return entry?.kind === 'entry' ? entry.value : null;
}

function writePart(
  building: Building,
  files: ReadonlyMap<string, readonly string[]>,
  chunks: readonly OutputChunk[],
): BuiltPart {
  const { job, broken } = building;
  const modules: Record<string, BuiltModule> = {};
  const others: string[] = [];
  /** Addresses by chunk: a module's address by its path, or else the chunk's own. */
  const addresses = new Map<string, string>();
  const imported = new Map(chunks.map((chunk) => [chunk.fileName, importsIn(chunk)]));
  const lists = new SharedLists();
  for (const chunk of chunks) {
    const file = fileOfEntry(chunk.facadeModuleId);
    const [first] = (file !== null && files.get(file)) || [];
    addresses.set(chunk.fileName, packagePath(job.name, job.version, first ?? `./${chunk.fileName}`));
    if (first === undefined) {
      others.push(chunk.fileName);
      continue;
    }
    modules[first] = {
      file: chunk.fileName,
      hasDefault: chunk.exports.includes('default'),
      ...(file !== null && broken.has(file) && { broken: whyBroken(building, file) }),
      ...importsOf(chunk, imported, lists),
    };
  }
  for (const chunk of chunks) {
    const target = path.join(job.target, chunk.fileName);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, withAddresses(chunk, addresses));
  }
  return { modules, chunks: others, ...(lists.all.length > 0 && { addressLists: lists.all }) };
}

/** Equal long lists, each stored once. */
class SharedLists {
  readonly all: string[][] = [];
  readonly #indexes = new Map<string, number>();

  /** @returns the index of the list. */
  add(list: string[]): number {
    const key = list.join();
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.all.length);
    return this.all.push(list) - 1;
  }
}

/**
 * The static imports of a module, its own and those of the chunks that it needs. `imported`: the imports of each
 * chunk.
 */
function importsOf(
  entry: OutputChunk,
  imported: ReadonlyMap<string, readonly string[]>,
  lists: SharedLists,
): Pick<BuiltModule, 'bareImports' | 'addressImports' | 'addressList'> {
  const bareImports: string[] = [];
  const addressImports: string[] = [];
  const seen = new Set<string>();
  const waiting = [entry.fileName];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const ofChunk = imported.get(next);
    const specifier = next.endsWith(asModule) ? next.slice(0, -asModule.length) : next;
    if (ofChunk) waiting.push(...ofChunk);
    else if (parseSpecifier(specifier)) bareImports.push(specifier);
    else if (next.startsWith('/packages/')) addressImports.push(next);
  }
  const sorted = { bareImports: bareImports.toSorted(), addressImports: addressImports.toSorted() };
  if (addressImports.length <= longList) return sorted;
  return { bareImports: sorted.bareImports, addressList: lists.add(sorted.addressImports) };
}
