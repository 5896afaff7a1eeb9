import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { bytesOnDisk, type FolderSize, sizeOfFolder } from './folder-size.js';

/** The prefix of folders that are being filled or deleted. */
const draftPrefix = '.draft-';
/** A draft that is older than this belongs to a process that has ended. */
const draftLifeMs = 24 * 3_600_000;

/**
 * A cache of folders on this machine, up to a total of disk space: the least recently used are deleted. They outlive the
 * process.
 */
export class LocalFolders {
  readonly #root: string;
  readonly #sizes: LRUCache<string, FolderSize>;
  #opened: Promise<void> | null = null;

  constructor(root: string, maxBytes: number) {
    this.#root = root;
    this.#sizes = new LRUCache({
      maxSize: maxBytes,
      // Even a folder that is larger than the limit is kept while it is the latest one used.
      maxEntrySize: Number.MAX_SAFE_INTEGER,
      sizeCalculation: (size) => Math.min(bytesOnDisk(size) + 1, maxBytes),
      dispose: (_size, name, reason) => {
        if (reason === 'evict') void this.#delete(name);
      },
    });
  }

  /** The path of a folder; null if it does not exist. */
  async find(name: string): Promise<string | null> {
    await this.#open();
    if (this.#sizes.get(name) === undefined) return null;
    const folder = path.join(this.#root, name);
    if (await isFolder(folder)) return folder;
    // Somebody else has deleted it: it can be made again.
    this.#sizes.delete(name);
    return null;
  }

  /** The size of a folder; null if it does not exist. */
  sizeOf(name: string): FolderSize | null {
    return this.#sizes.peek(name) ?? null;
  }

  /**
   * Creates a folder. Others see it only once it is complete.
   * @param fill writes the files; may return their size, which saves a look at each file
   * @throws what `fill` throws
   */
  async make(name: string, fill: (folder: string) => Promise<FolderSize | void>): Promise<string> {
    await this.#open();
    await mkdir(this.#root, { recursive: true });
    const draft = await mkdtemp(path.join(this.#root, draftPrefix));
    const target = path.join(this.#root, name);
    try {
      const size = await fill(draft);
      // Another process may have been faster. Its folder has the same content.
      await rename(draft, target).catch(async (error: unknown) => {
        if (!(await isFolder(target))) throw error;
      });
      this.#sizes.set(name, size ?? (await sizeOfFolder(target)));
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    return target;
  }

  async remove(name: string): Promise<void> {
    this.#sizes.delete(name);
    await this.#delete(name);
  }

  /** Finds the folders of earlier processes, once. */
  #open(): Promise<void> {
    this.#opened ??= this.#readFolders().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #readFolders(): Promise<void> {
    const names = await readdir(this.#root).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const found: { name: string; at: number; size: FolderSize }[] = [];
    for (const name of names) {
      const folder = path.join(this.#root, name);
      try {
        const { mtimeMs: at } = await stat(folder);
        if (!name.startsWith(draftPrefix)) found.push({ name, at, size: await sizeOfFolder(folder) });
        else if (at < Date.now() - draftLifeMs) await rm(folder, { recursive: true, force: true });
      } catch {
        // What cannot be read is none of these folders, or is made again.
      }
    }
    for (const { name, size } of found.toSorted((one, other) => one.at - other.at))
      this.#sizes.set(name, size);
  }

  /** Renames the folder first, so that nobody finds a half-deleted one. */
  async #delete(name: string): Promise<void> {
    const gone = await mkdtemp(path.join(this.#root, draftPrefix)).catch(() => null);
    if (gone === null) return;
    await rename(path.join(this.#root, name), path.join(gone, 'old')).catch(() => undefined);
    await rm(gone, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
