import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import { sql } from 'kysely';
import { anotherAdmin, firstAdmin, setAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { waitingForLocks } from '../../../test/support/studio/waiting-for-locks.js';
import { until } from '../../../test/support/until.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';

let studio: TestStudio;
let first: Person;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio();
  first = await firstAdmin(studio);
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

/** Only on PostgreSQL: two transactions at once need two connections, and the embedded database has one. */
const itOnPostgres = process.env['DATABASE_URL'] ? it : it.skip;

const adminRoutes = Object.values<Route>(routes).filter(({ access }) => access === 'admin');
const refusal = async ({ method, path }: Route, who?: Person) => {
  const asked = studio.call(
    method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete',
    path.replace(':id', newId()),
    who,
  );
  const { status, body } = await asked;
  return { route: `${method} ${path}`, status, code: body.code };
};
const isAdmin = async ({ user: { id } }: Person) =>
  (await studio.call('get', '/admin/users?sortBy=admin', first).expect(200)).body.data.find(
    (user: { id: string }) => user.id === id,
  )?.isAdmin;

describe('every admin route', () => {
  it('H17: is refused to nobody, to a user, and to an admin demoted a moment ago', async () => {
    const user = await studio.person();
    const demoted = await anotherAdmin(studio, first);
    await studio.call('get', '/admin/users', demoted).expect(200);
    await setAdmin(studio, first, demoted, false).expect(200);
    expect(adminRoutes.length).toBeGreaterThan(6);
    for (const route of adminRoutes) {
      const name = `${route.method} ${route.path}`;
      expect(await refusal(route)).toEqual({ route: name, status: 401, code: 'unauthorized' });
      for (const who of [user, demoted])
        expect(await refusal(route, who)).toEqual({ route: name, status: 403, code: 'forbidden' });
    }
  });
});

describe('the admin right', () => {
  it('is granted once, however often it is asked for, and what it allows begins and ends with it', async () => {
    const person = await studio.person();
    const owner = await studio.person();
    const secret = await studio.project(owner);
    for (let times = 0; times < 2; times++)
      expect((await setAdmin(studio, first, person, true).expect(200)).body).toMatchObject({
        id: person.user.id,
        isAdmin: true,
        isFirstAdmin: false,
        projects: 0,
      });
    await studio.call('get', `/projects/${secret.id}`, person).expect(200);
    expect((await studio.call('get', '/auth/me', person).expect(200)).body.isAdmin).toBe(true);
    await setAdmin(studio, first, person, false).expect(200);
    await setAdmin(studio, first, person, false).expect(200);
    await studio.call('get', `/projects/${secret.id}`, person).expect(404);
    const { body } = await studio.call('get', `/admin/audit?search=${person.user.username}`, first);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'user.admin-revoked',
      'user.admin-granted',
    ]);
  });

  it('of the first admin cannot be revoked; and its address cannot be registered again', async () => {
    const other = await anotherAdmin(studio, first);
    for (const by of [first, other])
      expect((await setAdmin(studio, by, first, false).expect(409)).body.code).toBe('first_admin');
    expect(await isAdmin(first)).toBe(true);
    const { adminEmail: email } = studio.config;
    const account = { email: email.toUpperCase(), username: 'second-first', password: 'a good password' };
    await studio.call('post', '/auth/register').send(account).expect(409);
  });

  it('cannot be granted to a suspended, deleted or unknown account', async () => {
    const person = await studio.person();
    await suspend(studio, first, person).expect(200);
    expect((await setAdmin(studio, first, person, true).expect(409)).body.code).toBe('suspended');
    expect(await isAdmin(person)).toBe(false);
    const deleted = await studio.person();
    const { sql } = studio.studio.app.get(Database);
    const destroyed = { forum_destroyed_at: new Date() };
    await sql.updateTable('users').set(destroyed).where('id', '=', deleted.user.id).execute();
    const { body } = await setAdmin(studio, first, deleted, true).expect(409);
    expect(body.detail).toContain('The forum has deleted this account');
    expect(await isAdmin(deleted)).toBe(false);
    await studio.call('patch', `/admin/users/${newId()}/admin`, first).expect(404);
    await studio.call('patch', `/admin/users/${person.user.id}/admin?grant_admin=yes`, first).expect(400);
  });

  it('is lost by one of two who revoke each other’s at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await anotherAdmin(studio, first), await anotherAdmin(studio, first)];
      const responses = await Promise.all([
        setAdmin(studio, one, other, false),
        setAdmin(studio, other, one, false),
      ]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      expect((await isAdmin(one)) !== (await isAdmin(other))).toBe(true);
    }
  });

  it('of the last admin stays, even where the first start is not known any more', async () => {
    const { sql } = studio.studio.app.get(Database);
    const installation = await sql.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    const admins = await sql
      .updateTable('users')
      .set({ is_admin: false })
      .where('is_admin', '=', true)
      .returning('id')
      .execute();
    await sql.deleteFrom('installation').execute();
    try {
      await sql.updateTable('users').set({ is_admin: true }).where('id', '=', first.user.id).execute();
      expect((await setAdmin(studio, first, first, false).expect(409)).body.code).toBe('last_admin');
    } finally {
      await sql.insertInto('installation').values(installation).execute();
      await sql
        .updateTable('users')
        .set({ is_admin: true })
        .where(
          'id',
          'in',
          admins.map(({ id }) => id),
        )
        .execute();
    }
  });
});

describe('a suspension', () => {
  it.each(['', '  ', '\u200b\u2060'])('has a reason that can be read, not %j', async (reason) => {
    const person = await studio.person();
    const call = studio.call('patch', `/admin/users/${person.user.id}/suspension`, first);
    const { body } = await call.send({ suspended: true, reason }).expect(400);
    expect(body.fields).toEqual([{ path: 'reason', message: 'must not be empty' }]);
    await studio.call('get', '/auth/me', person).expect(200);
  });

  it('keeps its reason, which the person is told, until it is lifted, whoever suspends them again', async () => {
    const person = await studio.person();
    const other = await anotherAdmin(studio, first);
    const suspendFor = (by: Person, reason: string) =>
      studio.call('patch', `/admin/users/${person.user.id}/suspension`, by).send({ suspended: true, reason });
    await suspendFor(first, 'Sold nothing to everybody.').expect(200);
    const { body } = await suspendFor(other, 'Spam.').expect(409);
    expect(body.code).toBe('suspended');
    expect(body.detail).toContain('Sold nothing to everybody.');
    const signIn = await studio
      .call('post', '/auth/login')
      .send({ email: person.user.email, password: person.password });
    expect(signIn.body.detail).toContain('Sold nothing to everybody.');
    // A call whose response was lost can be made again.
    await suspendFor(first, 'Sold nothing to everybody.').expect(200);
    await suspend(studio, other, person, false).expect(200);
    expect((await suspendFor(other, 'Spam.').expect(200)).body.suspensionReason).toBe('Spam.');
  });

  itOnPostgres('is refused for somebody who is just being made an admin', async () => {
    const person = await studio.person();
    const tables = studio.studio.app.get(Database).sql;
    const held = await tables.startTransaction().execute();
    // A grant is announced after the right is stored.
    await sql`lock table moderation_events in exclusive mode`.execute(held);
    const granted = setAdmin(studio, first, person, true).then(({ status }) => status);
    await until(async () => (await waitingForLocks(tables)) === 1);
    const suspended = suspend(studio, first, person).then(({ body }) => body.code);
    await until(async () => (await waitingForLocks(tables)) === 2);
    await held.commit().execute();
    expect(await Promise.all([granted, suspended])).toEqual([200, 'is_admin']);
    expect(await isAdmin(person)).toBe(true);
  });
});

describe('an admin’s sockets', () => {
  it('H14: receive the moderators’ events while the right lasts, and nobody else’s sockets do', async () => {
    const admin = await anotherAdmin(studio, first);
    const [before, user] = [await tabs.open(admin), await tabs.open(await studio.person())];
    expect(await user.send('project:watch', { projectId: 'admins' })).toMatchObject({ ok: false });
    expect(await user.send('browse:watch', { projectIds: ['admins'] })).toMatchObject({ ok: false });
    const project = await studio.project(await studio.person(), { title: 'For all', isPublic: true });
    await before.settle();
    expect(before.received).toContainEqual([
      'moderation:event',
      expect.objectContaining({
        type: 'project-published',
        actor: { id: project.userId, username: project.username },
        subject: { kind: 'project', id: project.id, name: 'For all' },
      }),
    ]);
    const watched = await studio.project(await studio.person());
    expect((await before.watch(watched)).ok).toBe(true);

    const cut = before.ended();
    await setAdmin(studio, first, admin, false).expect(200);
    await cut;
    const receivedBefore = before.received.length;
    expect(await before.reconnect()).toBe('connected');
    expect(before.socket.recovered).toBe(false);
    expect((await before.watch(watched)).ok).toBe(false);
    await studio.call('delete', `/admin/projects/${project.id}`, first).expect(204);
    await before.settle();
    await user.settle();
    expect(before.received.slice(receivedBefore)).toEqual([]);
    expect(user.received).toEqual([]);
  });

  it('H09: that were cut off when the right went are not recovered with it', async () => {
    const admin = await anotherAdmin(studio, first);
    const tab = await tabs.open(admin);
    await tab.cut();
    await setAdmin(studio, first, admin, false).expect(200);
    await studio.project(await studio.person(), { isPublic: true });
    expect(await tab.reconnect()).toBe('connected');
    await tab.settle();
    expect(tab.received).toEqual([]);
  });

  it('that lost their connection receive the events that they missed', async () => {
    const tab = await tabs.open(await anotherAdmin(studio, first));
    await studio.project(await studio.person(), { title: 'Before', isPublic: true });
    await tab.settle();
    await tab.cut();
    await studio.project(await studio.person(), { title: 'Meanwhile', isPublic: true });
    expect(await tab.reconnect()).toBe('connected');
    await studio.project(await studio.person(), { title: 'After', isPublic: true });
    await tab.settle();
    const names = tab.received.map(([, payload]) => (payload as { subject: { name: string } }).subject.name);
    expect(names).toEqual(['Before', 'Meanwhile', 'After']);
  });
});
