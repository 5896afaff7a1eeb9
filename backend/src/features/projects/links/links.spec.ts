import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Project, ProjectInput } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { LinkInput, ProjectLink } from '@studio/contract/links';
import request from 'supertest';
import { testLibrary } from '../../../../test/support/requests/test-library.js';
import { firstAdmin, suspend } from '../../../../test/support/studio/admin-actions.js';
import { socketClientsOf } from '../../../../test/support/studio/socket-clients.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { fromNow } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let owner: Person;
let other: Person;
let project: Project;
beforeAll(async () => {
  studio = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' });
  [owner, other] = [await studio.resident(), await studio.person()];
});
afterAll(() => studio.stop());
beforeEach(async () => {
  project = await studio.project(owner, { title: 'My own title', html: '<p>for friends</p>' });
});
const tabs = socketClientsOf(() => studio);
afterEach(tabs.closeAll);

const links = (who?: Person) => studio.call('get', `/projects/${project.id}/links`, who);
const make = (input: LinkInput | object = { name: 'Friends' }, who = owner) =>
  studio.call('post', `/projects/${project.id}/links`, who).send(input);
async function madeLink(input?: object): Promise<ProjectLink & { secret: string }> {
  return (await make(input).expect(201)).body;
}
const revoke = ({ id }: ProjectLink, who = owner) =>
  studio.call('delete', `/projects/${project.id}/links/${id}`, who);
const open = (secret: string, who?: Person) =>
  studio.call('post', '/links/open', who).set('x-forwarded-for', someAddress()).send({ secret });
const page = (path: string, address = someAddress()) =>
  request(studio.url).get(path).set('x-forwarded-for', address);
const save = (input: ProjectInput) =>
  studio.call('put', `/projects/${project.id}`, owner).send(input).expect(200);

let visitors = 0;
/** An address in a network that no test has used. */
function someAddress(): string {
  visitors += 1;
  return `198.18.${visitors >> 8}.${visitors & 255}`;
}

/** The address of the page that the embed of a link frames. */
function framed(address: string): request.Test {
  const { pathname, search, host } = new URL(address);
  return request(`http://127.0.0.1:${studio.config.sandboxPort}`)
    .get(pathname + search)
    .set({ Host: host, 'Sec-Fetch-Dest': 'iframe' });
}
function frameOf(embed: string): string {
  return (/src="(http[^"]+)"/.exec(embed)?.[1] ?? '').replaceAll('&#38;', '&');
}

/** The statuses of everything that a link opens: the call, the page, the embed, the embed's status, and its frame. */
async function statuses(secret: string, frame: string): Promise<number[]> {
  const responses = await Promise.all([
    open(secret),
    page(`/s/${secret}`),
    page(`/s/${secret}/embed`),
    page(`/s/${secret}/embed/status`),
    framed(frame),
  ]);
  return responses.map(({ status }) => status);
}
const opened = [200, 200, 200, 204, 200];
const missing = [404, 404, 404, 404, 404];

describe('a link to a private project', () => {
  it('opens it to anybody, to view and to embed, with its files; the project is public nowhere else', async () => {
    const file = await testLibrary(studio).add(owner, 'picture.txt');
    await save({ html: `<p>for friends</p><img src="${file.url}">` });
    const { secret, name, views, expiresAt } = await madeLink();
    expect({ name, views, expiresAt, length: secret.length }).toEqual({
      name: 'Friends',
      views: 0,
      expiresAt: null,
      length: 22,
    });
    const { body } = await open(secret).expect(200);
    expect(body).toMatchObject({ id: project.id, title: 'My own title', username: owner.user.username });
    expect(body.html).toContain('for friends');
    const { text } = await page(`/s/${secret}/embed?tabs=html,result`).expect(200);
    expect(text).toContain('for friends');
    expect(text).toContain(`href="/s/${secret}"`);
    const run = await framed(frameOf((await page(`/s/${secret}/embed`)).text)).expect(200);
    expect(run.text).toContain('for friends');
    await request(studio.config.assetsUrl).get(new URL(file.url).pathname).expect(200);

    for (const path of ['', '/summary', '/source', '/forks', '?for_embed=true'])
      await studio.call('get', `/projects/${project.id}${path}`, other).expect(404);
    await page(`/embed/${project.id}`).expect(404);
    for (const who of [undefined, other]) {
      const list = await studio.call('get', '/projects/public?search=My own title', who).expect(200);
      expect(list.body.total).toBe(0);
    }
    for (const path of [`/s/${secret}`, `/s/${secret}/embed`, `/project/${project.id}`])
      await studio
        .call('get', '/oembed')
        .query({ url: studio.config.publicUrl + path })
        .expect(404);
    await studio.call('put', `/projects/${project.id}/like`, other).expect(404);
    await studio.call('post', `/projects/${project.id}/fork`, other).expect(404);
  });

  it('H85 keeps its address from Referer, caches, search engines and chats, and from its frame', async () => {
    const { secret } = await madeLink();
    for (const path of [`/s/${secret}`, `/s/${secret}/embed`]) {
      const { headers, text } = await page(path).expect(200);
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      });
      expect(text).not.toMatch(/og:|twitter:|oembed|My own title/);
    }
    const { text } = await page(`/s/${secret}/embed`);
    expect(text).toContain('referrerpolicy="no-referrer"');
    expect(frameOf(text)).not.toContain(secret);
    const { headers } = await framed(frameOf(text)).expect(200);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('H85 opens nothing more after it was revoked, has expired, or its project was hidden in any way, as if it had never been', async () => {
    const unknown = await open('a'.repeat(22)).expect(404);
    const admin = await firstAdmin(studio);
    const takeDown = async () => {
      await studio.call('post', `/projects/${project.id}/report`, other).send({ reason: 'spam' }).expect(201);
      const { body } = await studio.call('get', '/admin/reports', admin).expect(200);
      const report = body.data.find((one: { project: { id: string } }) => one.project.id === project.id);
      await studio
        .call('post', `/admin/reports/${report.id}/resolve`, admin)
        .send({ action: 'remove' })
        .expect(200);
    };
    const ends: [string, (link: ProjectLink) => Promise<unknown>][] = [
      ['revoked', (link) => revoke(link).expect(204)],
      ['all revoked', () => studio.call('delete', `/projects/${project.id}/links`, owner).expect(204)],
      ['expired', expire],
      ['made private', async () => [await save({ isPublic: true }), await save({ isPublic: false })]],
      ['deleted', () => studio.call('delete', `/projects/${project.id}`, owner).expect(204)],
      ['taken down', takeDown],
      ['its owner suspended', () => suspend(studio, admin, owner).expect(200)],
    ];
    for (const [how, end] of ends) {
      project = await studio.project(owner, { title: 'My own title' });
      const link = await madeLink();
      const frame = frameOf((await page(`/s/${link.secret}/embed`)).text);
      expect({ how, statuses: await statuses(link.secret, frame) }).toEqual({ how, statuses: opened });
      await end(link);
      expect({ how, statuses: await statuses(link.secret, frame) }).toEqual({ how, statuses: missing });
      const { body } = await open(link.secret).expect(404);
      expect({ ...body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
    owner = await studio.resident();
  });

  it('H85 cannot be guessed: after 60 misses a minute a network is refused, at every door, and no other', async () => {
    const { secret } = await madeLink();
    const guesser = someAddress();
    const guess = (n: number) => page(`/s/${String(n).padStart(22, 'x')}`, guesser);
    for (let n = 0; n < 60; n += 1) await guess(n).expect(404);
    const refused = await guess(60).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await page(`/s/${secret}`, guesser).expect(429);
    await page(`/s/${secret}/embed`, guesser).expect(429);
    await page(`/s/${secret}/embed/status`, guesser).expect(429);
    await studio.call('post', '/links/open').set('x-forwarded-for', guesser).send({ secret }).expect(429);
    await page(`/s/${secret}`).expect(200);
  });

  it('that has ended is one guess a minute for its network, however many pages there still have it', async () => {
    const [ended, { secret }] = [await madeLink(), await madeLink()];
    await revoke(ended).expect(204);
    const school = someAddress();
    for (let pupil = 0; pupil < 70; pupil += 1) await page(`/s/${ended.secret}`, school).expect(404);
    await page(`/s/${secret}`, school).expect(200);
  });

  it('can be seen, created and revoked only by its owner', async () => {
    const link = await madeLink();
    for (const [who, status] of [
      [undefined, 401],
      [other, 404],
    ] as const) {
      await links(who).expect(status);
      await studio.call('post', `/projects/${project.id}/links`, who).send({ name: 'x' }).expect(status);
      await studio.call('delete', `/projects/${project.id}/links/${link.id}`, who).expect(status);
      await studio.call('delete', `/projects/${project.id}/links`, who).expect(status);
    }
    const { body } = await links(owner).expect(200);
    expect(body).toEqual({ links: [link], now: expect.any(String) });
    expect(Date.parse(body.now)).toBeGreaterThanOrEqual(Date.parse(link.createdAt));
    expect((await studio.call('get', `/projects/${project.id}`, owner)).body.liveLinks).toBe(1);
    expect((await studio.call('get', '/projects', owner)).body.data[0].liveLinks).toBe(1);
    await save({ isPublic: true });
    for (const who of [undefined, other])
      expect((await studio.call('get', `/projects/${project.id}`, who)).body).not.toHaveProperty('liveLinks');
    await revoke(link).expect(204);
    await revoke(link).expect(404);
    expect((await studio.call('get', `/projects/${project.id}`, owner)).body.liveLinks).toBe(0);
  });

  it('has a name and optionally an expiry in the future; a project has at most 50', async () => {
    for (const wrong of [
      {},
      { name: '  ' },
      { name: '\u200f' },
      { name: 'x'.repeat(61) },
      { name: 'x', expiresAt: 'soon' },
    ])
      await make(wrong).expect(400);
    const past = await make({ name: 'x', expiresAt: '2001-01-01T00:00:00Z' }).expect(400);
    expect(past.body.fields).toEqual([{ path: 'expiresAt', message: 'must be in the future' }]);
    const link = await madeLink({ name: ' For a day ', expiresAt: '2999-01-01T00:00:00.000Z' });
    expect(link).toMatchObject({ name: 'For a day', expiresAt: '2999-01-01T00:00:00.000Z' });
    expect((await open(link.secret).expect(200)).body.expiresIn).toBeGreaterThan(0);
    for (let n = 1; n < limits.linksPerProject; n += 1) await make().expect(201);
    await make().expect(413);
    await expire(link);
    await make().expect(201);
  });

  it('counts who opened it, once per viewer in 30 minutes and never its owner; the project counts nobody', async () => {
    const link = await madeLink();
    const address = someAddress();
    for (const _ of [1, 2])
      await studio.call('post', '/links/open').set('x-forwarded-for', address).send(link).expect(200);
    const embed = () => page(`/s/${link.secret}/embed`);
    await embed().set('Sec-Fetch-Mode', 'navigate').expect(200);
    // Requests by chats and other programs, or by a browser in advance.
    await embed().set('User-Agent', 'Slackbot-LinkExpanding 1.0').expect(200);
    await embed().set({ 'Sec-Fetch-Mode': 'navigate', 'Sec-Purpose': 'prefetch' }).expect(200);
    for (const path of ['', '/embed']) await request(studio.url).head(`/s/${link.secret}${path}`).expect(200);
    await page(`/s/${link.secret}`).expect(200);
    await open(link.secret, other).expect(200);
    await open(link.secret, owner).expect(200);
    expect((await links(owner)).body.links[0].views).toBe(3);
    expect((await studio.call('get', `/projects/${project.id}`, owner)).body.views).toBe(0);
  });

  it('can be forked by whoever is signed in, into a private project with what the link shows; not after it was revoked', async () => {
    await save({ description: 'For the jury only', tags: ['surprise'] });
    const link = await madeLink();
    const fork = (who?: Person) => studio.call('post', '/links/fork', who).send({ secret: link.secret });
    await fork().expect(401);
    const { body } = await fork(other).expect(201);
    const { title, html, id } = project;
    expect(body).toMatchObject({ title, html, isPublic: false, forkedFrom: id, description: '', tags: [] });
    await revoke(link).expect(204);
    await fork(other).expect(404);
  });

  it('is kept as a hash: the database opens nothing', async () => {
    const { secret } = await madeLink();
    const { sql } = studio.studio.app.get(Database);
    const rows = JSON.stringify(await sql.selectFrom('project_links').selectAll().execute());
    expect(rows).not.toContain(secret);
  });
});

describe('a page that a link has opened', () => {
  const watch = async (secret: string) => {
    const { socket } = await tabs.open();
    const result = await socket.emitWithAck('link:watch', { secret });
    const ended = new Promise((end) => socket.once('link:ended', end));
    return { socket, result, ended };
  };

  it('H85 is notified at once that its link was revoked, and not of the end of another link', async () => {
    const [mine, theirs] = [await madeLink(), await madeLink()];
    const [one, two] = [await watch(mine.secret), await watch(theirs.secret)];
    expect(one.result).toEqual({ ok: true, projectId: project.id, version: 1, expiresIn: null });
    let otherEnded = false;
    two.socket.once('link:ended', () => {
      otherEnded = true;
    });
    await revoke(mine).expect(204);
    await one.ended;
    const updated = new Promise((resolve) => two.socket.once('project:updated', resolve));
    await save({ title: 'Another' });
    await updated;
    expect(otherEnded).toBe(false);
  });

  it('H85 is notified of every other end of its link', async () => {
    const ends = [
      () => studio.call('delete', `/projects/${project.id}/links`, owner).expect(204),
      async () => [await save({ isPublic: true }), await save({ isPublic: false })],
      () => studio.call('delete', `/projects/${project.id}`, owner).expect(204),
    ];
    for (const end of ends) {
      const { ended } = await watch((await madeLink()).secret);
      await end();
      await ended;
    }
  });

  it('H85 receives no event of saves made after its link expired, also when it was disconnected then', async () => {
    const [link, other] = [await madeLink(), await madeLink()];
    const [connected, disconnected, kept] = [await tabs.open(), await tabs.open(), await tabs.open()];
    const watched = [connected, disconnected, kept] as const;
    for (const tab of watched)
      await tab.send('link:watch', { secret: tab === kept ? other.secret : link.secret });
    // Once it has received an event, its session can be recovered.
    await save({ html: 'valid' });
    for (const tab of watched) await tab.settle();
    await disconnected.cut();
    await expire(link);
    await save({ html: 'expired' });
    expect(await disconnected.reconnect()).toBe('connected');
    for (const tab of watched) await tab.settle();
    expect(disconnected.socket.recovered).toBe(true);
    const versions = watched.map(({ received }) =>
      received.flatMap(([event, payload]) => (event === 'project:updated' ? [payload.version] : [])),
    );
    expect(versions).toEqual([[2], [2], [2, 3]]);
  });

  it('H85 is refused for a secret that opens nothing, which counts as a guess', async () => {
    expect((await watch('b'.repeat(22))).result).toMatchObject({ ok: false });
    expect((await watch('short')).result).toMatchObject({ ok: false });
  });
});

/** Makes a link expire. */
async function expire({ id }: ProjectLink): Promise<void> {
  const { sql } = studio.studio.app.get(Database);
  await sql
    .updateTable('project_links')
    .set({ expires_at: fromNow(-1) })
    .where('id', '=', id)
    .execute();
}
