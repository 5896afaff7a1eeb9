import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';
import { SessionStore } from '../../ports/sessions.js';
import { SocketRevalidation } from './socket-revalidation.js';

let studio: TestStudio;
let owner: Person;
const tabs = socketClientsOf(() => studio);
const { open } = tabs;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.resident();
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const save = (project: Project, fields: object) =>
  studio.call('put', `/projects/${project.id}`, owner).send(fields);

describe('a session that ends', () => {
  it('takes its sockets with it, and only those', async () => {
    const person = await studio.person();
    const other = await signIn(studio, person.user.email, person.password);
    const [leaving, staying] = [await open(person), await open(other)];
    const gone = leaving.ended();
    await studio.call('post', '/auth/logout', person).expect(204);
    await gone;
    expect(leaving.received).toEqual([['session:revoked', { reason: 'Signed out.' }]]);
    await staying.settle();
    expect(staying.socket.connected).toBe(true);
  });
});

describe('a socket whose session or role has ended without an event', () => {
  it('is disconnected at the next check, and only that one', async () => {
    const [promoted, gone, staying] = [await studio.person(), await studio.person(), await studio.person()];
    const [first, second, other] = [await open(promoted), await open(gone), await open(staying)];
    const { sql } = studio.studio.app.get(Database);
    await sql.updateTable('users').set({ is_admin: true }).where('id', '=', promoted.user.id).execute();
    await studio.studio.app.get(SessionStore).revokeOthers(gone.user.id, 'none');
    const ends = [first.ended(), second.ended()];
    await studio.studio.app.get(SocketRevalidation).revalidate();
    await Promise.all(ends);
    expect(await first.reconnect()).toBe('connected');
    expect(await second.reconnect()).toBe('unauthorized');
    await other.settle();
  });
});

describe('a socket that was cut off', () => {
  it('receives the events that it missed, once', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const reader = await open(await studio.person());
    await reader.watch(project);
    await save(project, { html: '1' }).expect(200);
    await reader.settle();
    await reader.cut();
    await save(project, { html: '2' }).expect(200);
    expect(await reader.reconnect()).toBe('connected');
    await reader.settle();
    expect(reader.socket.recovered).toBe(true);
    const versions = reader.received.flatMap(([event, payload]) =>
      event === 'project:updated' ? [payload.version] : [],
    );
    expect(versions).toEqual([2, 3]);
  });

  it('H09: is refused when its session has ended meanwhile, and receives nothing', async () => {
    const person = await studio.person();
    const project = await studio.project(owner, { isPublic: true });
    const reader = await open(person);
    await reader.watch(project);
    await save(project, { html: '1' }).expect(200);
    await reader.settle();
    const before = reader.received.length;
    await reader.cut();
    await studio.call('post', '/auth/logout', person).expect(204);
    await save(project, { html: '2' }).expect(200);
    expect(await reader.reconnect()).toBe('unauthorized');
    expect(reader.received).toHaveLength(before);
  });

  it('H09: does not get back into a project that turned private meanwhile', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const reader = await open(await studio.person());
    await reader.watch(project);
    await save(project, { html: '1' }).expect(200);
    await reader.settle();
    await reader.cut();
    await save(project, { isPublic: false }).expect(200);
    await save(project, { html: 'secret' }).expect(200);
    expect(await reader.reconnect()).toBe('connected');
    await save(project, { html: 'more' }).expect(200);
    await reader.settle();
    const versions = reader.received.flatMap(([event, payload]) =>
      event === 'project:updated' ? [payload.version] : [],
    );
    expect(versions).toEqual([2]);
    expect(reader.received).toContainEqual(['project:removed', { projectId: project.id, by: 'visibility' }]);
  });

  it('H09: loses every room that it has no right to any more', async () => {
    const embeddable = await studio.project(owner, { isEmbeddable: true });
    const listed = await studio.project(owner, { isPublic: true });
    const kept = await studio.project(owner, { isPublic: true });
    const tab = await open();
    for (const project of [embeddable, kept]) expect((await tab.watch(project)).ok).toBe(true);
    await tab.send('browse:watch', { projectIds: [listed.id, kept.id] });
    await save(kept, { html: '1' }).expect(200);
    await tab.settle();
    await tab.cut();
    await save(embeddable, { isEmbeddable: false }).expect(200);
    await save(listed, { isPublic: false }).expect(200);
    expect(await tab.reconnect()).toBe('connected');
    await tab.settle();
    expect(tab.socket.recovered).toBe(true);
    tab.received.length = 0;
    await save(embeddable, { isEmbeddable: true }).expect(200);
    await save(listed, { isPublic: true }).expect(200);
    for (const { id } of [embeddable, listed, kept])
      await studio.call('put', `/projects/${id}/like`, owner).expect(200);
    await tab.settle();
    const likes = ['project:likes', { projectId: kept.id, likes: 1 }];
    expect(tab.received).toEqual([likes]);
  });

  it('H09 H85: receives the end of its link, and nothing of what was saved after it', async () => {
    const project = await studio.project(owner, { html: 'for friends' });
    const links = `/projects/${project.id}/links`;
    const { body: link } = await studio.call('post', links, owner).send({ name: 'Friends' }).expect(201);
    const tab = await open();
    await tab.send('link:watch', { secret: link.secret });
    await save(project, { html: '1' }).expect(200);
    await tab.settle();
    await tab.cut();
    await studio.call('delete', `${links}/${link.id}`, owner).expect(204);
    await save(project, { html: 'secret' }).expect(200);
    expect(await tab.reconnect()).toBe('connected');
    await tab.settle();
    expect(tab.socket.recovered).toBe(true);
    expect(tab.received.map(([event]) => event)).toEqual(['project:updated', 'link:ended']);
  });

  it('H09 H51: is recovered once, even by two connections at once, and all of them end with the session', async () => {
    const person = await studio.person();
    const project = await studio.project(owner, { isPublic: true });
    const lost = await open(person);
    await lost.watch(project);
    await save(project, { html: '1' }).expect(200);
    await lost.settle();
    const { id, _pid: pid, _lastOffset: offset } = lost.socket as unknown as Record<string, string>;
    await lost.cut();
    const again = { auth: { token: person.access_token, pid, offset } };
    const opened = await Promise.all([open(person, again), open(person, again)]);
    opened.push(await open(person, again));
    const others = opened.filter(({ socket }) => socket.id !== id);
    expect(others).toHaveLength(2);
    for (const tab of others) await tab.watch(project);
    await opened.find(({ socket }) => socket.id === id)?.cut();
    await save(project, { html: '2' }).expect(200);
    for (const tab of others) {
      await tab.settle();
      expect(tab.received.map(([event]) => event)).toContain('project:updated');
    }
    const ends = others.map((tab) => tab.ended());
    await studio.call('post', '/auth/logout', person).expect(204);
    await Promise.all(ends);
  });

  it('H09: is refused when its role has changed meanwhile', async () => {
    const person = await studio.person();
    const tab = await open(person);
    await tab.watch(await studio.project(person));
    await tab.settle();
    expect(tab.received).not.toEqual([]);
    await tab.cut();
    const { sql } = studio.studio.app.get(Database);
    await sql.updateTable('users').set({ is_admin: true }).where('id', '=', person.user.id).execute();
    await tab.reconnect();
    expect(tab.socket.recovered).toBe(false);
  });
});
