import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { idPattern } from '../../common/ids.js';
import { type AssetStorage, MissingFile } from '../../ports/asset-storage.js';
import { CommandError } from '../command.js';

/** A file's hash, and its key in the storage. Both are strict, so that a forged backup cannot name paths outside. */
export const StoredBytes = z.object({
  /** SHA-256. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  storage_key: z.string().check(z.regex(new RegExp(`^${idPattern}$`))),
  size: z.int(),
});
export type StoredBytes = z.infer<typeof StoredBytes>;

const batchSize = 8;

/** The bytes do not match their hash. */
class WrongBytes extends Error {}

const fileOf = (folder: string, hash: string) => join(folder, 'objects', hash.slice(0, 2), hash);

/**
 * Copies files out of the storage. Files of an earlier backup are hard-linked instead, if their bytes are still right
 * and the file system can.
 * @returns the hashes of the files that are missing or damaged.
 */
export async function copyOut(
  storage: AssetStorage,
  objects: readonly StoredBytes[],
  { folder, earlier }: { folder: string; earlier: string | null },
  progress: (line: string) => void,
): Promise<string[]> {
  const missing: string[] = [];
  await eachOf(objects, progress, async ({ hash, storage_key }) => {
    const file = fileOf(folder, hash);
    await mkdir(dirname(file), { recursive: true });
    if (earlier !== null && (await isWhole(earlier, hash)) && (await linked(fileOf(earlier, hash), file)))
      return;
    try {
      const writing = createWriteStream(file, { flags: 'wx', flush: true });
      await pipeline(await storage.read(storage_key), expecting(hash), writing);
    } catch (error) {
      await rm(file, { force: true });
      if (!(error instanceof WrongBytes || error instanceof MissingFile)) throw error;
      missing.push(hash);
    }
  });
  return missing;
}

/** False between two disks, and where the file system has no hard links or not as many. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (/^(EXDEV|EPERM|ENOTSUP|ENOSYS|EMLINK)$/.test((error as NodeJS.ErrnoException).code ?? ''))
      return false;
    throw error;
  }
}

/** Whether a backup has the file of this hash, with bytes that match it. */
export async function isWhole(folder: string, hash: string): Promise<boolean> {
  try {
    const found = createHash('sha256');
    for await (const chunk of createReadStream(fileOf(folder, hash))) found.update(chunk as Buffer);
    return found.digest('hex') === hash;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Copies files into the storage, under their keys. @throws CommandError if one is damaged or missing. */
export async function copyIn(
  storage: AssetStorage,
  objects: readonly StoredBytes[],
  folder: string,
  progress: (line: string) => void,
): Promise<void> {
  await eachOf(objects, progress, async ({ hash, storage_key }) => {
    // The file exists if this is the storage of the backup, or after an interrupted restore.
    if (await hasBytes(storage, storage_key, hash)) return;
    await storage.remove(storage_key);
    const file = createReadStream(fileOf(folder, hash));
    const checked = expecting(hash);
    file.on('error', (error) => checked.destroy(error)).pipe(checked);
    await storage.put(storage_key, checked, new AbortController().signal).catch((error: unknown) => {
      const damage = file.errored ?? checked.errored;
      throw damage ? new CommandError(`The backup is damaged: ${damage.message}`) : error;
    });
  });
}

/** Whether the storage has exactly these bytes under this key. */
export async function hasBytes(
  storage: Pick<AssetStorage, 'read'>,
  key: string,
  hash: string,
): Promise<boolean> {
  try {
    await pipeline(await storage.read(key), expecting(hash), async (bytes) => {
      for await (const _ of bytes);
    });
    return true;
  } catch (error) {
    if (error instanceof WrongBytes || error instanceof MissingFile) return false;
    throw error;
  }
}

async function eachOf(
  objects: readonly StoredBytes[],
  progress: (line: string) => void,
  work: (object: StoredBytes) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < objects.length; done += batchSize) {
    await Promise.all(objects.slice(done, done + batchSize).map(work));
    progress(`files: ${Math.min(done + batchSize, objects.length)} of ${objects.length}`);
  }
}

/** Passes bytes on, and fails at the end if they do not match the hash. */
function expecting(hash: string): Transform {
  const found = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      found.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(found.digest('hex') === hash ? null : new WrongBytes(`these are not the bytes of ${hash}`));
    },
  });
}
