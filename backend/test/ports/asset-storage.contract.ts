import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/common/ids.js';
import { type AssetStorage, MissingFile } from '../../src/ports/asset-storage.js';

const MiB = 1_024 * 1_024;
const never = new AbortController().signal;

/** The tests for every asset storage. `unmade` returns one whose folder or bucket does not exist. */
export function assetStorageContract(
  name: string,
  subject: () => Promise<AssetStorage>,
  unmade: () => Promise<AssetStorage>,
): void {
  describe(`files in ${name}`, () => {
    let storage: AssetStorage;
    beforeAll(async () => {
      storage = await subject();
    });
    const put = (key: string, bytes: Buffer) =>
      storage.put(key, Readable.from(inChunks(bytes), { objectMode: false }), never);
    const read = async (key: string) => buffer(await storage.read(key));
    const listed = async (key: string) => {
      const found = [];
      for await (const file of storage.list()) if (file.key === key) found.push(file);
      return found;
    };

    it.each([0, 1, 65_536, 5 * MiB - 1, 5 * MiB, 5 * MiB + 1, 10 * MiB, 23 * MiB + 7])(
      'come back as they were sent: %d bytes',
      async (size) => {
        const [key, bytes] = [newId(), randomBytes(size)];
        expect(await put(key, bytes)).toBe(size);
        expect((await read(key)).equals(bytes)).toBe(true);
        expect(await storage.sizeOf(key)).toBe(size);
        const [file, ...others] = await listed(key);
        expect(file).toMatchObject({ key, size });
        expect(Math.abs((file?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
        expect(others).toEqual([]);
      },
    );

    it('are read in ranges that include both ends', async () => {
      const [key, bytes] = [newId(), randomBytes(6 * MiB)];
      await put(key, bytes);
      for (const [first, last] of [
        [0, 0],
        [1, 99_999],
        [5 * MiB - 1, 5 * MiB],
        [6 * MiB - 1, 6 * MiB - 1],
      ] as const) {
        const part = await buffer(await storage.read(key, { first, last }));
        expect(part.equals(bytes.subarray(first, last + 1))).toBe(true);
      }
    });

    it('need not be read to their end', async () => {
      const key = newId();
      await put(key, randomBytes(8 * MiB));
      const reading = await storage.read(key);
      await once(reading, 'readable');
      await once(reading.destroy(), 'close');
      expect(await read(key)).toHaveLength(8 * MiB);
    });

    it('that were never stored, or are removed, are missing; removing them again is no error', async () => {
      const key = newId();
      await expect(storage.read(key)).rejects.toBeInstanceOf(MissingFile);
      await storage.remove(key);
      await put(key, Buffer.from('here'));
      await storage.remove(key);
      await storage.remove(key);
      await expect(storage.read(key)).rejects.toBeInstanceOf(MissingFile);
      await expect(storage.read(key, { first: 0, last: 1 })).rejects.toBeInstanceOf(MissingFile);
      expect(await storage.sizeOf(key)).toBeNull();
      expect(await listed(key)).toEqual([]);
    });

    describe.each([0, 1_000, 5 * MiB + 1, 12 * MiB])(
      'whose upload ends too early, after %d bytes,',
      (size) => {
        const nothingOf = async (key: string) => {
          await expect(storage.read(key)).rejects.toBeInstanceOf(MissingFile);
          expect(await listed(key)).toEqual([]);
        };

        it('leave nothing where the source fails', async () => {
          const [key, source] = [newId(), new PassThrough()];
          const storing = storage.put(key, source, never);
          const refused = expect(storing).rejects.toThrow('the line is cut');
          await send(source, size);
          source.destroy(new Error('the line is cut'));
          await refused;
          await nothingOf(key);
        });

        it('leave nothing where they are aborted', async () => {
          const [key, source, abort] = [newId(), new PassThrough(), new AbortController()];
          const refused = expect(storage.put(key, source, abort.signal)).rejects.toThrow();
          await send(source, size);
          abort.abort();
          await refused;
          expect(source.destroyed).toBe(true);
          await nothingOf(key);
        });
      },
    );

    it('are refused where the upload had been aborted, or had failed, before it began', async () => {
      const key = newId();
      await expect(storage.put(key, new PassThrough(), AbortSignal.abort())).rejects.toThrow();
      const failed = new PassThrough().on('error', () => undefined).destroy(new Error('cut before'));
      await expect(storage.put(key, failed, never)).rejects.toThrow('cut before');
      expect(await listed(key)).toEqual([]);
    });

    it('are stored twenty at once, each whole, and listed', async () => {
      const files = Array.from({ length: 20 }, () => ({ key: newId(), bytes: randomBytes(6 * MiB) }));
      await Promise.all(files.map(({ key, bytes }) => put(key, bytes)));
      for (const { key, bytes } of files) expect((await read(key)).equals(bytes)).toBe(true);
      const keys = new Set<string>();
      for await (const file of storage.list()) keys.add(file.key);
      for (const { key } of files) expect(keys).toContain(key);
    });

    it('are stored in constant memory', async () => {
      const before = held();
      let most = 0;
      async function* film() {
        for (let sent = 0; sent < 40 * MiB; sent += 65_536) {
          yield Buffer.alloc(65_536, 7);
          await turn();
          most = Math.max(most, held() - before);
        }
      }
      const keys = Array.from({ length: 10 }, newId);
      await Promise.all(keys.map((key) => storage.put(key, Readable.from(film()), never)));
      // Of 400 MiB that are stored; uncollected garbage counts, too.
      expect(most).toBeLessThan(200 * MiB);
      await Promise.all(keys.map((key) => storage.remove(key)));
    });

    it('belong to the installation that has claimed them last; its marker is not listed as a file', async () => {
      expect(await storage.owner()).toBeNull();
      for (const installation of ['one installation', 'another']) {
        await storage.claim(installation);
        expect(await storage.owner()).toBe(installation);
      }
      await storage.create();
      expect(await storage.owner()).toBe('another');
      for await (const { key } of storage.list()) expect(key).toHaveLength(16);
    });

    it('are none and have no owner without a folder or bucket; reading creates none', async () => {
      const nowhere = await unmade();
      expect(await nowhere.owner()).toBeNull();
      for await (const { key } of nowhere.list()) expect(key).toBe('none');
      await expect(nowhere.ping()).rejects.toThrow();
      expect(await nowhere.owner()).toBeNull();
    });

    it('are in a storage that answers a ping', async () => {
      await expect(storage.ping()).resolves.toBeUndefined();
    });
  });
}

/** The bytes of buffers, in which files would accumulate. */
function held(): number {
  return process.memoryUsage().arrayBuffers;
}

/** Sends `size` bytes, and resolves once they have been accepted. */
async function send(source: PassThrough, size: number): Promise<void> {
  for (const chunk of inChunks(randomBytes(size)))
    if (!source.write(chunk)) await new Promise((taken) => source.once('drain', taken));
}

/** Splits bytes into chunks of varying sizes, as from a network. */
function* inChunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 70_001)
    yield bytes.subarray(at, at + size);
}
