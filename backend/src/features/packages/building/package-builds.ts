import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { nullIfMissing } from '../../../common/errors/missing-file.js';
import { FairWork } from '../../../common/fair-work.js';
import { parseJson } from '../../../common/parse-json.js';
import type { JobLock } from '../../../database/advisory-locks.js';
import { nameAndVersion, type PackageSource } from '../catalog/package-source.js';
import { withStoredDependencies } from '../catalog/stored-packages.js';
import type { ArchiveLimits } from '../store/archives.js';
import { folderName } from '../store/folder-name.js';
import type { LocalFolders } from '../store/local-folders.js';
import type { PackageStore } from '../store/package-store.js';
import { BuildFailed, BuildInterrupted } from './build-failed.js';
import { BuildProcesses, buildDeadlineMs, maxConcurrentBuilds } from './build-processes.js';
import { BuildStorage } from './build-storage.js';
import type { BuildJob, BuiltPackage, BuiltPart } from './built-package.js';
import { packagesOfManyImports } from './data-modules.js';

const queueLimits = { perOwner: 200, total: 2_000 };
/** How often, and for how long at most, this replica checks whether another one has stored a build; in milliseconds. */
const pollIntervalMs = 250;
const maxWaitMs = 2 * buildDeadlineMs;
/** For how long a finished build keeps its lock while it is stored, in milliseconds. */
const maxLockAfterBuildMs = 5_000;
/** For how long a studio that stops goes on to store what is built, in milliseconds. */
const maxStoreOnCloseMs = 3_000;
/** Milliseconds before a failed build may be tried again. */
const retryAfterMs = 60_000;
const manifestName = 'built.json';
const mainPart = 'main';
/** Cache limit in characters of `built.json`; the largest have a few millions. */
const manifestsInMemory = 32_000_000;
/** Limits of a part's modules; the memory limit of a build's process keeps builds below them. */
const partLimits: ArchiveLimits = { files: 20_000, bytes: 1_024 * 1_048_576 };

/** The built modules of a version, in a local folder. */
export interface Built extends BuiltPackage {
  /** The folder of its modules. */
  target: string;
  /** The folder of its published files. */
  folder: string;
}

/** What a build needs besides the package itself. */
export type BuildContext = Pick<BuildJob, 'bare' | 'builtins'>;

type Part = BuildJob['part'];

interface Options {
  folders: LocalFolders;
  store: PackageStore;
  lock: JobLock;
  find(name: string, version: string): Promise<PackageSource | null>;
  describe(source: PackageSource): Promise<BuildContext>;
}

/**
 * Builds each version of a package once, in a separate process, and stores the modules for all replicas. Local folders
 * cache what is used.
 */
export class PackageBuilds {
  readonly #options: Options;
  readonly #work = new FairWork({
    limits: queueLimits,
    maxConcurrent: maxConcurrentBuilds,
    // So that one requester never uses all slots.
    maxConcurrentPerOwner: maxConcurrentBuilds - 1,
    refusal: () => new BuildInterrupted('Too many packages are being built. Try again in a minute'),
  });
  readonly #failed = new LRUCache<string, BuildFailed>({ max: 10_000, ttl: retryAfterMs });
  /** Each is read once, even if many requests of a page need it at the same time. */
  readonly #manifests = new LRUCache<string, BuiltPackage | BuiltPart, string>({
    maxSize: manifestsInMemory,
    fetchMethod: async (_name, _stale, { context: target, options }) => {
      const text = await readFile(path.join(target, manifestName), 'utf8').catch(nullIfMissing);
      options.size = text?.length ?? 0;
      return parseJson(text ?? '') as BuiltPackage | BuiltPart | undefined;
    },
    ignoreFetchAbort: true,
  });
  readonly #processes = new BuildProcesses();
  readonly #storage: BuildStorage;
  #finishedWithLock = 0;
  readonly #logger = new Logger('packages');

  constructor(options: Options) {
    this.#options = options;
    this.#storage = new BuildStorage(options);
  }

  /** The main part of a version, built if necessary. @throws BuildFailed */
  async get(source: PackageSource, requester: string): Promise<Built> {
    const { built, target } = await this.#find(source, null, requester);
    return { ...(built as BuiltPackage), target, folder: source.folder };
  }

  /** Another part and the folder of its modules, built if necessary. @throws BuildFailed */
  async part(
    source: PackageSource,
    name: string,
    requester: string,
  ): Promise<BuiltPart & { target: string }> {
    const { addresses } = await this.get(source, requester);
    const { built, target } = await this.#find(source, { name, addresses }, requester);
    return { ...built, target };
  }

  /** Starts a process for a build that will follow soon. */
  prepare(): void {
    this.#processes.prepare();
  }

  /** Resolves once everything that was built so far is stored. */
  settled(): Promise<void> {
    return this.#storage.settled();
  }

  /** Kills running builds, and waits until finished ones are stored, for a few seconds. */
  async close(): Promise<void> {
    this.#work.dropAll();
    this.#processes.close();
    await Promise.race([this.settled(), wait(maxStoreOnCloseMs, undefined, { ref: false })]);
    await this.#storage.close();
  }

  async #find(source: PackageSource, part: Part, requester: string) {
    const name = folderName(source, part?.name ?? mainPart);
    const target = await this.#options.folders.find(name);
    const known = target === null ? null : await this.#readBuilt(name, target);
    if (target !== null && known !== null) {
      this.#storage.add(name, source, part?.name ?? mainPart, target);
      return { built: known, target };
    }
    const failed = this.#failed.get(name);
    if (failed) throw failed;
    const built = await this.#work.run(name, requester, () => this.#readOrBuild(name, source, part));
    return { built, target: (await this.#options.folders.find(name)) ?? '' };
  }

  async #readOrBuild(name: string, source: PackageSource, part: Part): Promise<BuiltPackage | BuiltPart> {
    try {
      await this.#removeUnreadable(name);
      return (await this.#read(name, source, part)) ?? (await this.#buildOnce(name, source, part));
    } catch (error) {
      if (error instanceof BuildFailed) this.#failed.set(name, error);
      throw error;
    }
  }

  /** A folder without a readable manifest, as a power cut may leave it, would be in the way of the one to be made. */
  async #removeUnreadable(name: string): Promise<void> {
    const target = await this.#options.folders.find(name);
    if (target !== null && (await this.#readBuilt(name, target)) === null)
      await this.#options.folders.remove(name);
  }

  /** Reads a stored build: by another replica, or by this one before its folder was deleted. */
  async #read(name: string, source: PackageSource, part: Part): Promise<BuiltPackage | BuiltPart | null> {
    const { folders, store } = this.#options;
    let isThere = false;
    const target = await folders
      .make(name, async (draft) => {
        isThere = await store.read(source, part?.name ?? mainPart, draft, partLimits);
        if (!isThere) throw new NotStored();
      })
      .catch((error: unknown) => {
        if (error instanceof NotStored) return null;
        throw error;
      });
    return target === null ? null : this.#readBuilt(name, target);
  }

  async #readBuilt(name: string, target: string): Promise<BuiltPackage | BuiltPart | null> {
    return (await this.#manifests.fetch(name, { context: target })) ?? null;
  }

  /** Builds in one replica at a time; the others wait until the result is stored. */
  #buildOnce(name: string, source: PackageSource, part: Part): Promise<BuiltPackage | BuiltPart> {
    const { promise, resolve, reject } = Promise.withResolvers<BuiltPackage | BuiltPart>();
    const build = async () => {
      resolve((await this.#read(name, source, part)) ?? (await this.#build(name, source, part)));
      await this.#keepLock();
    };
    const tryUntilBuilt = async () => {
      const until = Date.now() + maxWaitMs;
      while (!(await this.#options.lock.retryIfFree(`build ${name}`, build))) {
        if (Date.now() > until) throw new BuildInterrupted(`${source.name} takes too long to be built`);
        await wait(pollIntervalMs);
        const stored = await this.#read(name, source, part);
        if (stored) return resolve(stored);
      }
    };
    tryUntilBuilt().catch(reject);
    return promise;
  }

  /**
   * Waits until other replicas can find what is built, which the caller has by now; not for long, nor with many others,
   * as each lock holds a connection to the database. Without it, another replica may build the same: the first copy
   * stays.
   */
  async #keepLock(): Promise<void> {
    if (this.#finishedWithLock >= maxConcurrentBuilds) return;
    this.#finishedWithLock += 1;
    await Promise.race([this.settled(), wait(maxLockAfterBuildMs, undefined, { ref: false })]);
    this.#finishedWithLock -= 1;
  }

  async #build(name: string, found: PackageSource, part: Part): Promise<BuiltPackage | BuiltPart> {
    const { folders, store, describe } = this.#options;
    const source = await withStoredDependencies(found, store);
    const { folder, dependencies, version } = source;
    let built: BuiltPackage | BuiltPart | null = null;
    const target = await folders.make(name, async (draft) => {
      const job = { name: source.name, version, folder, target: draft, dependencies, part, dataFrom: {} };
      built = await this.#buildModules({ ...job, ...(await describe(source)) });
      await writeFile(path.join(draft, manifestName), JSON.stringify(built));
    });
    this.#storage.add(name, source, part?.name ?? mainPart, target);
    return (
      (await this.#readBuilt(name, target)) ??
      built ??
      Promise.reject(new BuildInterrupted(`${source.name} is gone`))
    );
  }

  /** Builds the modules; again with included data if a module would load very many modules of a package. */
  async #buildModules(job: BuildJob): Promise<BuiltPackage | BuiltPart> {
    const startedAt = performance.now();
    const built = await this.#processes.run(job, buildDeadlineMs);
    const dataFrom: BuildJob['dataFrom'] = {};
    for (const { name, version } of packagesOfManyImports(built)) {
      const found = await this.#options.find(name, version);
      if (found) dataFrom[nameAndVersion(found)] = found.folder;
    }
    if (Object.keys(dataFrom).length === 0) return built;
    try {
      const left = buildDeadlineMs - (performance.now() - startedAt);
      const rebuilt = await this.#processes.run({ ...job, dataFrom }, left);
      const kept = new Set(filesOf(rebuilt));
      for (const file of filesOf(built)) if (!kept.has(file)) await rm(path.join(job.target, file));
      return rebuilt;
    } catch (error) {
      if (!(error instanceof BuildFailed)) throw error;
      this.#logger.warn({ err: error }, `${nameAndVersion(job)} asks for very many modules`);
      return built;
    }
  }
}

function filesOf({ modules, chunks }: BuiltPart): string[] {
  return [...Object.values(modules).map(({ file }) => file), ...chunks];
}

class NotStored extends Error {}
