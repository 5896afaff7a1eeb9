import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assetStorageContract } from '../../../test/ports/asset-storage.contract.js';
import { newId } from '../../common/ids.js';
import { readConfig } from '../../config/read-config.js';
import { MinioAssetStorage, uploadsAtOnce } from './minio-asset-storage.js';

/** Where the test run has no S3 server, there are no S3 variables either. */
const describeWithS3 = process.env['S3_ENDPOINT'] ? describe : describe.skip;

describeWithS3('with an S3 server,', () => {
  const made: MinioAssetStorage[] = [];
  const newBucket = async () => {
    const variables = { ...process.env, PORT: '1', SANDBOX_PORT: '2', S3_BUCKET: `contract-${newId()}` };
    const storage = new MinioAssetStorage(await readConfig(variables));
    made.push(storage);
    return storage;
  };
  let storage: MinioAssetStorage;
  afterAll(() => {
    for (const one of made) one.onApplicationShutdown();
  });

  assetStorageContract(
    'a bucket',
    async () => {
      storage = await newBucket();
      await storage.create();
      return storage;
    },
    newBucket,
  );

  it('H74: so many files are taken at once, each with one part in memory; the next is told to come again', async () => {
    const ending = new AbortController();
    const open = Array.from({ length: uploadsAtOnce }, () => {
      const bytes = new PassThrough();
      bytes.write('the beginning');
      return storage.put(newId(), bytes, ending.signal);
    });
    const ended = Promise.allSettled(open);
    const put = () =>
      storage.put(newId(), Readable.from([Buffer.from('one more')]), new AbortController().signal);
    await expect(put()).rejects.toMatchObject({
      status: 503,
      message: expect.stringMatching(/^Too many files/),
    });
    ending.abort();
    expect((await ended).map(({ status }) => status)).toEqual(open.map(() => 'rejected'));
    expect(await put()).toBe(8);
  });

  it('files wait for a reader who pauses for longer than the server may be silent', async () => {
    const [key, size] = [newId(), 40 * 1_024 * 1_024];
    await storage.put(key, Readable.from([Buffer.alloc(size)]), new AbortController().signal);
    let read = 0;
    for await (const chunk of await storage.read(key)) {
      if (read === 0) await pause(7_000);
      read += (chunk as Buffer).length;
    }
    expect(read).toBe(size);
  });
});
