import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { assetStorageContract } from '../../../test/ports/asset-storage.contract.js';
import { readConfig } from '../../config/read-config.js';
import { FileAssetStorage } from './file-asset-storage.js';

const dataDir = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const storageIn = async (folder: string) =>
  new FileAssetStorage(await readConfig({ PORT: '1', SANDBOX_PORT: '2', DATA_DIR: folder }));

assetStorageContract(
  'DATA_DIR',
  async () => {
    const storage = await storageIn(dataDir);
    await storage.create();
    return storage;
  },
  () => storageIn(join(dataDir, 'unmade')),
);

it('lists no files of other folders, which may be another user’s, such as the lost+found of a disk', async () => {
  const folder = join(dataDir, 'mounted');
  const storage = await storageIn(folder);
  for (const other of ['lost+found', 'ab/lost+found']) {
    mkdirSync(join(folder, 'assets', other), { recursive: true });
    writeFileSync(join(folder, 'assets', other, '0123456789abcdef'), 'none of ours');
  }
  for await (const { key } of storage.list()) expect(key).toBeUndefined();
});
