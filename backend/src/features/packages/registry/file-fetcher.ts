import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type PackageSource, readPackageManifest } from '../catalog/package-source.js';
import { filesFolder, findFiles } from '../catalog/stored-packages.js';
import { pathsBelow } from '../store/archives.js';
import type { LocalFolders } from '../store/local-folders.js';
import { filesPart, type PackageStore, packPart } from '../store/package-store.js';
import { ArchiveCache } from './archive-cache.js';
import type { FetchRequest } from './fetch-request.js';
import type { Planned } from './plan-fetch.js';
import type { RegistryClient } from './registry-client.js';
import { type FoundVersion, RegistryRefusal } from './registry-jobs.js';
import { displayName, noRoom } from './registry-refusals.js';

interface Options {
  client: RegistryClient;
  folders: LocalFolders;
  store: PackageStore;
  maxBytes: number;
}

/** Fetches the files of versions into local folders, and stores them. */
export class FileFetcher {
  readonly #options: Options;
  readonly #archives: ArchiveCache;
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
    this.#archives = new ArchiveCache(options.folders);
  }

  /** Fetches the files unless this machine has them. @throws RegistryRefusal */
  async fetch(found: FoundVersion, request: FetchRequest): Promise<void> {
    const folderName = filesFolder(found);
    const underWay = this.#fetching.get(folderName);
    if (underWay) return underWay;
    const fetching = this.#fetchInto(folderName, found, request).finally(() =>
      this.#fetching.delete(folderName),
    );
    this.#fetching.set(folderName, fetching);
    return fetching;
  }

  /** @throws RegistryRefusal if there is no room */
  async checkRoom(found: FoundVersion): Promise<void> {
    const { store, maxBytes } = this.#options;
    if ((await store.bytes()) > maxBytes) throw noRoom(found);
  }

  /** Stores what has been fetched. @throws RegistryRefusal */
  async store({ found, dependencies }: Planned): Promise<void> {
    const { folders, store } = this.#options;
    await this.checkRoom(found);
    const { name, version } = found;
    const folderName = filesFolder(found);
    const folder = await folders.find(folderName);
    const size = folders.sizeOf(folderName);
    const manifest = folder === null ? null : await readPackageManifest(folder);
    if (folder === null || size === null || manifest === null)
      throw new RegistryRefusal(
        'registry_unavailable',
        `${displayName(found)} cannot be stored on this server right now. Try again in a minute`,
      );
    const archive = (await this.#archives.find(found)) ?? (await packedAgain(found, folder));
    const { license, description } = manifest;
    const source = 'registry' as const;
    const stored = { name, version, license, description, size: size.bytes, source, dependencies };
    await store.addPackage(stored, archive);
    await this.#archives.remove(found);
  }

  async #fetchInto(
    folderName: string,
    { name, version, archive }: FoundVersion,
    request: FetchRequest,
  ): Promise<void> {
    const { client, folders } = this.#options;
    if ((await findFiles(folders, folderName)) !== null) return;
    await this.#archives.keep({ name, version }, async (archivePath) => {
      await folders.make(folderName, async (folder) => {
        const size = await client.ask({ kind: 'fetch', name, version, archive, folder, archivePath });
        request.countArchive((await stat(archivePath)).size, size);
        return size;
      });
    });
  }
}

async function packedAgain(
  version: Pick<PackageSource, 'name' | 'version'>,
  folder: string,
): Promise<() => Readable> {
  const files = await pathsBelow(folder);
  return () => packPart(version, filesPart, folder, files);
}
