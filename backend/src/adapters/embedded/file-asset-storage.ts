import { once } from 'node:events';
import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { idPattern } from '../../common/ids.js';
import { makeFolder } from '../../common/make-folder.js';
import { Config } from '../../config/config.js';
import { ConfigError } from '../../config/read-config.js';
import {
  AssetStorage,
  type ByteRange,
  MissingFile,
  ownerMarker,
  type StoredFile,
} from '../../ports/asset-storage.js';

/** The write buffer in bytes: the disk writes while the next bytes arrive. */
const bytesPerWrite = 524_288;
/** The suffix of a file until it is complete. */
const unfinished = '.part';
const fileName = new RegExp(`^(${idPattern})(\\.part)?$`);
const folderName = /^[0-9a-z]{2}$/;

/** Files in `DATA_DIR/assets`, two levels of folders deep, so that no folder holds very many. */
@Injectable()
export class FileAssetStorage extends AssetStorage {
  readonly location: string;
  readonly #root: string;

  constructor(private readonly config: Config) {
    super();
    this.#root = join(config.dataDir, 'assets');
    this.location = `the folder ${this.#root}`;
  }

  async put(key: string, bytes: Readable, signal: AbortSignal): Promise<number> {
    // Without a listener, an error before the stream is read would end the process. The pipeline still gets it.
    bytes.on('error', () => undefined);
    const path = this.#path(key);
    const draft = path + unfinished;
    try {
      await mkdir(dirname(path), { recursive: true });
      const writing = createWriteStream(draft, { flags: 'wx', flush: true, highWaterMark: bytesPerWrite });
      await once(writing, 'open');
      await pipeline(bytes, writing, { signal });
      await rename(draft, path);
      await this.#syncFolders(path);
      return writing.bytesWritten;
    } catch (error) {
      bytes.destroy();
      // The first error matters more than one of the clean-up, which the reconciler repeats.
      await this.remove(key).catch(() => undefined);
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const reading = createReadStream(this.#path(key), { start: range?.first, end: range?.last });
    await once(reading, 'open').catch((error: unknown) => {
      throw isAbsent(error) ? new MissingFile(key) : error;
    });
    return reading;
  }

  async sizeOf(key: string): Promise<number | null> {
    return (await unlessAbsent(stat(this.#path(key))))?.size ?? null;
  }

  async remove(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    await rm(path + unfinished, { force: true });
  }

  /** @throws ConfigError where this user may not read it. */
  async owner(): Promise<string | null> {
    const mark = await this.#unlessDenied(() =>
      unlessAbsent(readFile(join(this.#root, ownerMarker), 'utf8')),
    );
    return mark?.trim() || null;
  }

  /** @throws ConfigError where this user may not. */
  async create(): Promise<void> {
    await this.#unlessDenied(async () => makeFolder(this.#root));
  }

  /** @throws ConfigError where this user may not. */
  async claim(installation: string): Promise<void> {
    const path = join(this.#root, ownerMarker);
    const draft = path + unfinished;
    await this.#unlessDenied(() => writeFile(draft, `${installation}\n`, { flush: true }));
    await rename(draft, path);
    await this.#syncFolders(path);
  }

  /** Only the storage's own folders: a disk mounted here may have others, such as root's `lost+found`. */
  async *list(): AsyncIterable<StoredFile> {
    for await (const upper of foldersIn(this.#root))
      for await (const folder of foldersIn(upper))
        for await (const entry of entriesOf(folder)) {
          const key = entry.isFile() ? fileName.exec(entry.name)?.[1] : undefined;
          if (key === undefined) continue;
          const found = await unlessAbsent(stat(join(folder, entry.name)));
          if (found) yield { key, size: found.size, storedAt: found.mtime };
        }
  }

  /** @throws ConfigError where this user may not write to it. */
  async ping(): Promise<void> {
    // With `/.` a file in place of the folder is an error.
    await this.#unlessDenied(() => access(`${this.#root}/.`, constants.R_OK | constants.W_OK));
  }

  async #unlessDenied<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!/^(EACCES|EPERM|EROFS)$/.test(code)) throw error;
      const expected = `a folder whose folder "assets" this user may read and write (${code})`;
      throw new ConfigError('DATA_DIR', this.config.dataDir, expected);
    }
  }

  #path(key: string): string {
    return join(this.#root, key.slice(0, 2), key.slice(2, 4), key);
  }

  /** A new file survives a power cut only once its folder is synced, and a new folder only once its parent is. */
  async #syncFolders(path: string): Promise<void> {
    // Windows has no way to do this.
    if (process.platform === 'win32') return;
    for (let folder = dirname(path); folder.startsWith(this.#root); folder = dirname(folder)) {
      const handle = await open(folder);
      try {
        await handle.sync().catch(ignoreUnsupported);
      } finally {
        await handle.close();
      }
    }
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  yield* (await unlessAbsent(opendir(folder))) ?? [];
}

async function* foldersIn(folder: string): AsyncGenerator<string> {
  for await (const entry of entriesOf(folder))
    if (entry.isDirectory() && folderName.test(entry.name)) yield join(folder, entry.name);
}

/** Some network file systems cannot sync a folder. */
function ignoreUnsupported(error: NodeJS.ErrnoException): void {
  if (!/^(EINVAL|EBADF|ENOTSUP)$/.test(error.code ?? '')) throw error;
}

async function unlessAbsent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
