import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
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
