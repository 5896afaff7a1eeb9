import { setTimeout as wait } from 'node:timers/promises';
import { isExactVersion } from '@studio/contract/packages/package-names';
import type { PackageDetails } from '@studio/contract/packages/package-routes';
import { builtInPackages } from '@studio/engine/libraries/built-in-modules';
import { LRUCache } from 'lru-cache';
import { isRefusedRow } from '../../../common/errors/database-errors.js';
import { FairWork } from '../../../common/fair-work.js';
import type { JobLock } from '../../../database/advisory-locks.js';
import { dependenciesOf, dependencyText, isBuiltInDependency } from '../catalog/dependencies.js';
import { isChosenBy, isTag, newestOf } from '../catalog/newest-version.js';
import { nameAndVersion, type PackageSource } from '../catalog/package-source.js';
import type { Shelf } from '../catalog/shelf.js';
import type { StoredPackages } from '../catalog/stored-packages.js';
import { textInMemory, textLength } from '../catalog/text-length.js';
import type { LocalFolders } from '../store/local-folders.js';
import type { PackageStore } from '../store/package-store.js';
import { FetchLimit, type FetchRequest } from './fetch-request.js';
import { FileFetcher } from './file-fetcher.js';
import {
  type Finder,
  leaveOut,
  type Planned,
  planFetch,
  tryRequest,
  type WholeImport,
} from './plan-fetch.js';
import { RegistryClient } from './registry-client.js';
import { type FoundVersion, RegistryRefusal, type RegistrySettings } from './registry-jobs.js';
import { displayName, neededBy, tooManyWaiting } from './registry-refusals.js';
import { refuseTyposquat } from './typosquats.js';

/** How many jobs of the registry run at the same time. One requester never occupies all of them. */
const maxConcurrent = 6;
const queueLimits = { perOwner: 300, total: 3_000 };
/** How many archives of one package and its dependencies are fetched at the same time. */
const maxConcurrentArchives = 4;
/** How long responses and refusals are cached, in milliseconds. */
const knownMs = 5 * 60_000;
const failedMs = 30_000;
/** How often this replica checks whether another one has fetched a package. */
const pollIntervalMs = 250;

interface Options {
  settings: RegistrySettings;
  /** Bytes of stored packages, above which nothing new is fetched. */
  maxBytes: number;
  shelf: Shelf;
  stored: StoredPackages;
  store: PackageStore;
  folders: LocalFolders;
  lock: JobLock;
  /** Called with each package that is about to be fetched. */
  onFetch(name: string): void;
}

/**
 * Packages of the registry. Each version is fetched once with its dependencies, and stored for all replicas. Stored
 * versions need no registry any more.
 */
export class RegistryPackages {
  readonly #options: Options;
  readonly #client: RegistryClient;
  readonly #files: FileFetcher;
  readonly #known = new LRUCache<string, FoundVersion>({
    maxSize: textInMemory,
    sizeCalculation: textLength,
    ttl: knownMs,
  });
  readonly #found = new LRUCache<string, PackageDetails[]>({ max: 500, ttl: knownMs });
  readonly #failed = new LRUCache<string, Error>({ max: 10_000, ttl: failedMs });
  readonly #work = new FairWork({
    limits: queueLimits,
    maxConcurrent,
    maxConcurrentPerOwner: maxConcurrent - 2,
    refusal: tooManyWaiting,
  });
  readonly #finder: Finder = {
    here: (name, range) => this.#here(name, range),
    find: (name, range) => this.#remembering(keyOf(name, range), () => this.#find(name, range)),
  };

  constructor(options: Options) {
    this.#options = options;
    this.#client = new RegistryClient(options.settings);
    this.#files = new FileFetcher({ ...options, client: this.#client });
  }

  /**
   * The newest matching version, with its files. While the registry is away: the newest that is stored, or on the shelf,
   * unless a tag is asked for. Of a package that only the shelf has: that one.
   * @throws RegistryRefusal
   */
  async best(name: string, range: string | null, request: FetchRequest): Promise<PackageSource> {
    const { shelf, stored } = this.#options;
    try {
      const isExact = range !== null && isExactVersion(range);
      const frozen = isExact ? await stored.find(name, range) : null;
      if (frozen) return frozen;
      request.checkTime(name);
      const found = await this.#findFor(name, range, request.requester);
      const there =
        (await shelf.find(found.name, found.version)) ?? (await stored.find(found.name, found.version));
      return there ?? (await this.#fetchFor(found, request));
    } catch (error) {
      const isUnavailable = error instanceof RegistryRefusal && error.code === 'registry_unavailable';
      if (isUnavailable && isTag(range)) throw error;
      const version = isUnavailable ? await stored.newest(name, range) : null;
      const there = version === null ? null : await stored.find(name, version);
      if (there) return there;
      const isOnlyHere = error instanceof RegistryRefusal && error.code === 'unknown_package';
      const onShelf = isUnavailable || isOnlyHere ? newestOf(await shelf.versionsOf(name), range) : null;
      if (onShelf) return onShelf;
      throw error;
    }
  }

  /** The newest version, if it is cached; else null. */
  newestKnown(name: string): string | null {
    return this.#known.get(keyOf(name, null))?.version ?? null;
  }

  /** The newest version that the studio accepts. @throws RegistryRefusal */
  async newest(name: string, requester: string): Promise<string> {
    return (await this.#findFor(name, null, requester)).version;
  }

  /** At most 20 packages, best first. @throws RegistryRefusal */
  async search(text: string, requester: string): Promise<PackageDetails[]> {
    const found =
      this.#found.get(text) ??
      // No name of a package has a colon.
      (await this.#inTurn(`search: ${text}`, requester, () => this.#client.ask({ kind: 'search', text })));
    this.#found.set(text, found);
    return found;
  }

  close(): void {
    this.#work.dropAll();
    this.#client.close();
  }

  /**
   * Repeats a recent refusal, by registry or database, without a request, so that not every key press in an editor
   * causes one.
   */
  async #remembering<T>(key: string, work: () => Promise<T>): Promise<T> {
    const failed = this.#failed.get(key);
    if (failed) throw failed;
    try {
      return await work();
    } catch (error) {
      const isRefusal =
        error instanceof RegistryRefusal ? !(error instanceof FetchLimit) : isRefusedRow(error);
      if (error instanceof Error && isRefusal) this.#failed.set(key, error);
      throw error;
    }
  }

  /** What is refused because the requester has too much waiting is refused to nobody else. */
  async #inTurn<T>(key: string, requester: string, work: () => Promise<T>): Promise<T> {
    const failed = this.#failed.get(key);
    if (failed) throw failed;
    return this.#work.run(key, requester, () => this.#remembering(key, work));
  }

  async #findFor(name: string, range: string | null, requester: string): Promise<FoundVersion> {
    const key = keyOf(name, range);
    return this.#known.get(key) ?? this.#inTurn(key, requester, () => this.#find(name, range));
  }

  async #find(name: string, range: string | null): Promise<FoundVersion> {
    const key = keyOf(name, range);
    const known = this.#known.get(key);
    if (known) return known;
    const found = await this.#client.ask({ kind: 'find', name, range });
    const shelf = await this.#options.shelf.list();
    refuseTyposquat(found, [...shelf.map((each) => each.name), ...builtInPackages]);
    this.#known.set(key, found);
    return found;
  }

  /** A fetch is shared by all who ask for it. If it ends at the limits of another request, it begins again. */
  async #fetchFor(found: FoundVersion, request: FetchRequest): Promise<PackageSource> {
    for (;;) {
      request.checkTime(displayName(found));
      try {
        return await this.#inTurn(nameAndVersion(found), request.requester, () =>
          this.#fetchOnce(found, request),
        );
      } catch (error) {
        if (!(error instanceof FetchLimit) || error.request === request) throw error;
      }
    }
  }

  /** Fetches in one replica at a time; the others wait until it is stored. */
  async #fetchOnce(found: FoundVersion, request: FetchRequest): Promise<PackageSource> {
    const { lock, stored } = this.#options;
    let refusal: unknown = null;
    const fetchNow = async () => {
      request.countPackage(displayName(found));
      const whole = { request, asked: new Set<string>(), underWay: new Set<string>() };
      await this.#fetchWithDependencies(found, whole);
    };
    for (;;) {
      const there = await stored.find(found.name, found.version);
      if (there) return there;
      if (refusal !== null) throw refusal;
      request.checkTime(displayName(found));
      const isRun = await lock.retryIfFree(`package ${nameAndVersion(found)}`, async () => {
        // Another replica may have stored it since.
        if (await stored.find(found.name, found.version)) return;
        await fetchNow().catch((error: unknown) => {
          refusal = error;
        });
      });
      if (!isRun) await wait(pollIntervalMs);
    }
  }

  async #fetchWithDependencies(root: FoundVersion, whole: WholeImport): Promise<void> {
    await this.#files.checkRoom(root);
    this.#options.onFetch(root.name);
    const planned = await planFetch(root, this.#finder, whole);
    for (const each of planned) await this.#addOptional(each, whole);
    const waiting = [...planned];
    const leftOut = new Set<string>();
    const fetchNext = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        whole.request.checkTime(displayName(root));
        await this.#files.fetch(next.found, whole.request).catch((error: unknown) => {
          const isNeeded = next.found !== root && error instanceof RegistryRefusal;
          // A dependency that only Node can use is left out; a page that loads it gets an error.
          if (isNeeded && error.code === 'needs_node') leftOut.add(nameAndVersion(next.found));
          else throw isNeeded ? neededBy(root, next.found.name, error) : error;
        });
      }
    };
    // After an error no further ones begin.
    await Promise.all(Array.from({ length: maxConcurrentArchives }, fetchNext)).finally(() =>
      waiting.splice(0),
    );
    // The package itself last, so that whoever finds it stored also finds its dependencies.
    for (const each of leaveOut(planned, leftOut).toReversed()) await this.#files.store(each);
  }

  /**
   * Adds optional dependencies. Refused ones are left out; but if the registry is away, the whole fetch fails,
   * because the version would be stored without them permanently.
   */
  async #addOptional({ found, dependencies }: Planned, whole: WholeImport): Promise<void> {
    for (const wanted of dependenciesOf(found.optional)) {
      const { importedAs, name, version } = wanted;
      const there = await this.#finder.here(name, version);
      if (there) dependencies[importedAs] = dependencyText({ ...there, importedAs });
      if (there || isBuiltInDependency(wanted) || !tryRequest(whole, `${name} ${version}`)) continue;
      try {
        const optional = await this.#finder.find(name, version);
        if (optional.isForMachine) continue;
        const isUnderWay = whole.underWay.has(nameAndVersion(optional));
        const own = { ...whole, underWay: new Set(whole.underWay) };
        if (!isUnderWay) await this.#fetchWithDependencies(optional, own);
        dependencies[importedAs] = dependencyText({ ...optional, importedAs });
      } catch (error) {
        if (!(error instanceof RegistryRefusal)) throw error;
        if (error.code === 'registry_unavailable') throw neededBy(found, name, error);
      }
    }
  }

  /** A matching version of the shelf or the store, so that packages share it; no prerelease that somebody has imported. */
  async #here(name: string, range: string): Promise<PackageSource | null> {
    const { shelf, stored } = this.#options;
    if (isTag(range)) return null;
    const onShelf = newestOf(await shelf.versionsOf(name), range);
    if (onShelf) return onShelf;
    const version = await stored.newest(name, range);
    return version !== null && isChosenBy(version, range) ? stored.find(name, version) : null;
  }
}

/** The key of what is found for a range. Not the plain words: `null` may also be a tag. */
function keyOf(name: string, range: string | null): string {
  return JSON.stringify([name, range]);
}
