import { afterAll, describe } from '@jest/globals';
import { newId } from '../../common/ids.js';
import { readConfig } from '../../config/read-config.js';
import { assetStorageContract } from '../../ports/asset-storage.contract.js';
import { MinioAssetStorage } from './minio-asset-storage.js';

/** Where the test run has no S3 server, there are no S3 variables either. */
const describeWithS3 = process.env['S3_ENDPOINT'] ? describe : describe.skip;

describeWithS3('with an S3 server,', () => {
  let storage: MinioAssetStorage;
  afterAll(() => storage.onModuleDestroy());

  assetStorageContract('a bucket', async () => {
    storage = new MinioAssetStorage(
      await readConfig({ ...process.env, PORT: '1', SANDBOX_PORT: '2', S3_BUCKET: `contract-${newId()}` }),
    );
    await storage.ping();
    return storage;
  });
});
