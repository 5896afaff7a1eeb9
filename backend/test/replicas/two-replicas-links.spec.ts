import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { budgets } from '@studio/contract/budgets';
import type { Project } from '@studio/contract/http/projects';
import type { ProjectLink } from '@studio/contract/links';
import { firstAdmin, suspend } from '../support/studio/admin-actions.js';
import { type SocketClient, socketClientsOf } from '../support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

/** Two replicas share a PostgreSQL and a Redis, whose addresses are in variables. */
const describeWithServers =
  process.env['DATABASE_URL'] && process.env['REDIS_URL'] ? describe : describe.skip;

/** In milliseconds, to the last open page (specification: Links). */
const revokedWithin = 2_000;

describeWithServers('a link at two replicas', () => {
  let here: TestStudio;
  let there: TestStudio;
  let owner: Person;
  let project: Project;
  const tabs = { here: socketClientsOf(() => here), there: socketClientsOf(() => there) };
  beforeAll(async () => {
    here = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' });
    there = await here.replica({ TRUSTED_PROXIES: '127.0.0.1' });
    owner = await here.resident();
  });
  beforeEach(async () => {
    project = await here.project(owner, { html: 'for friends' });
  });
  afterEach(() => {
    tabs.here.closeAll();
    tabs.there.closeAll();
  });
  afterAll(async () => {
    await there.stop();
    await here.stop();
  });

  async function madeLink(): Promise<ProjectLink & { secret: string }> {
    const made = here.call('post', `/projects/${project.id}/links`, owner).send({ name: 'Friends' });
    return (await made.expect(201)).body;
  }
  const revoke = ({ id }: ProjectLink) =>
    here.call('delete', `/projects/${project.id}/links/${id}`, owner).expect(204);
  const watch = ({ socket }: SocketClient, { secret }: { secret: string }) =>
    socket.emitWithAck('link:watch', { secret });
  const hasEnded = ({ received }: SocketClient) => received.some(([event]) => event === 'link:ended');
  /** The statuses at the other replica: of the call, the page, the embed, and the check of an open embed. */
  const statusesThere = async ({ secret }: { secret: string }) => {
    const { status } = await there.call('post', '/links/open').send({ secret });
    const pages = ['', '/embed', '/embed/status'].map((path) => fetch(`${there.url}/s/${secret}${path}`));
    return [status, ...(await Promise.all(pages)).map((page) => page.status)];
  };

  it('H85 that is revoked here opens nothing there, and its pages there are notified within two seconds', async () => {
    const [link, other] = [await madeLink(), await madeLink()];
    const [tab, kept] = [await tabs.there.open(), await tabs.there.open()];
    expect(await watch(tab, link)).toMatchObject({ ok: true, projectId: project.id });
    expect(await watch(kept, other)).toMatchObject({ ok: true });
    expect(await statusesThere(link)).toEqual([200, 200, 200, 204]);

    const revoked = performance.now();
    await revoke(link);
    expect(await statusesThere(link)).toEqual([404, 404, 404, 404]);
    await until(() => hasEnded(tab));
    expect(performance.now() - revoked).toBeLessThan(revokedWithin);
    const receivedBefore = tab.received.length;
    await here.call('put', `/projects/${project.id}`, owner).send({ html: 'more' }).expect(200);
    await until(() => kept.received.some(([event]) => event === 'project:updated'));
    expect(tab.received).toHaveLength(receivedBefore);
    expect(hasEnded(kept)).toBe(false);
  });

  it('H85 ends there after every other end here', async () => {
    const admin = await firstAdmin(here);
    const save = (input: object) =>
      here.call('put', `/projects/${project.id}`, owner).send(input).expect(200);
    const takeDown = async () => {
      await save({ isPublic: true });
      const report = here.call('post', `/projects/${project.id}/report`, await here.person());
      const { body } = await report.send({ reason: 'spam' }).expect(201);
      const decision = here.call('post', `/admin/reports/${body.id}/resolve`, admin);
      await decision.send({ action: 'remove', note: '' }).expect(200);
    };
    const ends = {
      'taken down': takeDown,
      'all revoked': () => here.call('delete', `/projects/${project.id}/links`, owner).expect(204),
      'made private': async () => [await save({ isPublic: true }), await save({ isPublic: false })],
      deleted: () => here.call('delete', `/projects/${project.id}`, owner).expect(204),
      'its owner suspended': () => suspend(here, admin, owner).expect(200),
    };
    for (const [how, end] of Object.entries(ends)) {
      project = await here.project(owner);
      const [link, tab] = [await madeLink(), await tabs.there.open()];
      await watch(tab, link);
      const ended = performance.now();
      await end();
      await until(() => hasEnded(tab));
      expect({ how, statuses: await statusesThere(link) }).toEqual({ how, statuses: [404, 404, 404, 404] });
      expect(performance.now() - ended).toBeLessThan(revokedWithin);
    }
    owner = await here.resident();
  });

  it('H85 that is revoked while a page is disconnected has ended for it when it reconnects', async () => {
    const [link, tab] = [await madeLink(), await tabs.there.open()];
    await watch(tab, link);
    // Once it has received an event, its session can be recovered.
    await here.call('put', `/projects/${project.id}`, owner).send({ html: '2' }).expect(200);
    await until(() => tab.received.some(([event]) => event === 'project:updated'));
    await tab.cut();
    await revoke(link);
    await here.call('put', `/projects/${project.id}`, owner).send({ html: 'secret' }).expect(200);
    expect(await tab.reconnect()).toBe('connected');
    await until(() => hasEnded(tab));
    expect(await watch(tab, link)).toMatchObject({ ok: false });
    await here.call('put', `/projects/${project.id}`, owner).send({ html: '3' }).expect(200);
    await tab.settle();
    expect(tab.received.filter(([event]) => event === 'project:updated')).toHaveLength(1);
  });

  it('H85 ends for every page that has reconnected and watches it again at once', async () => {
    const link = await madeLink();
    const all = await Promise.all(Array.from({ length: 20 }, () => tabs.there.open()));
    for (const tab of all) await watch(tab, link);
    await here.call('put', `/projects/${project.id}`, owner).send({ html: '2' }).expect(200);
    for (const tab of all) await until(() => tab.received.some(([event]) => event === 'project:updated'));
    await Promise.all(all.map((tab) => tab.cut()));
    const responses = await Promise.all(
      all.map(async (tab) => {
        await tab.reconnect();
        expect(tab.socket.recovered).toBe(true);
        return watch(tab, link);
      }),
    );
    for (const result of responses) expect(result).toMatchObject({ ok: true });
    await revoke(link);
    await Promise.all(all.map((tab) => until(() => hasEnded(tab))));
  });

  it('H85 can be guessed at both only with one common budget', async () => {
    const { secret } = await madeLink();
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const statusOf = async ({ url }: TestStudio, asked: string) =>
      (await fetch(`${url}/s/${asked}`, { headers })).status;
    const guess = (at: TestStudio, n: number) => statusOf(at, String(n).padStart(22, 'x'));
    for (let n = 0; n < budgets.linkMiss.points; n += 1) expect(await guess(here, n)).toBe(404);
    // After a tenth of the budget, a replica reads the counts of others.
    for (let n = 0; n < budgets.linkMiss.points / 10; n += 1) expect(await guess(there, 100 + n)).toBe(404);
    await until(async () => (await statusOf(there, secret)) === 429);
  });
});
