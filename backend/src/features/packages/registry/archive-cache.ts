import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { PackageSource } from '../catalog/package-source.js';
import { folderName } from '../store/folder-name.js';
import type { LocalFolders } from '../store/local-folders.js';

type Version = Pick<PackageSource, 'name' | 'version'>;

const part = 'archive';
const fileName = 'archive.tgz';

/**
 * Keeps archives from the registry on this machine until they are stored, so that their files need not be packed
 * again.
 */
export class ArchiveCache {
  readonly #folders: LocalFolders;

  constructor(folders: LocalFolders) {
    this.#folders = folders;
  }

  /** Keeps the archive that `fetch` writes to the given file. @throws what `fetch` throws */
  async keep(version: Version, fetch: (file: string) => Promise<void>): Promise<void> {
    await this.#folders.make(folderName(version, part), (folder) => fetch(path.join(folder, fileName)));
  }

  /** A function that opens the archive; null if it is not kept, for example after a restart. */
  async find(version: Version): Promise<(() => Readable) | null> {
    const folder = await this.#folders.find(folderName(version, part));
    return folder === null ? null : () => createReadStream(path.join(folder, fileName));
  }

  remove(version: Version): Promise<void> {
    return this.#folders.remove(folderName(version, part));
  }
}
