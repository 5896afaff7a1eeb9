import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { dependenciesOf } from '../catalog/dependencies.js';
import { nameAndVersion, type PackageSource } from '../catalog/package-source.js';
import { filesBelow } from '../store/archives.js';
import { filesPart, type PackageStore, packPart } from '../store/package-store.js';

interface Options {
  store: PackageStore;
  find(name: string, version: string): Promise<PackageSource | null>;
}

/** Stores what is built in the background, one part after another. */
export class BuildStorage {
  readonly #options: Options;
  /** Packages and parts that are known to be stored. Entries expire, because packages may be evicted. */
  readonly #kept = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 });
  /** Leaves the connection of the build, which is closed with the lock of the build. */
  readonly #outsideOfBuild = AsyncLocalStorage.snapshot();
  readonly #logger = new Logger('packages');
  #storing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves once everything that was added so far is stored. */
  settled(): Promise<void> {
    return this.#storing;
  }

  /** Waits for the part that is being stored, and stores no further one. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.settled();
  }

  /** Stores a part and its package, unless they are known to be stored. */
  add(name: string, source: PackageSource, part: string, target: string): void {
    if (this.#kept.has(name)) return;
    this.#kept.set(name, true);
    this.#storing = this.#storing.then(() =>
      this.#outsideOfBuild(() => this.#storeNow(name, source, part, target)),
    );
  }

  /** What cannot be stored is tried again with its next use. */
  async #storeNow(name: string, source: PackageSource, part: string, target: string): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#keep(source);
      await this.#options.store.addPart(source, part, target, (await filesBelow(target)).files);
    } catch (error) {
      this.#kept.delete(name);
      this.#logger.warn({ err: error }, `${nameAndVersion(source)} could not be stored`);
    }
  }

  /**
   * Stores a package's files and those of its dependencies, even unused ones: projects with the package need them
   * later.
   */
  async #keep(source: PackageSource): Promise<void> {
    const id = nameAndVersion(source);
    if (this.#kept.has(id)) return;
    this.#kept.set(id, true);
    try {
      await this.#addFiles(source);
      for (const dependency of dependenciesOf(source.dependencies)) {
        const found = await this.#options.find(dependency.name, dependency.version);
        if (found) await this.#keep(found);
      }
    } catch (error) {
      this.#kept.delete(id);
      throw error;
    }
  }

  async #addFiles(source: PackageSource): Promise<void> {
    if (await this.#options.store.hasFiles(source)) return;
    const { name, version, dependencies, manifest, origin } = source;
    const { license, description } = manifest;
    const { files, bytes } = await filesBelow(source.folder);
    const stored = { name, version, license, description, size: bytes, source: origin, dependencies };
    const pack = () => packPart(source, filesPart, source.folder, files);
    await this.#options.store.addPackage(stored, pack);
  }
}
