import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestStudio, type TestStudio } from '../../testing/studio.js';
import { type Trouble, TroubledS3 } from '../../testing/troubled-s3.js';
import { Uploads } from '../../testing/uploads.js';

const server = new TroubledS3();
let studio: TestStudio;
let uploads: Uploads;
beforeAll(async () => {
  studio = await startTestStudio(await server.start());
  uploads = new Uploads(studio, await studio.person());
});
afterAll(async () => {
  await studio.stop();
  await server.goAway();
});

describe('an S3 server', () => {
  it.each<[string, Trouble]>([
    ['never answers', 'silent'],
    ['is full', 'full'],
    ['keeps less than it says', 'shortening'],
    ['keeps nothing of what it says', 'forgetful'],
  ])('that %s is 503, and leaves nothing behind', async (_, trouble) => {
    server.trouble = trouble;
    await uploads.expectNone();
    server.trouble = 'none';
    await uploads.expectNothingLeft();
    expect([...server.objects.keys()]).toEqual([]);
    await uploads.expectToWork();
    server.objects.clear();
  });

  it('that is away is 503 and not ready, and all is well when it comes back', async () => {
    await server.goAway();
    await uploads.expectNone();
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body).toEqual({ status: 'unavailable', parts: { database: 'up', storage: 'down' } });
    await server.comeBack();
    await uploads.expectNothingLeft();
    await uploads.expectToWork();
  });

  it('that never answers is not ready within a prober’s patience', async () => {
    server.trouble = 'silent';
    const asked = performance.now();
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body.parts).toEqual({ database: 'up', storage: 'down' });
    expect(performance.now() - asked).toBeLessThan(4_000);
    server.trouble = 'none';
    await uploads.expectToWork();
  });

  it('that stops in the middle of a file ends the answer, which never looks whole', async () => {
    const asset = await uploads.expectOne();
    server.trouble = 'stalling';
    const answer = await fetch(asset.url);
    await expect(answer.text()).rejects.toThrow();
    server.trouble = 'none';
    await uploads.expectServed(asset);
  });
});
