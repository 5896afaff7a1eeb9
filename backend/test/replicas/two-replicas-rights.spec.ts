import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import jwt from 'jsonwebtoken';
import { newId } from '../../src/common/ids.js';
import { sampleBody } from '../support/requests/sample-bodies.js';
import { anotherAdmin, firstAdmin, setAdmin, suspend } from '../support/studio/admin-actions.js';
import { socketClientsOf } from '../support/studio/socket-clients.js';
import { type Person, signIn, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

/** Two replicas share a PostgreSQL and a Redis, whose addresses are in variables. */
const describeWithServers =
  process.env['DATABASE_URL'] && process.env['REDIS_URL'] ? describe : describe.skip;

describeWithServers('rights at two replicas', () => {
  const secret = 'what the forum and the studio share';
  let here: TestStudio;
  let there: TestStudio;
  let first: Person;
  let owner: Person;
  const tabs = { here: socketClientsOf(() => here), there: socketClientsOf(() => there) };
  beforeAll(async () => {
    here = await startTestStudio({ FORUM_SECRET: secret });
    there = await here.replica();
    first = await firstAdmin(here);
    owner = await here.resident();
  });
  afterEach(() => {
    tabs.here.closeAll();
    tabs.there.closeAll();
  });
  afterAll(async () => {
    await there.stop();
    await here.stop();
  });

  it('H08 a session that is ended here ends there within a second, with its sockets, and no other session does', async () => {
    const one = await signIn(here, owner.user.email, owner.password);
    const other = await signIn(there, owner.user.email, owner.password);
    expect(one.access_token).not.toBe(other.access_token);
    await there.call('get', '/auth/me', one).expect(200);
    const tab = await tabs.there.open(one);
    const kept = await tabs.there.open(other);

    const ended = performance.now();
    await here.call('post', '/auth/logout', one).expect(204);
    await there.call('get', '/auth/me', one).expect(401);
    await until(() => tab.socket.disconnected);
    expect(performance.now() - ended).toBeLessThan(1_000);
    expect(tab.received).toContainEqual(['session:revoked', { reason: 'Signed out.' }]);
    expect(await tab.reconnect()).toBe('unauthorized');
    await there.call('get', '/auth/me', other).expect(200);
    expect(kept.socket.connected).toBe(true);
  });

  it('H67 a change of the password ends all other sessions at both, and their sockets', async () => {
    const person = await here.person();
    const others = [await signIn(here, person.user.email, person.password)];
    others.push(await signIn(there, person.user.email, person.password));
    const [mine, ...all] = [await tabs.here.open(person)].concat(
      await Promise.all([tabs.here, tabs.there].flatMap((on) => others.map((other) => on.open(other)))),
    );
    const change = { currentPassword: person.password, newPassword: 'another good one' };
    await there.call('post', '/auth/password', person).send(change).expect(204);
    for (const other of others)
      for (const on of [here, there]) await on.call('get', '/auth/me', other).expect(401);
    await until(() => all.every(({ socket }) => socket.disconnected));
    await here.call('get', '/auth/me', person).expect(200);
    expect(mine?.socket.connected).toBe(true);
  });

  it('H67 a suspension here ends every session there, and its sockets', async () => {
    const person = await there.person();
    const tab = await tabs.there.open(person);
    await suspend(here, first, person).expect(200);
    await there.call('get', '/auth/me', person).expect(401);
    await until(() => tab.socket.disconnected);
    expect(await tab.reconnect()).toBe('unauthorized');
  });

  it('H17 an admin who has just been demoted here is refused by every admin route there, and receives no more events', async () => {
    const demoted = await anotherAdmin(here, first);
    const [staying, leaving] = [await tabs.there.open(first), await tabs.there.open(demoted)];
    const watched = await here.project(owner);
    expect((await leaving.watch(watched)).ok).toBe(true);
    const { id } = await here.project(owner, { isPublic: true });
    for (const { received } of [staying, leaving])
      await until(() => received.some(([event]) => event === 'moderation:event'));

    await setAdmin(here, first, demoted, false).expect(200);
    for (const route of Object.values<Route>(routes).filter(({ access }) => access === 'admin')) {
      const asked = there.call(route.method.toLowerCase() as 'get', route.path.replace(':id', id), demoted);
      const { status } = await asked.send(sampleBody(route, demoted));
      expect({ route: route.path, status }).toEqual({ route: route.path, status: 403 });
    }
    await there.call('get', `/projects/${watched.id}`, demoted).expect(404);
    await until(() => leaving.socket.disconnected);
    expect(await leaving.reconnect()).toBe('connected');
    expect(leaving.socket.recovered).toBe(false);
    expect(await leaving.watch(watched)).toMatchObject({ ok: false });
    const receivedBefore = leaving.received.length;
    await here.call('put', `/projects/${watched.id}`, owner).send({ html: 'new' }).expect(200);
    await here.call('delete', `/admin/projects/${id}`, first).expect(204);
    await until(() =>
      staying.received.some(([, payload]) => 'type' in payload && payload.type === 'project-deleted'),
    );
    await leaving.settle();
    expect(leaving.received.slice(receivedBefore)).toEqual([]);
  });

  it('H10 a project made private here is unknown there a second later, even if it is read constantly', async () => {
    const project = await here.project(owner, { html: 'hidden text', isPublic: true, isEmbeddable: true });
    const reader = await there.person();
    const statuses = async () => {
      const page = await fetch(`${there.url}/project/${project.id}`);
      const embed = await fetch(`${there.url}/embed/${project.id}`);
      const card = await fetch(`${there.url}/project/${project.id}/card.png`);
      const calls = await Promise.all([
        there.call('get', `/projects/${project.id}`),
        there.call('get', `/projects/${project.id}?for_embed=true`),
        there.call('get', `/oembed?url=${there.config.publicUrl}/embed/${project.id}`),
      ]);
      const hasTags = (await page.text()).includes('og:title');
      return [embed.status, card.status, ...calls.map(({ status }) => status), hasTags];
    };
    const began = performance.now();
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, true]);
    const round = performance.now() - began;
    const hiding = here.call('put', `/projects/${project.id}`, owner);
    await hiding.send({ isPublic: false, isEmbeddable: false, html: 'a secret' }).expect(200);
    const since = performance.now();
    // Calls of signed-in users are not cached.
    await there.call('get', `/projects/${project.id}`, reader).expect(404);
    await until(async () => JSON.stringify(await statuses()) === '[404,404,404,404,404,false]');
    expect(performance.now() - since).toBeLessThan(1_000 + 3 * round);
  });

  it('H20 a token of the forum counts once, for twenty at once at both', async () => {
    const id = newId();
    const claims = { sub: id, email: `${id}@forum.example`, username: `f${id}`, aud: 'studio', jti: id };
    const token = jwt.sign(claims, secret, { expiresIn: 300 });
    const handOver = (on: TestStudio) => on.call('post', '/auth/discourse-login').send({ token });
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => handOver(n % 2 ? here : there)));
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array(19).fill(401)]);
    for (const on of [here, there])
      expect((await handOver(on).expect(401)).body.code).toBe('invalid_forum_token');
  });
});
