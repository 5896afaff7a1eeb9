import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../database/database.js';
import { type Person, startTestStudio, type TestStudio } from '../../testing/studio.js';
import { type Trouble, TroubledS3 } from '../../testing/troubled-s3.js';

const small = Buffer.from('a small file');
/** Several parts of an upload to S3. */
const big = Buffer.alloc(12 * 1_024 * 1_024, 'a line of a big file\n');

let studio: TestStudio;
let person: Person;

const upload = (content: Buffer) =>
  studio.call('post', '/assets/upload', person).attach('file', content, 'a.txt');

async function expectRefused(content: Buffer): Promise<void> {
  const { status, body, headers } = await upload(content);
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

/** No asset, nothing of the quota, nothing reserved. */
async function expectNothingOfIt(): Promise<void> {
  expect((await studio.call('get', '/assets', person).expect(200)).body.data).toEqual([]);
  const storage = (await studio.call('get', '/assets/storage', person).expect(200)).body;
  expect(storage).toMatchObject({ totalUsed: 0, assetCount: 0 });
  const { sql } = studio.studio.app.get(Database);
  expect(await sql.selectFrom('asset_uploads').selectAll().execute()).toEqual([]);
  expect(await sql.selectFrom('stored_objects').selectAll().execute()).toEqual([]);
}

async function expectToWork(): Promise<void> {
  await studio.call('get', '/health/ready').expect(200);
  const { body } = await upload(small).expect(201);
  const served = await fetch(body.url);
  expect(await served.text()).toBe(small.toString());
  await studio.call('delete', `/assets/${body.id}`, person).expect(204);
  // Its bytes are kept for a day; the next test counts from nothing.
  await studio.studio.app.get(Database).sql.deleteFrom('assets').execute();
  await studio.studio.app.get(Database).sql.deleteFrom('stored_objects').execute();
}

describe('an S3 server', () => {
  const server = new TroubledS3();
  beforeAll(async () => {
    studio = await startTestStudio(await server.start());
    person = await studio.person();
  });
  afterAll(async () => {
    await studio.stop();
    await server.goAway();
  });

  it.each<[string, Trouble]>([
    ['never answers', 'silent'],
    ['is full', 'full'],
    ['keeps less than it says', 'shortening'],
    ['keeps nothing of what it says', 'forgetful'],
  ])('that %s is 503, and leaves nothing behind', async (_, trouble) => {
    server.trouble = trouble;
    await Promise.all([expectRefused(small), expectRefused(big)]);
    await studio.call('get', '/health/live').expect(200);
    server.trouble = 'none';
    await expectNothingOfIt();
    await expectToWork();
    expect(server.objects).toEqual(new Map());
  });

  it('that is away is 503 and not ready, and all is well when it comes back', async () => {
    await server.goAway();
    await Promise.all([expectRefused(small), expectRefused(big)]);
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body).toEqual({ status: 'unavailable', parts: { database: 'up', storage: 'down' } });
    await studio.call('get', '/health/live').expect(200);
    await server.comeBack();
    await expectNothingOfIt();
    await expectToWork();
  });

  it('that never answers is not ready within a prober’s patience', async () => {
    server.trouble = 'silent';
    const asked = performance.now();
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body.parts).toEqual({ database: 'up', storage: 'down' });
    expect(performance.now() - asked).toBeLessThan(4_000);
    server.trouble = 'none';
    await expectToWork();
  });

  it('that stops in the middle of a file ends the answer, which never looks whole', async () => {
    const { body } = await upload(small).expect(201);
    server.trouble = 'stalling';
    const answer = await fetch(body.url);
    await expect(answer.text()).rejects.toThrow();
    server.trouble = 'none';
    expect(await (await fetch(body.url)).text()).toBe(small.toString());
  });
});

describe('a disk', () => {
  let folder: string;
  beforeAll(async () => {
    studio = await startTestStudio();
    person = await studio.person();
    folder = join(studio.config.dataDir, 'assets');
  });
  afterAll(() => studio.stop());

  it('that cannot be written to is 503 and not ready, and leaves nothing behind', async () => {
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'in the way');
    await Promise.all([expectRefused(small), expectRefused(big)]);
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body.parts).toEqual({ database: 'up', storage: 'down' });
    rmSync(folder);
    await expectNothingOfIt();
    await expectToWork();
  });

  /** Only root may make a small disk. */
  const itAsRoot = process.getuid?.() === 0 && process.platform === 'linux' ? it : it.skip;
  itAsRoot('that is full is 503, and leaves nothing behind', async () => {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'studio-test', folder]);
    try {
      await expectRefused(big);
      await expectNothingOfIt();
      await expectToWork();
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
  });
});
