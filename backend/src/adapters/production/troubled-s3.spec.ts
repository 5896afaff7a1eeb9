import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Uploads } from '../../../test/support/faults/failing-uploads.js';
import { type Fault, FaultyS3 } from '../../../test/support/faults/faulty-s3.js';
import { storeAsset } from '../../../test/support/requests/stored-asset.js';
import { spawnStudio } from '../../../test/support/studio/studio-process.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { readConfig } from '../../config/read-config.js';
import { MinioAssetStorage } from './minio-asset-storage.js';

const server = new FaultyS3();
/** The object that names the installation that owns the files. */
const mark = 'assets/installation';
let variables: Record<string, string>;
let studio: TestStudio;
let uploads: Uploads;
beforeAll(async () => {
  variables = await server.start();
  studio = await startTestStudio(variables);
  uploads = new Uploads(studio, await studio.person());
});
afterAll(async () => {
  await studio.stop();
  await server.goAway();
});

describe('an S3 server', () => {
  it.each<[string, Fault, RegExp?]>([
    ['never answers', 'silent'],
    ['is full', 'full', /^The server is out of disk space\./],
    ['keeps less than it says', 'shortening'],
    ['keeps nothing of what it says', 'forgetful'],
  ])('H38 that %s is 503, and leaves nothing behind', async (_, trouble, reason) => {
    server.fault = trouble;
    await uploads.expectNone(reason);
    server.fault = 'none';
    await uploads.expectNothingLeft();
    expect([...server.objects.keys()]).toEqual([mark]);
    await uploads.expectToWork();
    for (const key of server.objects.keys()) if (key !== mark) server.objects.delete(key);
  });

  it('H38 that is away is 503 and not ready, and all is well when it comes back', async () => {
    await server.goAway();
    await uploads.expectNone();
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body).toEqual({ status: 'unavailable', parts: { database: 'up', storage: 'down' } });
    await server.comeBack();
    await uploads.expectNothingLeft();
    await uploads.expectToWork();
  });

  it('that never answers is not ready within a prober’s patience', async () => {
    server.fault = 'silent';
    const asked = performance.now();
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body.parts).toEqual({ database: 'up', storage: 'down' });
    expect(performance.now() - asked).toBeLessThan(4_000);
    server.fault = 'none';
    await uploads.expectToWork();
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((own) =>
    own?.some(({ address }) => address === '::1'),
  );
  (hasIpv6 ? it : it.skip)('may be at an IPv6 address', async () => {
    const hosts: (string | undefined)[] = [];
    const there = createServer(({ headers }, response) => {
      hosts.push(headers.host);
      response.end();
    });
    await once(there.listen(0, '::1'), 'listening');
    const host = `[::1]:${(there.address() as AddressInfo).port}`;
    const storage = new MinioAssetStorage(await readConfig({ ...variables, S3_ENDPOINT: `http://${host}` }));
    await storage.ping();
    expect(hosts).toEqual([host]);
    storage.onApplicationShutdown();
    there.close();
  });

  it('that does not know the keys stops the start with one line that names them', async () => {
    server.fault = 'refusing';
    const dataDir = mkdtempSync(join(tmpdir(), 'refused-'));
    const { child, said } = spawnStudio(dataDir, { ...variables, PORT: '0', SANDBOX_PORT: '0' });
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(said()).toMatch(
      /^S3_BUCKET: expected a bucket .* S3_ACCESS_KEY and S3_SECRET_KEY .*, got "studio"\.\n$/,
    );
    rmSync(dataDir, { recursive: true });
    server.fault = 'none';
  });

  it.each<[string, Fault]>([
    ['write to', 'read-only'],
    ['delete from', 'undeletable'],
  ])(
    'whose policy does not let the keys %s the bucket stops the first start with one line',
    async (what, fault) => {
      const strict = new FaultyS3();
      const its = await strict.start();
      strict.fault = fault;
      const dataDir = mkdtempSync(join(tmpdir(), 'refused-'));
      const { child, said } = spawnStudio(dataDir, { ...its, PORT: '0', SANDBOX_PORT: '0' });
      await once(child, 'close');
      expect(child.exitCode).toBe(1);
      expect(said().split('\n')).toContain(
        `S3_BUCKET: expected a bucket of S3_ENDPOINT in S3_REGION that S3_ACCESS_KEY and S3_SECRET_KEY may ${what} (it says AccessDenied), got "studio".`,
      );
      rmSync(dataDir, { recursive: true });
      await strict.goAway();
    },
  );

  it('whose policy changes later is 503, and says so in the log', async () => {
    server.fault = 'read-only';
    await uploads.expectNone();
    server.fault = 'none';
    await uploads.expectNothingLeft();
    await uploads.expectToWork();
  });

  it('that stops in the middle of a small file is 503', async () => {
    const content = 'not asked for before, so that nobody remembers it';
    const asset = await uploads.expectOne(content);
    server.fault = 'stalling';
    expect((await fetch(asset.url)).status).toBe(503);
    server.fault = 'none';
    await uploads.expectServed(asset, content);
  });

  it('that stops in the middle of a big file ends the response, which never looks whole', async () => {
    const content = 'big enough to be sent as it comes\n'.repeat(100_000);
    const asset = await uploads.expectOne(content);
    server.fault = 'stalling';
    const response = await fetch(asset.url);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    server.fault = 'none';
    await uploads.expectServed(asset, content);
  });

  it('that is slow sends every file of a page, although not all of them together fit into memory', async () => {
    const owner = await studio.person();
    const paths: string[] = [];
    for (let n = 0; n < 100; n += 1)
      paths.push((await storeAsset(studio, owner, `${n}.png`, randomBytes(200_000))).path);
    server.fault = 'waiting';
    const files = `http://127.0.0.1:${studio.config.sandboxPort}`;
    const responses = paths.map((path) => fetch(files + path));
    await until(() => server.waiting.length === paths.length);
    server.fault = 'none';
    for (const send of server.waiting.splice(0)) send();
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
