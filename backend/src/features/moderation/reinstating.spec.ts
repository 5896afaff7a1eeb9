import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import type { Report } from '@studio/contract/http/reports';
import { nightly } from '../../../test/support/nightly.js';
import { firstAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { waitingForLocks } from '../../../test/support/studio/waiting-for-locks.js';
import { until } from '../../../test/support/until.js';
import { now } from '../../database/clock.js';
import { Database } from '../../database/database.js';

let studio: TestStudio;
let admin: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  admin = await firstAdmin(studio);
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;
const decide = (reportId: string, action: 'remove' | 'reinstate') =>
  studio.call('post', `/admin/reports/${reportId}/resolve`, admin).send({ action, note: '' });

interface TakenDown {
  project: Project;
  /** The id of its appeal. */
  appeal: string;
}

/** An account's public projects that were taken down. */
async function takenDown(owner: Person, count: number): Promise<TakenDown[]> {
  const projects = await Promise.all(
    Array.from({ length: count }, () => studio.project(owner, { isPublic: true, isEmbeddable: true })),
  );
  return takeDown(owner, projects);
}

async function takeDown(owner: Person, projects: readonly Project[]): Promise<TakenDown[]> {
  const reporter = await studio.person();
  await Promise.all(
    projects.map(async ({ id }) => {
      const report = studio.call('post', `/projects/${id}/report`, reporter).send({ reason: 'spam' });
      await decide((await report.expect(201)).body.id, 'remove').expect(200);
      await studio.call('post', `/projects/${id}/appeal`, owner).send({ note: 'No.' }).expect(201);
    }),
  );
  const { body } = await studio.call('get', '/admin/reports?limit=100', admin).expect(200);
  const appeals = (body.data as Report[]).filter(({ kind }) => kind === 'appeal');
  return projects.map((project) => ({
    project,
    appeal: appeals.find(({ project: { id } }) => id === project.id)?.id ?? '',
  }));
}

const statusesOf = async (all: readonly { project: Project }[]) =>
  new Set(
    await Promise.all(
      all.map(async ({ project }) => (await studio.call('get', `/projects/${project.id}`)).status),
    ),
  );

const waiting = () => waitingForLocks(tables());

it('a project whose owner has made it private meanwhile is given back as private, without its links', async () => {
  const owner = await studio.resident();
  const project = await studio.project(owner, { isPublic: true, isEmbeddable: true });
  const links = `/projects/${project.id}/links`;
  const { body: link } = await studio.call('post', links, owner).send({ name: 'Friends' }).expect(201);
  const open = () => studio.call('post', '/links/open').send({ secret: link.secret });
  await open().expect(200);
  const [{ appeal } = { appeal: '' }] = await takeDown(owner, [project]);
  for (const access of [{ isPublic: false }, { isEmbeddable: false }])
    await studio.call('put', `/projects/${project.id}`, owner).send(access).expect(200);
  await decide(appeal, 'reinstate').expect(200);
  await studio.call('get', `/projects/${project.id}`).expect(404);
  await studio.call('get', `/projects/${project.id}?for_embed=true`).expect(404);
  await open().expect(404);
});

it('a project is given back as it was, though a save of its text repeats how it was hidden', async () => {
  const owner = await studio.resident();
  const [{ project, appeal } = { project: { id: '' }, appeal: '' }] = await takenDown(owner, 1);
  const read = (await studio.call('get', `/projects/${project.id}`, owner).expect(200)).body as Project;
  expect(read).toMatchObject({ isPublic: false, isEmbeddable: false });
  await studio
    .call('put', `/projects/${project.id}`, owner)
    .send({ ...read, html: 'better' })
    .expect(200);
  await decide(appeal, 'reinstate').expect(200);
  const { body } = await studio.call('get', `/projects/${project.id}`).expect(200);
  expect(body).toMatchObject({ html: 'better', isPublic: true, isEmbeddable: true });
});

it('H82 a project that is given back while its owner is being suspended stays hidden until they come back', async () => {
  const owner = await studio.resident();
  const all = await takenDown(owner, 1);
  const [{ project, appeal } = { project: { id: '' }, appeal: '' }] = all;
  const held = await tables().startTransaction().execute();
  await held.selectFrom('projects').select('id').where('id', '=', project.id).forUpdate().execute();
  const reinstated = decide(appeal, 'reinstate').then(({ status }) => status);
  await until(async () => (await waiting()) === 1);
  const state = { isSuspended: false };
  const suspended = suspend(studio, admin, owner).then(({ status }) => {
    state.isSuspended = true;
    return status;
  });
  await until(async () => state.isSuspended || (await waiting()) === 2);
  await held.commit().execute();
  expect(await Promise.all([reinstated, suspended])).toEqual([200, 200]);
  expect(await statusesOf(all)).toEqual(new Set([404]));
  await suspend(studio, admin, owner, false).expect(200);
  expect(await statusesOf(all)).toEqual(new Set([200]));
});

/** Before which of the ten calls of a round the suspension is sent: twenty rounds, 200 reinstatements. */
const rounds = Array.from({ length: 5 }, () => [0, 3, 6, 10]).flat();

it('H82 of many reinstatements that race with a suspension, none leaves a project visible', async () => {
  for (const place of nightly ? rounds : [0, 6]) {
    const owner = await studio.resident();
    const all = await takenDown(owner, 10);
    const calls = all.map(
      ({ appeal }) =>
        () =>
          decide(appeal, 'reinstate').then(({ status }) => status),
    );
    calls.splice(place, 0, () => suspend(studio, admin, owner).then(({ status }) => status));
    const statuses = await Promise.all(calls.map((call) => call()));
    // A request that waits too long for a lock gets 503. A second suspension would hide what the first has left visible.
    for (const status of statuses) expect([200, 409, 503]).toContain(status);
    if (statuses[place] !== 200) await suspend(studio, admin, owner).expect(200);
    expect(await statusesOf(all)).toEqual(new Set([404]));
  }
});

it('H82 what somebody publishes while their account in the forum ends is not published', async () => {
  const owner = await studio.resident();
  const { id } = await studio.project(owner);
  const held = await tables().startTransaction().execute();
  await held
    .updateTable('users')
    .set({ forum_destroyed_at: now() })
    .where('id', '=', owner.user.id)
    .execute();
  const published = studio
    .call('put', `/projects/${id}`, owner)
    .send({ isPublic: true })
    .then(({ status }) => status);
  await until(async () => (await waiting()) === 1);
  await held.commit().execute();
  expect(await published).toBe(403);
  await studio.call('get', `/projects/${id}`).expect(404);
});
