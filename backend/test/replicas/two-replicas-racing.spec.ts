import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import { RedisConnection } from '../../src/adapters/production/redis-connection.js';
import { AssetReconciliationService } from '../../src/features/assets/reconciliation/asset-reconciliation.service.js';
import { bodyEnd, partHead } from '../support/requests/multipart.js';
import { openUpload } from '../support/requests/open-upload.js';
import { testLibrary } from '../support/requests/test-library.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

/** Two replicas share a PostgreSQL and a Redis, whose addresses are in variables. */
const describeWithServers =
  process.env['DATABASE_URL'] && process.env['REDIS_URL'] ? describe : describe.skip;

describeWithServers('two replicas with simultaneous calls', () => {
  let here: TestStudio;
  let there: TestStudio;
  let owner: Person;
  beforeAll(async () => {
    here = await startTestStudio();
    there = await here.replica();
    owner = await here.resident();
  });
  afterAll(async () => {
    await there.stop();
    await here.stop();
  });

  /** Makes `count` calls at once, alternately to both replicas. */
  const race = <T>(count: number, call: (on: TestStudio, index: number) => PromiseLike<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index % 2 ? there : here, index)));

  it('H27 let exactly one of 50 saves on one version win', async () => {
    const project = await here.project(owner, { html: 'first' });
    const responses = await race(50, (on, index) =>
      on
        .call('put', `/projects/${project.id}`, owner)
        .set('if-match', '"1"')
        .send({ html: `text ${index}` }),
    );
    const won = responses.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49);
    for (const on of [here, there])
      expect((await on.call('get', `/projects/${project.id}`, owner)).body).toMatchObject({
        html: won[0]?.body.html,
        version: 2,
      });
  });

  it('H33 make one project of 20 creates with one key, and another for another account', async () => {
    const create = (on: TestStudio, who: Person, title = 'Once') =>
      on.call('post', '/projects', who).set('idempotency-key', 'the key').send({ title });
    const responses = await race(20, (on) => create(on, owner));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    await create(there, owner, 'Another').expect(422);
    const theirs = await create(there, await there.person()).expect(201);
    expect(theirs.body.id).not.toBe(responses[0]?.body.id);
  });

  it('H44 let at most one of 20 uploads through, each of which needs 60 % of the remaining quota', async () => {
    const person = await here.person();
    const left = 200_000;
    await testLibrary(here).fill(person, left);
    const responses = await race(20, (on, index) =>
      testLibrary(on).upload(person, `${index}.txt`, `${index}`.padEnd(left * 0.6, '.')),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array(19).fill(413)]);
    expect((await testLibrary(there).storage(person)).totalUsed).toBe(limits.storageBytes - left * 0.4);
  });

  it('H45 count distinct likers: one of 100 likes, and each of many who like and unlike', async () => {
    const { id } = await here.project(owner, { isPublic: true });
    const fans = await Promise.all(Array.from({ length: 5 }, () => here.person()));
    await race(100, (on) => on.call('put', `/projects/${id}/like`, fans[0]).expect(200));
    const likes = async () => (await there.call('get', `/projects/${id}`, owner)).body.likes;
    expect(await likes()).toBe(1);
    await race(200, (on, index) =>
      on.call(index % 3 ? 'put' : 'delete', `/projects/${id}/like`, fans[index % 5]).expect(200),
    );
    const liked = await race(
      5,
      async (on, index) => (await on.call('get', `/projects/${id}`, fans[index])).body,
    );
    expect(await likes()).toBe(liked.filter(({ isLiked }) => isLiked).length);
  });

  it('reconcile files and rows without touching an upload in progress at the other', async () => {
    const person = await here.person();
    const library = testLibrary(here);
    const upload = openUpload(here, person);
    await upload.send(`${partHead('a.txt')}the beginning`);
    await until(async () => (await library.rows()).uploads === 1);
    const inAMinute = new Date(Date.now() + 60_000);
    await there.studio.app.get(AssetReconciliationService).reconcile(inAMinute, new AbortController().signal);
    upload.call.end(` and the end${bodyEnd}`);
    const { status, body } = await upload.response;
    expect(status).toBe(201);
    expect((await testLibrary(there).serve(body)).content.toString()).toBe('the beginning and the end');
  });

  it('keep no more than about 10,000 of the entries that they have sent each other', async () => {
    const redis = here.studio.app.get(RedisConnection);
    // In batches, because a call to Redis may take only a second.
    for (let portion = 0; portion < 12; portion += 1)
      await redis.run(async (client) => {
        const entries = Array.from({ length: 1_000 }, () =>
          client.xAdd('sockets', '*', { uid: 'before', type: '0' }),
        );
        await Promise.all(entries);
      });
    const { id } = await here.project(owner, { isPublic: true });
    await there.call('put', `/projects/${id}/like`, owner).expect(200);
    await until(async () => (await redis.run((client) => client.xLen('sockets'))) < 10_200);
  });
});
