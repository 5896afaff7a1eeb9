import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type {
  PackageDetails,
  PackageList,
  ResolvedPackages,
  ResolvePackages,
} from '@studio/contract/packages/package-routes';
import { type PackageFile, packagePath } from '@studio/contract/packages/specifier';
import { builtInPackages } from '@studio/engine/libraries/built-in-modules';
import { LRUCache } from 'lru-cache';
import semver from 'semver';
import { Config } from '../../config/config.js';
import { JobLock } from '../../database/advisory-locks.js';
import { BudgetsService } from '../budgets/budgets.service.js';
import { BuildFailed } from './building/build-failed.js';
import { addressImportsOf, type BuiltModule } from './building/built-package.js';
import { PackageBuilds } from './building/package-builds.js';
import { sameModule } from './building/virtual-modules.js';
import type { Catalog } from './catalog/catalog.js';
import { closestNamesOfLookup } from './catalog/closest-names.js';
import { isDeclaration, isTypesPackage } from './catalog/declarations.js';
import { dependenciesBelow } from './catalog/dependencies.js';
import { newestOf } from './catalog/newest-version.js';
import { addressesOfPolyfills, polyfills } from './catalog/node-polyfills.js';
import { nameAndVersion, type PackageSource, requiredPeers } from './catalog/package-source.js';
import { maxFound, rankPackages } from './catalog/rank-packages.js';
import { Shelf } from './catalog/shelf.js';
import { StoredPackages } from './catalog/stored-packages.js';
import { type TypeSources, typesFor } from './catalog/types-for.js';
import { PackageResolution } from './package-resolution.js';
import { FetchRequest } from './registry/fetch-request.js';
import { orRefusal, RegistryRefusal, unlessRefused } from './registry/registry-jobs.js';
import { RegistryPackages } from './registry/registry-packages.js';
import { readDeclaration, readShipped, type ServedAs, type ServedPackageFile } from './served-file.js';
import { filesBelow } from './store/archives.js';
import { LocalFolders } from './store/local-folders.js';
import { PackageStore } from './store/package-store.js';

/** The owner of builds by a command, for the queue. */
const commandLine = 'command line';

/** Limit of the local folders, in bytes. */
const localBytes = 4 * 1_024 * 1_048_576;

/** The npm packages that code can import (specification: Packages). */
@Injectable()
export class PackagesService implements OnApplicationShutdown {
  readonly #shelf = new Shelf();
  readonly #stored: StoredPackages;
  readonly #builds: PackageBuilds;
  /** Null unless packages of a registry are allowed. */
  readonly #registry: RegistryPackages | null;
  readonly #sizes = new LRUCache<string, number, PackageSource>({
    max: 10_000,
    fetchMethod: async (_id, _stale, { context }) => (await filesBelow(context.folder)).bytes,
  });

  constructor(
    private readonly config: Config,
    private readonly store: PackageStore,
    private readonly budgets: BudgetsService,
    lock: JobLock,
  ) {
    const folders = new LocalFolders(path.join(config.dataDir, 'packages'), localBytes);
    this.#stored = new StoredPackages(store, folders);
    this.#builds = new PackageBuilds({
      folders,
      store,
      lock,
      find: (name, version) => this.#find(name, version),
      describe: (source) => this.#describe(source),
    });
    const settings = { address: config.packageRegistry, minAge: config.packageMinAge };
    const onFetch = (name: string) => {
      if (!isTypesPackage(name)) this.#builds.prepare();
    };
    // Leaves room for packages that are deleted a day later.
    const maxBytes = 2 * config.packageBytes;
    const own = { maxBytes, shelf: this.#shelf, stored: this.#stored, store, folders, lock, onFetch };
    this.#registry = config.modules === 'registry' ? new RegistryPackages({ settings, ...own }) : null;
  }

  async onApplicationShutdown(): Promise<void> {
    this.#registry?.close();
    await this.#builds.close();
  }

  /** Builds and stores the whole shelf with its dependencies. Skips what is stored already. */
  async buildShelf(progress: (line: string) => void): Promise<{ built: number; failed: string[] }> {
    const sources = (await this.#shelf.all()).filter(({ name }) => !isTypesPackage(name));
    const failed: string[] = [];
    for (const [index, source] of sources.entries()) {
      progress(`${index + 1} of ${sources.length}: ${nameAndVersion(source)}`);
      try {
        const { parts } = await this.#builds.get(source, commandLine);
        for (const part of new Set(Object.values(parts))) await this.#builds.part(source, part, commandLine);
      } catch (error) {
        if (!(error instanceof BuildFailed)) throw error;
        failed.push(error.message);
      }
      await this.#builds.settled();
    }
    return { built: sources.length - failed.length, failed };
  }

  /**
   * At most 20 packages, those of the shelf first, each the best match first; without a text the whole shelf.
   * @param requester the network whose share of the queue a search in the registry uses
   */
  async search(text: string, requester: string): Promise<PackageList> {
    const words = text.trim().toLowerCase();
    const ranked = rankPackages(await this.#list(), words);
    const found = words === '' ? ranked : ranked.slice(0, maxFound);
    const onShelf = await Promise.all(found.map((source) => this.#detailsOf(source)));
    if (!this.#registry || words === '' || onShelf.length >= maxFound)
      return { packages: onShelf, problem: null };
    try {
      const registered = await this.#registry.search(words, requester);
      const names = new Set((await this.#list()).map(({ name }) => name));
      const others = registered.filter(({ name }) => !names.has(name));
      return { packages: [...onShelf, ...others].slice(0, maxFound), problem: null };
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      return { packages: onShelf, problem: error.message };
    }
  }

  /**
   * Resolves imports to versions, see `PackageResolution`.
   * @param requester the network or account that builds are queued for
   */
  async resolve(asked: ResolvePackages, requester: string): Promise<ResolvedPackages> {
    const request = new FetchRequest(requester, this.budgets);
    const catalog = this.#catalogFor(request);
    const resolution = new PackageResolution(catalog, asked);
    await resolution.addImports(asked.specifiers);
    const { packages, problems, defaults } = resolution;
    const types = asked.types ? await typesFor(asked.specifiers, packages, this.#typeSources(request)) : {};
    const dependencies = asked.dependencies
      ? await dependenciesBelow(packages, (...version) => unlessRefused(catalog.find(...version)))
      : {};
    const details: ResolvedPackages['details'] = {};
    const newest = await Promise.all(
      Object.keys(packages).map((name) => this.#newestVersion(name, asked.newest, requester)),
    );
    for (const [index, [name, version]] of Object.entries(packages).entries()) {
      const source = await orRefusal(this.#find(name, version));
      const { [index]: found } = newest;
      if (found instanceof RegistryRefusal) resolution.addRefusal(name, found);
      if (source instanceof RegistryRefusal) {
        // Without `newest` only imports were asked for, and `addImports` has reported their problems.
        if (asked.newest) resolution.addRefusal(name, source);
        continue;
      }
      // The project may already have a later version, from another studio or from an import of a prerelease.
      const isNewer = typeof found === 'string' && semver.gt(found, version);
      if (source) details[name] = { ...(await this.#detailsOf(source)), newest: isNewer ? found : version };
    }
    return { packages, details, types, dependencies, defaults, problems };
  }

  /** Protects a version from eviction for a while. Readers do not wait for it, so errors are ignored. */
  markUsed(version: Pick<PackageSource, 'name' | 'version'>): void {
    void this.store.markUsed(version).catch(() => undefined);
  }

  /**
   * A module or file of a package; null if package, version or file do not exist.
   * @throws BuildFailed, RegistryRefusal
   */
  async read(file: PackageFile, as: ServedAs, requester: string): Promise<ServedPackageFile | null> {
    const request = new FetchRequest(requester, this.budgets);
    const source = await this.#findOrFetch(file.name, file.version, request);
    if (!source) return null;
    this.markUsed(source);
    if (isDeclaration(file.subpath)) return readDeclaration(source, file.subpath, as);
    const code = await this.#readModule(source, file.subpath, requester);
    return code === null
      ? readShipped(await this.#builds.get(source, requester), file.subpath, as)
      : { kind: 'module', code };
  }

  /** The code of a module or a chunk; null for any other path. */
  async #readModule(source: PackageSource, subpath: string, requester: string): Promise<string | null> {
    const { name, version, aliases, chunks, parts, target } = await this.#builds.get(source, requester);
    const same = aliases[subpath];
    if (same !== undefined) {
      const { module } = (await this.#findModule(source, same, requester)) ?? {};
      return sameModule(packagePath(name, version, same), module?.hasDefault ?? false);
    }
    const file = subpath.slice(2);
    const [, ofPart] = /^~\/(in[^/]*)\//.exec(file) ?? [];
    if (chunks.includes(file)) return readFile(path.join(target, file), 'utf8');
    if (ofPart !== undefined) {
      if (!Object.values(parts).includes(ofPart)) return null;
      const part = await this.#builds.part(source, ofPart, requester);
      return part.chunks.includes(file) ? readFile(path.join(part.target, file), 'utf8') : null;
    }
    const found = await this.#findModule(source, subpath, requester);
    return found && readFile(path.join(found.target, found.module.file), 'utf8');
  }

  async #findModule(
    source: PackageSource,
    subpath: string,
    requester: string,
  ): Promise<{ module: BuiltModule; target: string } | null> {
    const built = await this.#builds.get(source, requester);
    const first = built.aliases[subpath] ?? subpath;
    const partName = built.parts[first];
    const part = partName === undefined ? built : await this.#builds.part(source, partName, requester);
    const module = part.modules[first];
    if (!module) return null;
    return { module: { ...module, addressImports: addressImportsOf(part, module) }, target: part.target };
  }

  #catalogFor(request: FetchRequest): Catalog {
    const { requester } = request;
    return {
      best: async (name, range) =>
        (await this.#stored.asStored(await this.#newestOnShelf(name, range))) ??
        this.#fetchBest(name, range, request),
      find: async (name, version) => this.#stored.asStored(await this.#findOrFetch(name, version, request)),
      has: async (name) => (await this.#versionsOf(name)).length > 0,
      names: async () => [
        ...builtInPackages,
        ...(this.config.modules === 'off' ? [] : await this.#shelf.all()).map(({ name }) => name),
      ],
      closest: closestNamesOfLookup(() => this.budgets.charge('list', requester, 1)),
      build: (source) => this.#builds.get(source, requester),
      findModule: async (source, subpath) =>
        (await this.#findModule(source, subpath, requester))?.module ?? null,
    };
  }

  #typeSources(request: FetchRequest): TypeSources {
    return {
      find: (name, version) => unlessRefused(this.#find(name, version)),
      versionsOf: (name) => this.#versionsOf(name),
      fetch: (name, range) => unlessRefused(this.#fetchBest(name, range, request)),
    };
  }

  async #list(): Promise<PackageSource[]> {
    return this.config.modules === 'off' ? [] : this.#shelf.list();
  }

  async #find(name: string, version: string): Promise<PackageSource | null> {
    if (this.config.modules === 'off') return null;
    return (await this.#shelf.find(name, version)) ?? this.#stored.find(name, version);
  }

  /** The newest matching version of the registry; null for a module of Node without a replacement. */
  async #fetchBest(name: string, range: string | null, request: FetchRequest): Promise<PackageSource | null> {
    const isOfNode = isBuiltin(name) && !polyfills.includes(name);
    return isOfNode ? null : (this.#registry?.best(name, range, request) ?? null);
  }

  async #findOrFetch(name: string, version: string, request: FetchRequest): Promise<PackageSource | null> {
    return (await this.#find(name, version)) ?? this.#fetchBest(name, version, request);
  }

  /** The newest version; null if unknown; the refusal if the registry refuses. */
  async #newestVersion(name: string, isAwaited: boolean, requester: string) {
    const onShelf = await this.#newestOnShelf(name, null);
    if (onShelf || !this.#registry) return onShelf?.version ?? null;
    return isAwaited ? orRefusal(this.#registry.newest(name, requester)) : this.#registry.newestKnown(name);
  }

  async #newestOnShelf(name: string, range: string | null): Promise<PackageSource | null> {
    if (this.#registry) return this.#shelf.newestNamed(name, range);
    return newestOf(await this.#versionsOf(name), range);
  }

  async #versionsOf(name: string): Promise<PackageSource[]> {
    return this.config.modules === 'off' ? [] : this.#shelf.versionsOf(name);
  }

  async #detailsOf(source: PackageSource): Promise<PackageDetails> {
    const stored = source.origin === 'registry' ? await this.store.find(source) : null;
    const size = stored?.size ?? (await this.#sizes.fetch(nameAndVersion(source), { context: source })) ?? 0;
    const { description, license } = source.manifest;
    return { name: source.name, version: source.version, description, license, size, source: source.origin };
  }

  async #describe({ manifest, dependencies }: PackageSource) {
    return {
      bare: [
        ...builtInPackages,
        ...Object.keys(requiredPeers(manifest)).filter((name) => !(name in dependencies)),
      ],
      builtins: await addressesOfPolyfills((name) => this.#versionsOf(name)),
    };
  }
}
