import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { nameAndVersion, type PackageSource } from '../catalog/package-source.js';
import type { LocalFolders } from '../store/local-folders.js';

type Version = Pick<PackageSource, 'name' | 'version'>;

const fileName = 'archive.tgz';

/** Archives as the registry has sent them, on this machine until they are stored: nobody has to pack their files again. */
export class KeptArchives {
  readonly #folders: LocalFolders;

  constructor(folders: LocalFolders) {
    this.#folders = folders;
  }

  /** @throws what `fetch` throws, which writes the archive as this file */
  async keep(version: Version, fetch: (file: string) => Promise<void>): Promise<void> {
    await this.#folders.make(folderName(version), (folder) => fetch(path.join(folder, fileName)));
  }

  /** Null where the files have come in another way, or before the process was ended. */
  async find(version: Version): Promise<(() => Readable) | null> {
    const folder = await this.#folders.find(folderName(version));
    return folder === null ? null : () => createReadStream(path.join(folder, fileName));
  }

  remove(version: Version): Promise<void> {
    return this.#folders.remove(folderName(version));
  }
}

function folderName(version: Version): string {
  return `${nameAndVersion(version).replaceAll('/', '+')}--archive`;
}
