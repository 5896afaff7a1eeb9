import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Client } from 'minio';
import { assetStorageContract } from '../../../test/ports/asset-storage.contract.js';
import { newId } from '../../common/ids.js';
import { ConfigError, readConfig } from '../../config/read-config.js';
import { MinioAssetStorage, maxConcurrentUploads } from './minio-asset-storage.js';

/** The S3 variables are unset where the test run has no S3 server. */
const describeWithS3 = process.env['S3_ENDPOINT'] ? describe : describe.skip;

describeWithS3('with an S3 server,', () => {
  const made: MinioAssetStorage[] = [];
  const configOf = (bucket: string) =>
    readConfig({ ...process.env, PORT: '1', SANDBOX_PORT: '2', S3_BUCKET: bucket });
  const put = (to: MinioAssetStorage, key: string) =>
    to.put(key, Readable.from([Buffer.from('some bytes')]), new AbortController().signal);
  const newBucket = async (bucket = `contract-${newId()}`) => {
    const storage = new MinioAssetStorage(await configOf(bucket));
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
    () => newBucket(),
  );

  it('H74: a limited number of files is uploaded at once, each with one part in memory; the next gets 503', async () => {
    const ending = new AbortController();
    const open = Array.from({ length: maxConcurrentUploads }, () => {
      const bytes = new PassThrough();
      bytes.write('the beginning');
      return storage.put(newId(), bytes, ending.signal);
    });
    const ended = Promise.allSettled(open);
    await expect(put(storage, newId())).rejects.toMatchObject({
      status: 503,
      message: expect.stringMatching(/^Too many files/),
    });
    ending.abort();
    expect((await ended).map(({ status }) => status)).toEqual(open.map(() => 'rejected'));
    expect(await put(storage, newId())).toBe(10);
  });

  it.each<[action: string, what: string, attempt: (its: MinioAssetStorage) => Promise<unknown>]>([
    ['PutObject', 'write to', (its) => put(its, newId())],
    ['DeleteObject', 'delete from', (its) => its.remove(newId())],
    ['DeleteObject', 'delete from', (its) => its.claim(newId())],
    ['ListBucket', 'list', (its) => its.list()[Symbol.asyncIterator]().next()],
    ['ListBucket', 'list', (its) => its.ping()],
    ['ListBucket', 'use', (its) => its.create()],
    ['GetObject', 'read', (its) => its.read('kept')],
  ])('a policy that denies %s is a clear refusal to %s the bucket', async (action, what, attempt) => {
    const { s3 } = await configOf(`denied-${newId()}`);
    if (s3 === null) throw new Error('S3_ENDPOINT is unset.');
    const its = await newBucket(s3.bucket);
    await its.create();
    await put(its, 'kept');
    const { hostname, port } = new URL(s3.endpoint);
    const client = new Client({ ...s3, endPoint: hostname, port: Number(port), useSSL: false });
    const Resource = [`arn:aws:s3:::${s3.bucket}`, `arn:aws:s3:::${s3.bucket}/*`];
    const Statement = [{ Effect: 'Deny', Principal: '*', Action: [`s3:${action}`], Resource }];
    await client.setBucketPolicy(s3.bucket, JSON.stringify({ Version: '2012-10-17', Statement }));
    await expect(attempt(its)).rejects.toThrow(
      new ConfigError(
        'S3_BUCKET',
        s3.bucket,
        `a bucket of S3_ENDPOINT in S3_REGION that S3_ACCESS_KEY and S3_SECRET_KEY may ${what} (it says AccessDenied)`,
      ),
    );
  });

  it('a reader may pause for longer than the server may be silent', async () => {
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
