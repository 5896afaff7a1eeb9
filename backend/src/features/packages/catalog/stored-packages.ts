import { LRUCache } from 'lru-cache';
import { packageLimits } from '../building/package-entries.js';
import { folderName } from '../store/folder-name.js';
import type { LocalFolders } from '../store/local-folders.js';
import { filesPart, type PackageStore } from '../store/package-store.js';
import { newestOf } from './newest-version.js';
import { nameAndVersion, type PackageSource, readPackageManifest } from './package-source.js';
import { textInMemory, textLength } from './text-length.js';

/** The name of the local folder with a version's files. */
export function filesFolder(version: Pick<PackageSource, 'name' | 'version'>): string {
  return folderName(version, filesPart);
}

/** The local folder with a version's files; null if there is none. One that a power cut has emptied is removed. */
export async function findFiles(folders: LocalFolders, folderName: string): Promise<string | null> {
  const folder = await folders.find(folderName);
  if (folder === null || (await readPackageManifest(folder)) !== null) return folder;
  await folders.remove(folderName);
  return null;
}

/**
 * A version with the dependencies that it is stored with, which the modules that projects use were built with: the shelf
 * may have others beside it by now.
 */
export async function withStoredDependencies(
  source: PackageSource,
  store: Pick<PackageStore, 'find'>,
): Promise<PackageSource> {
  const stored = await store.find(source);
  return stored ? { ...source, dependencies: stored.dependencies } : source;
}

/** Packages that are stored: from a registry, or formerly on the shelf. */
export class StoredPackages {
  readonly #store: PackageStore;
  readonly #folders: LocalFolders;
  /** Each is unpacked once, even if many requests of a page need it at the same time. */
  readonly #sources = new LRUCache<string, PackageSource, { name: string; version: string }>({
    maxSize: textInMemory,
    sizeCalculation: textLength,
    fetchMethod: async (_id, _stale, { context: { name, version } }) =>
      (await this.#read(name, version)) ?? undefined,
    ignoreFetchAbort: true,
  });

  /** By version, also of those that are not stored: a resolution asks again and again. */
  readonly #dependencies = new LRUCache<string, PackageSource['dependencies'], PackageSource>({
    maxSize: textInMemory,
    sizeCalculation: textLength,
    ttl: 60_000,
    fetchMethod: async (_id, _stale, { context }) =>
      (await withStoredDependencies(context, this.#store)).dependencies,
    ignoreFetchAbort: true,
  });

  constructor(store: PackageStore, folders: LocalFolders) {
    this.#store = store;
    this.#folders = folders;
  }

  /**
   * A version with its files in a local folder; null if it is not stored.
   * @throws RegistryRefusal if its files cannot be read right now
   */
  async find(name: string, version: string): Promise<PackageSource | null> {
    const id = nameAndVersion({ name, version });
    const known = this.#sources.get(id);
    if (known && (await this.#folders.find(filesFolder(known))) !== null) return known;
    const read = { context: { name, version }, forceRefresh: known !== undefined };
    return (await this.#sources.fetch(id, read)) ?? null;
  }

  /** `withStoredDependencies`, cached for a minute. */
  async asStored(source: PackageSource | null): Promise<PackageSource | null> {
    if (!source) return null;
    const dependencies = await this.#dependencies.fetch(nameAndVersion(source), { context: source });
    return { ...source, ...(dependencies && { dependencies }) };
  }

  /** The newest stored version that satisfies the range; null if there is none. */
  async newest(name: string, range: string | null): Promise<string | null> {
    return newestOf(await this.#store.versionsOf(name), range)?.version ?? null;
  }

  async #read(name: string, version: string): Promise<PackageSource | null> {
    const stored = await this.#store.find({ name, version });
    if (!stored) return null;
    const folderName = filesFolder({ name, version });
    const folder =
      (await findFiles(this.#folders, folderName)) ?? (await this.#unpack(folderName, name, version));
    const manifest = folder === null ? null : await readPackageManifest(folder);
    if (folder === null || manifest === null) return null;
    const { dependencies, source: origin } = stored;
    return { name, version, folder, manifest, dependencies, origin };
  }

  async #unpack(folderName: string, name: string, version: string): Promise<string | null> {
    let isLost = false;
    try {
      return await this.#folders.make(folderName, async (draft) => {
        isLost = !(await this.#store.read({ name, version }, filesPart, draft, packageLimits));
        if (isLost) throw new Error(`${name} ${version} has been lost`);
      });
    } catch (error) {
      if (isLost) return null;
      throw error;
    }
  }
}
