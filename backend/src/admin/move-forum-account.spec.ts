import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { testLibrary } from '../../test/support/requests/test-library.js';
import { runAdmin, sameData } from '../../test/support/studio/admin-process.js';
import { runJobs } from '../../test/support/studio/run-jobs.js';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../test/support/studio/test-studio.js';
import { newId } from '../common/ids.js';
import { Database } from '../database/database.js';

/** The command is a process. */

const secret = 'what the forum and the studio share';
const webhookSecret = 'what the forum signs its webhooks with';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({
    FORUM_URL: 'https://forum.example',
    FORUM_SECRET: secret,
    FORUM_WEBHOOK_SECRET: webhookSecret,
  });
});
afterAll(() => studio.stop());

/** Signs a member of the forum in. */
async function arrive(forumId: number): Promise<Person> {
  const claims = { sub: forumId, email: `m${forumId}@forum.example`, username: `m${forumId}` };
  const token = jwt.sign({ ...claims, aud: 'studio', jti: newId() }, secret, { expiresIn: 300 });
  const { body } = await studio.call('post', '/auth/discourse-login').send({ token }).expect(200);
  return { ...body, password: '' };
}

/** The forum deletes a member, as when it merges them into another one. `done`: whether that changes an account here. */
async function destroy(forumId: number, done = true): Promise<void> {
  const body = JSON.stringify({ user: { id: forumId } });
  const signature = `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`;
  const headers = { 'X-Discourse-Event': 'user_destroyed', 'X-Discourse-Event-Signature': signature };
  await studio
    .call('post', '/forum/webhook')
    .type('application/json')
    .set(headers)
    .send(body)
    .expect(200, { done });
}

const move = (user: string, forumId: number | string) =>
  runAdmin(sameData(studio.config), ['move-forum-account', '--user', user, '--forum-id', `${forumId}`]);

/** The embedded database takes one process at a time. */
function whileStopped(work: () => Promise<void>): Promise<void> {
  return studio.config.databaseUrl === null ? studio.restart(work) : work();
}

async function setDestroyed({ user }: Person, daysAgo: number): Promise<void> {
  await studio.studio.app
    .get(Database)
    .sql.updateTable('users')
    .set({ forum_destroyed_at: new Date(Date.now() - daysAgo * 86_400_000) })
    .where('id', '=', user.id)
    .execute();
}

describe('an account whose member the forum has merged into another one', () => {
  it('is that one’s, with projects, links, likes and files, and stays', async () => {
    const merged = await arrive(1);
    const file = await testLibrary(studio).add(merged, 'a.txt', 'the bytes of a file');
    const project = await studio.project(merged, { html: file.url, isPublic: true, isEmbeddable: true });
    const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
    await studio.call('put', `/projects/${project.id}/like`, admin).expect(200);
    const link = await studio
      .call('post', `/projects/${project.id}/links`, merged)
      .send({ name: 'For all' })
      .expect(201);
    await destroy(1);
    await studio.call('get', `/projects/${project.id}`).expect(404);

    await whileStopped(async () => {
      expect(await move('M1', 2)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Member 2 of the forum signs in to m1 from now on.\n'),
      });
    });
    const { body } = await studio.call('get', `/projects/${project.id}`).expect(200);
    expect(body).toMatchObject({ isPublic: true, isEmbeddable: true, likes: 1 });
    await studio.call('post', '/links/open').send({ secret: link.body.secret }).expect(200);
    const survivor = await arrive(2);
    expect(survivor.user).toMatchObject({ id: merged.user.id, username: 'm2', email: 'm2@forum.example' });
    const { body: library } = await studio.call('get', '/assets', survivor).expect(200);
    expect(library.data).toEqual([expect.objectContaining({ id: file.id })]);
    const again = await signIn(studio, studio.config.adminEmail, adminPassword);
    const { body: log } = await studio.call('get', '/admin/audit', again).expect(200);
    expect(log.data[0]).toMatchObject({
      actor: null,
      action: 'forum.user-moved',
      subject: { id: merged.user.id, name: 'm1' },
      reason: 'By the command line. Forum id 2 instead of 1.',
    });
    await runJobs(studio, 'destroyed-accounts');
    await studio.call('get', '/auth/me', survivor).expect(200);
  });

  it('is exchanged with the one that this member has here, which keeps what it has, and back', async () => {
    const [merged, survivor] = [await arrive(11), await arrive(12)];
    const [lost, kept] = [
      await studio.project(merged, { isPublic: true }),
      await studio.project(survivor, { isPublic: true }),
    ];
    await destroy(11);
    await whileStopped(async () => {
      expect(await move('m11', 12)).toMatchObject({
        code: 0,
        out: expect.stringContaining(
          'm12, to which this member has signed in, keeps all that it has. Nobody can sign in to it until this command exchanges the two again.',
        ),
      });
    });
    // The forum may report a deletion twice.
    await destroy(11, false);
    await studio.call('get', '/auth/me', survivor).expect(401);
    for (const { id } of [lost, kept]) await studio.call('get', `/projects/${id}`).expect(200);
    expect((await arrive(12)).user).toMatchObject({ id: merged.user.id, username: 'm12-2' });

    await whileStopped(async () => {
      expect((await move('m12', 12)).code).toBe(0);
    });
    expect((await arrive(12)).user.id).toBe(survivor.user.id);
    for (const { id } of [lost, kept]) await studio.call('get', `/projects/${id}`).expect(200);
  });

  it('takes the number of the other one where both are still in the forum', async () => {
    const [one, other] = [await arrive(31), await arrive(32)];
    await whileStopped(async () => {
      expect(await move('m31', 32)).toMatchObject({
        code: 0,
        out: expect.stringContaining('It belongs to member 31 now'),
      });
    });
    expect((await arrive(32)).user.id).toBe(one.user.id);
    expect((await arrive(31)).user.id).toBe(other.user.id);
  });

  it('is kept under its own id, too; others are refused', async () => {
    const merged = await arrive(21);
    const { id } = await studio.project(merged, { isPublic: true });
    const late = await arrive(23);
    const local = await studio.person();
    await destroy(21);
    await setDestroyed(late, 31);
    await whileStopped(async () => {
      expect(await move('m21', 21)).toMatchObject({
        code: 0,
        out: expect.stringContaining('The deletion of m21 is undone.\n'),
      });
      await expectRefusals(local.user.username);
    });
    await studio.call('get', `/projects/${id}`).expect(200);
    const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
    const { body: log } = await studio.call('get', '/admin/audit', admin).expect(200);
    expect(log.data[0]).toMatchObject({ action: 'forum.user-restored', subject: { name: 'm21' } });
  });
});

async function expectRefusals(local: string): Promise<void> {
  expect(await move('m21', 21)).toMatchObject({
    code: 1,
    err: 'm21 belongs to member 21 already, and the forum has not deleted it.\n',
  });
  expect(await move('m23', 'bob')).toMatchObject({ code: 2, err: expect.stringContaining('not a number') });
  for (const [user, refusal] of [
    ['m23', 'The forum deleted m23 30 days ago. It cannot be brought back.\n'],
    ['nobody', 'There is no account nobody.\n'],
    [local, `${local} does not sign in through the forum, but with a password.\n`],
  ] as const)
    expect(await move(user, 22)).toMatchObject({ code: 1, out: '', err: refusal });
}
