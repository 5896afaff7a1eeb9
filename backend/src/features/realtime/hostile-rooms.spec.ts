import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import { clientEvents } from '@studio/contract/realtime';
import jwt from 'jsonwebtoken';
import { type SocketClient, socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let owner: Person;
const tabs = socketClientsOf(() => studio);
const { open } = tabs;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const save = (project: Project, fields: object, who = owner) =>
  studio.call('put', `/projects/${project.id}`, who).send(fields).expect(200);
const nowhere = '0000000000000000';

describe('rooms', () => {
  it('H14: of projects that one may not see are refused like unknown ones, and no event arrives', async () => {
    const secret = await studio.project(owner);
    const embeddable = await studio.project(owner, { isEmbeddable: true });
    const stranger = await open(await studio.person());
    const nobody = await open();
    const missing = await stranger.send('project:watch', { projectId: nowhere });
    expect(missing).toEqual({ ok: false, error: expect.any(String) });
    expect(await stranger.watch(secret)).toEqual(missing);
    expect(await nobody.watch(secret)).toEqual(missing);
    expect(await stranger.watch(embeddable)).toEqual(missing);
    expect((await nobody.watch(embeddable)).ok).toBe(true);
    expect((await (await open(owner)).watch(secret)).ok).toBe(true);
    expect(await stranger.send('browse:watch', { projectIds: [secret.id] })).toEqual({ ok: true, data: [] });
    await save(secret, { html: 'x' });
    await studio.call('put', `/projects/${secret.id}/like`, owner).expect(200);
    await stranger.settle();
    await nobody.settle();
    expect([...stranger.received, ...nobody.received]).toEqual([]);
  });

  it('H14: have no names that a client could give: users, admins, arrays and objects are errors', async () => {
    const victim = await studio.person();
    const secret = await studio.project(victim);
    const links = `/projects/${secret.id}/links`;
    const { body: link } = await studio.call('post', links, victim).send({ name: 'A friend' }).expect(201);
    const { sid } = jwt.decode(victim.access_token) as jwt.JwtPayload;
    const ofPeople = ['admins', 'signed-in', `user:${victim.user.id}`, `session:${sid}`];
    const ofLinks = [`links:${secret.id}`, `link:${link.id}`];
    const names = [...ofPeople, ...ofLinks, `project:${secret.id}:trusted`, `browse:${secret.id}`];
    const payloads = [
      ...names.flatMap((name) => [name, [name], { projectId: name }, { projectId: [name] }]),
      ...names.flatMap((name) => [{ projectIds: [name] }, { secret: name }, { secret: [name] }]),
      null,
      7,
      {},
      [],
      { projectId: { $ne: 1 } },
      { projectId: null },
      JSON.parse('{"__proto__":{"projectId":"x"}}'),
    ];
    const strangers: SocketClient[] = [];
    for (const event of Object.keys(clientEvents)) {
      // Each event on sockets of its own, which may send a hundred packets a second.
      const asking = [await open(await studio.person()), await open()];
      for (const stranger of asking)
        for (const payload of payloads)
          expect(await stranger.send(event, payload)).toEqual({ ok: false, error: expect.any(String) });
      strangers.push(...asking);
    }
    // Well-formed, but of no project.
    for (const id of [sid, victim.user.id, link.id])
      expect(await strangers[0]?.send('project:watch', { projectId: id })).toMatchObject({ ok: false });
    const tooMany = { projectIds: Array.from({ length: 101 }, () => nowhere) };
    expect(await strangers[0]?.send('browse:watch', tooMany)).toMatchObject({ ok: false });
    await save(secret, { html: 'x' }, victim);
    await studio.call('delete', links, victim).expect(204);
    await studio.call('post', '/auth/logout', victim).expect(204);
    await (await open()).settle();
    for (const stranger of strangers) {
      expect(stranger.socket.connected).toBe(true);
      await stranger.settle();
      expect(stranger.received).toEqual([]);
    }
  });
});
