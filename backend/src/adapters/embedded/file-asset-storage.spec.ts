import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { readConfig } from '../../config/read-config.js';
import { assetStorageContract } from '../../ports/asset-storage.contract.js';
import { FileAssetStorage } from './file-asset-storage.js';

const dataDir = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

assetStorageContract(
  'DATA_DIR',
  async () => new FileAssetStorage(await readConfig({ PORT: '1', SANDBOX_PORT: '2', DATA_DIR: dataDir })),
);
