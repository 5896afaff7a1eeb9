import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { AssetStorage } from '../../ports/asset-storage.js';
import { copyOut, hasBytes } from './objects.js';

const hash = createHash('sha256').update('bytes').digest('hex');
const storage = (chunks: Iterable<string>) => ({ read: async () => Readable.from(chunks) });

it('the bytes of a storage are compared with their hash', async () => {
  expect(await hasBytes(storage(['by', 'tes']), 'kkkkkkkkkkkkkkkk', hash)).toBe(true);
  expect(await hasBytes(storage(['bytes', '!']), 'kkkkkkkkkkkkkkkk', hash)).toBe(false);
});

it('a connection to the storage that breaks while they are read is an error of the command, not the end of the process', async () => {
  function* broken() {
    yield 'by';
    throw new Error('socket hang up');
  }
  await expect(hasBytes(storage(broken()), 'kkkkkkkkkkkkkkkk', hash)).rejects.toThrow('socket hang up');
});

const disk = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.dev;
const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (folder) => ![disk(tmpdir()), undefined].includes(disk(folder)),
);
(otherDisk ? it : it.skip)('files of an earlier backup on another disk are copied', async () => {
  const earlier = mkdtempSync(join(tmpdir(), 'studio-earlier-'));
  const folder = mkdtempSync(join(otherDisk ?? '', 'studio-later-'));
  const copy = (to: string, from: string | null) =>
    copyOut(
      storage(['bytes']) as unknown as AssetStorage,
      [{ hash, storage_key: 'kkkkkkkkkkkkkkkk', size: 5 }],
      { folder: to, earlier: from },
      () => undefined,
    );
  await copy(earlier, null);
  expect(await copy(folder, earlier)).toEqual([]);
  const [file = ''] = globSync(`objects/*/${hash}`, { cwd: folder });
  expect(readFileSync(join(folder, file), 'utf8')).toBe('bytes');
  for (const made of [earlier, folder]) rmSync(made, { recursive: true });
});
