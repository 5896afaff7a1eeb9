import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PackageDetails, ResolvedPackages, ResolvePackages } from '@studio/contract/http/packages';
import { type PackageFile, packagePath } from '@studio/contract/packages/specifier';
import { carriedPackages } from '@studio/engine/libraries/bundled-modules';
import { LRUCache } from 'lru-cache';
import { Config } from '../../config/config.js';
import type { BuiltModule } from './building/built-package.js';
import { type Built, PackageBuilds } from './building/package-builds.js';
import { fileAddress, sameModule, styleModule } from './building/virtual-modules.js';
import { nameAndVersion, type PackageSource, requiredPeers } from './catalog/package-source.js';
import { Shelf } from './catalog/shelf.js';
import { type Catalog, newestOf, PackageResolution } from './package-resolution.js';

/** What stands in for modules of Node, where it is on the shelf. */
const standIns = ['assert', 'buffer', 'events', 'process', 'punycode', 'string_decoder', 'url', 'util'];

/** What a request for a module or a file of a package is answered with. */
export type ServedPackageFile =
  /** A module that was built, or text that leads to it. */
  | { kind: 'module'; code: string }
  /** A file as the package has it. */
  | { kind: 'file'; path: string }
  /** A file whose own address is this one, from which it finds others. */
  | { kind: 'elsewhere'; address: string };

/** The npm packages that code can import (specification: Packages). */
@Injectable()
export class PackagesService implements OnApplicationShutdown {
  readonly #shelf = new Shelf();
  readonly #builds: PackageBuilds;
  readonly #sizes = new LRUCache<string, number, PackageSource>({
    max: 10_000,
    fetchMethod: (_id, _stale, { context }) => bytesIn(context.folder),
  });
  readonly #catalog: Catalog;

  constructor(private readonly config: Config) {
    this.#builds = new PackageBuilds(path.join(config.dataDir, 'packages'), (source) =>
      this.#describe(source),
    );
    this.#catalog = {
      best: async (name, range) => newestOf(await this.#versionsOf(name), range),
      find: (name, version) => this.#find(name, version),
      has: async (name) => (await this.#versionsOf(name)).length > 0,
      names: async () => (await this.#list()).map(({ name }) => name),
      build: (source) => this.#builds.get(source),
      findModule: async (source, subpath) => (await this.#findModule(source, subpath))?.module ?? null,
    };
  }

  onApplicationShutdown(): void {
    this.#builds.close();
  }

  /** At most 20, best first; without a text all of the shelf. */
  async search(text: string): Promise<PackageDetails[]> {
    const words = text.trim().toLowerCase();
    const ranked = (await this.#list())
      .map((source) => ({ source, rank: rankOf(source, words) }))
      .filter(({ rank }) => rank >= 0)
      .toSorted((one, other) => one.rank - other.rank);
    const found = words === '' ? ranked : ranked.slice(0, mostFound);
    return Promise.all(found.map(({ source }) => this.#detailsOf(source)));
  }

  async resolve(asked: ResolvePackages): Promise<ResolvedPackages> {
    const resolution = new PackageResolution(this.#catalog, asked);
    for (const specifier of new Set(asked.specifiers)) await resolution.addImport(specifier);
    const { packages, problems } = resolution;
    const details: ResolvedPackages['details'] = {};
    for (const [name, version] of Object.entries(packages)) {
      const source = await this.#find(name, version);
      const newest = newestOf(await this.#versionsOf(name), null);
      if (source) details[name] = { ...(await this.#detailsOf(source)), newest: newest?.version ?? version };
    }
    return { packages, details, problems };
  }

  /** @returns null where there is no such package, version or file. @throws BuildFailed */
  async read(file: PackageFile, asModule: boolean): Promise<ServedPackageFile | null> {
    const source = await this.#find(file.name, file.version);
    if (!source) return null;
    const code = await this.#readModule(source, file.subpath);
    return code === null
      ? readShipped(await this.#builds.get(source), file.subpath, asModule)
      : { kind: 'module', code };
  }

  /** The code of a module or a chunk; null where the path means none. */
  async #readModule(source: PackageSource, subpath: string): Promise<string | null> {
    const { name, version, aliases, chunks, target } = await this.#builds.get(source);
    const same = aliases[subpath];
    if (same !== undefined) {
      const { module } = (await this.#findModule(source, same)) ?? {};
      return sameModule(packagePath(name, version, same), module?.hasDefault ?? false);
    }
    const file = subpath.slice(2);
    const [, ofPart] = /^~\/(in[^/]*)\//.exec(file) ?? [];
    if (chunks.includes(file)) return readFile(path.join(target, file), 'utf8');
    if (ofPart !== undefined) {
      const part = await this.#builds.part(source, ofPart);
      return part.chunks.includes(file) ? readFile(path.join(part.target, file), 'utf8') : null;
    }
    const found = await this.#findModule(source, subpath);
    return found && readFile(path.join(found.target, found.module.file), 'utf8');
  }

  async #findModule(
    source: PackageSource,
    subpath: string,
  ): Promise<{ module: BuiltModule; target: string } | null> {
    const built = await this.#builds.get(source);
    const first = built.aliases[subpath] ?? subpath;
    const partName = built.parts[first];
    const part = partName === undefined ? built : await this.#builds.part(source, partName);
    const module = part.modules[first];
    return module ? { module, target: part.target } : null;
  }

  async #list(): Promise<PackageSource[]> {
    return this.config.modules === 'off' ? [] : this.#shelf.list();
  }

  async #find(name: string, version: string): Promise<PackageSource | null> {
    return this.config.modules === 'off' ? null : this.#shelf.find(name, version);
  }

  async #versionsOf(name: string): Promise<PackageSource[]> {
    return this.config.modules === 'off' ? [] : this.#shelf.versionsOf(name);
  }

  async #detailsOf(source: PackageSource): Promise<PackageDetails> {
    const size = (await this.#sizes.fetch(nameAndVersion(source), { context: source })) ?? 0;
    const { description, license } = source.manifest;
    return { name: source.name, version: source.version, description, license, size, source: 'shelf' };
  }

  async #describe({ manifest, dependencies }: PackageSource) {
    const found = await Promise.all(
      standIns.map(async (name) => newestOf(await this.#versionsOf(name), null)),
    );
    const builtins = found.flatMap((source) =>
      source ? [[source.name, packagePath(source.name, source.version)]] : [],
    );
    return {
      bare: [
        ...carriedPackages,
        ...Object.keys(requiredPeers(manifest)).filter((name) => !(name in dependencies)),
      ],
      builtins: Object.fromEntries(builtins) as Record<string, string>,
    };
  }
}

const mostFound = 20;

/** How well it answers a search, 0 the best; negative: not at all. */
function rankOf({ name, manifest: { keywords, description } }: PackageSource, words: string): number {
  if (words === '' || name === words) return 0;
  if (name.startsWith(words)) return 1;
  if (name.includes(words)) return 2;
  if (keywords.some((keyword) => keyword.toLowerCase().includes(words))) return 3;
  return description.toLowerCase().includes(words) ? 4 : -1;
}

/** A file as it was published. */
async function readShipped(
  built: Built,
  subpath: string,
  asModule: boolean,
): Promise<ServedPackageFile | null> {
  const file = subpath.slice(2);
  const shipped = built.assets[subpath] ?? (built.files.includes(file) ? file : undefined);
  if (shipped === undefined) return null;
  const place = path.join(built.folder, shipped);
  if (asModule && shipped.endsWith('.css'))
    return { kind: 'module', code: styleModule(fileAddress(built, shipped)) };
  if (asModule && shipped.endsWith('.json'))
    return { kind: 'module', code: `export default ${await readFile(place, 'utf8')};` };
  return shipped === file
    ? { kind: 'file', path: place }
    : { kind: 'elsewhere', address: fileAddress(built, shipped) };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const own = entries.filter(
    (entry) => entry.isFile() && !path.relative(folder, entry.parentPath).startsWith('node_modules'),
  );
  const sizes = await Promise.all(
    own.map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
