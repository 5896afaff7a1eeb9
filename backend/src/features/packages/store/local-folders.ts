import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { filesBelow } from './archives.js';

/** What the name of a folder begins with that is being filled, or deleted. */
const draftPrefix = '.draft-';
/** After this a draft belongs to a process that is gone. */
const draftLifeMs = 24 * 3_600_000;

/**
 * Folders on this machine that can be made again, up to a number of bytes in all: those that were not used for longest
 * are deleted. They outlive the process.
 */
export class LocalFolders {
  readonly #root: string;
  readonly #sizes: LRUCache<string, number>;
  #opened: Promise<void> | null = null;

  constructor(root: string, maxBytes: number) {
    this.#root = root;
    this.#sizes = new LRUCache({
      maxSize: maxBytes,
      // The largest one is there while it is used.
      maxEntrySize: Number.MAX_SAFE_INTEGER,
      sizeCalculation: (bytes) => Math.min(bytes + 1, maxBytes),
      dispose: (_bytes, name, reason) => {
        if (reason === 'evict') void this.#delete(name);
      },
    });
  }

  /** Where a folder of this name is; null where there is none. */
  async find(name: string): Promise<string | null> {
    await this.#open();
    if (this.#sizes.get(name) === undefined) return null;
    const folder = path.join(this.#root, name);
    if (await isFolder(folder)) return folder;
    // Somebody else has deleted it: it can be made again.
    this.#sizes.delete(name);
    return null;
  }

  /** Of the files in a folder of this name; null where there is none. */
  bytesOf(name: string): number | null {
    return this.#sizes.peek(name) ?? null;
  }

  /**
   * The folder of this name, filled now: seen by others only once it is whole.
   * @param fill returns how many bytes it has written, where it knows: nobody has to look at each file
   * @throws what `fill` throws
   */
  async make(name: string, fill: (folder: string) => Promise<number | void>): Promise<string> {
    await this.#open();
    await mkdir(this.#root, { recursive: true });
    const draft = await mkdtemp(path.join(this.#root, draftPrefix));
    const target = path.join(this.#root, name);
    try {
      const bytes = await fill(draft);
      // Another process may have been faster: its folder is the same.
      await rename(draft, target).catch(async (error: unknown) => {
        if (!(await isFolder(target))) throw error;
      });
      this.#sizes.set(name, bytes ?? (await filesBelow(target)).bytes);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    return target;
  }

  async remove(name: string): Promise<void> {
    this.#sizes.delete(name);
    await this.#delete(name);
  }

  /** What a process left here before. */
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
    const found: { name: string; at: number; bytes: number }[] = [];
    for (const name of names) {
      const folder = path.join(this.#root, name);
      try {
        const { mtimeMs: at } = await stat(folder);
        if (!name.startsWith(draftPrefix)) found.push({ name, at, bytes: (await filesBelow(folder)).bytes });
        else if (at < Date.now() - draftLifeMs) await rm(folder, { recursive: true, force: true });
      } catch {
        // What cannot be read is none of these folders, or is made again.
      }
    }
    for (const { name, bytes } of found.toSorted((one, other) => one.at - other.at))
      this.#sizes.set(name, bytes);
  }

  /** Away at once, so that nobody finds half of it. */
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
