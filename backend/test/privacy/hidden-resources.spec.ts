import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project, ProjectSummary } from '@studio/contract/http/projects';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import request from 'supertest';
import { newId } from '../../src/common/ids.js';
import { Database } from '../../src/database/database.js';
import { PreviewedProjectsService } from '../../src/features/projects/reading/previewed-projects.service.js';
import { sampleBody } from '../support/requests/sample-bodies.js';
import { testLibrary } from '../support/requests/test-library.js';
import { firstAdmin, suspend } from '../support/studio/admin-actions.js';
import { socketClientsOf } from '../support/studio/socket-clients.js';
import { type Person, signIn, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

let studio: TestStudio;
let owner: Person;
let other: Person;
let ended: Person;
/** The ids of resources that only their owners may know, by description. */
let hidden: Record<string, string>;
/** Former addresses of cards that somebody has kept, by project. */
let keptCards: Map<string, URL>;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio();
  [owner, other, ended] = [await studio.resident(), await studio.person(), await studio.person()];
  await studio.call('post', '/auth/logout', ended).expect(204);
  const admin = await firstAdmin(studio);
  const gone = await studio.resident();
  const shown = { html: '<p>hidden text</p>', isPublic: true, isEmbeddable: true };
  const [once, trashed, down, purged, ofSuspended, ownOfSuspended] = [
    await studio.project(owner, shown),
    await studio.project(owner, shown),
    await studio.project(owner, shown),
    await studio.project(owner, shown),
    await studio.project(gone, shown),
    await studio.project(gone),
  ];
  const lists = await Promise.all([owner, gone].map((one) => studio.call('get', '/projects', one)));
  keptCards = new Map(
    lists.flatMap(({ body }) => body.data.map(({ id, cardUrl }: ProjectSummary) => [id, new URL(cardUrl)])),
  );
  await studio.call('put', `/projects/${once.id}`, owner).send({ isPublic: false, isEmbeddable: false });
  await studio.call('delete', `/projects/${trashed.id}`, owner).expect(204);
  const filed = await studio.call('post', `/projects/${down.id}/report`, other).send({ reason: 'abuse' });
  const resolution = { action: 'remove', note: 'It steals.' };
  await studio.call('post', `/admin/reports/${filed.body.id}/resolve`, admin).send(resolution).expect(200);
  await studio.call('delete', `/admin/projects/${purged.id}`, admin).expect(204);
  await suspend(studio, admin, gone).expect(200);
  hidden = {
    'a private project': (await studio.project(owner)).id,
    'one that was public': once.id,
    'one in the trash': trashed.id,
    'one that was taken down': down.id,
    'one of a suspended account': ofSuspended.id,
    'a private one of a suspended account': ownOfSuspended.id,
    'one that was deleted permanently': purged.id,
    'an asset': (await testLibrary(studio).add(owner, 'a.txt')).id,
    'a report': filed.body.id,
    'an account': owner.user.id,
  };
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const aboutOne = Object.values<Route>(routes).filter(
  ({ path, access }) => path.includes(':id') && access !== 'admin',
);
const people = (): [string, Person | undefined][] => [
  ['nobody', undefined],
  ['another user', other],
  ['an ended session', ended],
];

/** A response without the parts that differ each time. */
interface Seen {
  status: number;
  headers: object;
  body: unknown;
}

function seen({ status, headers, body, text }: request.Response, id: string): Seen {
  const { date: _, 'x-request-id': __, etag, ...kept } = headers as Record<string, string>;
  const content = Object.keys(body ?? {}).length > 0 ? { ...body, requestId: '' } : text?.replaceAll(id, '');
  return { status, headers: { ...kept, etag: etag !== undefined }, body: content };
}

async function ask(route: Route, id: string, who: Person | undefined, headers = {}): Promise<Seen> {
  const path = route.path.replace(':id', id).replace(':rev', '1').replace(':linkId', newId());
  const method = route.method.toLowerCase() as 'get';
  const call = studio.call(method, path, who).set(headers);
  return seen(await call.send(sampleBody(route, who ?? other)), id);
}

/** The addresses besides API calls at which a project is visible. */
const addresses: Record<string, (id: string) => request.Test> = {
  'an embedding call': (id) => studio.call('get', `/projects/${id}?for_embed=true`),
  'an embed': (id) => request(studio.url).get(`/embed/${id}`),
  'an open embed': (id) => request(studio.url).get(`/embed/${id}/status`),
  'its page': (id) => request(studio.url).get(`/project/${id}`),
  'its preview': (id) => request(studio.url).get(`/preview/${id}`),
  'its card': (id) => request(studio.url).get(`/project/${id}/card.png`),
  'its oEmbed': (id) => studio.call('get', `/oembed?url=${studio.config.publicUrl}/project/${id}`),
  'the oEmbed of its embed': (id) => studio.call('get', `/oembed?url=${studio.config.publicUrl}/embed/${id}`),
  'its code': (id) => inItsFrame(id, `/rendered/${id}`),
  'a card in a list': (id) => inItsFrame(id, `/card/${id}?v=1&k=${'A'.repeat(43)}`),
};

function inItsFrame(id: string, path: string): request.Test {
  const { sandboxPort } = studio.config;
  return request(`http://127.0.0.1:${sandboxPort}`)
    .get(path)
    .set({ Host: `${id}.localhost:${sandboxPort}`, 'Sec-Fetch-Dest': 'iframe' });
}

/** The shortest time (ms) of several: that of the work itself, even on a busy machine. */
async function floorOf(ask: () => PromiseLike<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 10; n++) {
    const asked = performance.now();
    await ask();
    times.push(performance.now() - asked);
  }
  return Math.min(...times);
}

async function everyRow() {
  const { sql } = studio.studio.app.get(Database);
  const tables = [
    'projects',
    'project_revisions',
    'project_likes',
    'project_links',
    'reports',
    'takedowns',
    'assets',
  ] as const;
  return Promise.all(tables.map((table) => sql.selectFrom(table).selectAll().execute()));
}

describe('a resource that somebody may not know of', () => {
  it.each(aboutOne.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'H10 looks like an unknown one to everybody: %s',
    async (_, route) => {
      const before = await everyRow();
      for (const [who, person] of people()) {
        const unknown = await ask(route, newId(), person);
        const isRefused = who === 'an ended session' || (person === undefined && route.access === 'required');
        expect({ who, status: unknown.status }).toEqual({ who, status: isRefused ? 401 : 404 });
        for (const [what, id] of Object.entries(hidden))
          expect({ who, what, ...(await ask(route, id, person)) }).toEqual({ who, what, ...unknown });
      }
      expect(await everyRow()).toEqual(before);
    },
  );

  it('H10 looks so at every other address too, except that an embed shows a takedown', async () => {
    for (const [where, get] of Object.entries(addresses)) {
      const nowhere = newId();
      const unknown = seen(await get(nowhere), nowhere);
      expect({ where, isShown: JSON.stringify(unknown).includes('hidden text') }).toEqual({
        where,
        isShown: false,
      });
      for (const [what, id] of Object.entries(hidden)) {
        const response = seen(await get(id), id);
        const showsTakedown =
          what === 'one that was taken down' && where.endsWith('embed') && !where.includes('oEmbed');
        if (showsTakedown) expect({ where, status: response.status }).toEqual({ where, status: 410 });
        else expect({ where, what, ...response }).toEqual({ where, what, ...unknown });
      }
    }
  });

  it('H10 takes no longer than an unknown one, whatever its size', async () => {
    const large = 'x'.repeat(1_048_576);
    const { id } = await studio.project(owner, { html: large, css: large, js: large });
    const asks: Record<string, (id: string) => PromiseLike<unknown>> = {
      'to read': (id) => ask(routes.readProject, id, other),
      'to fork': (id) => ask(routes.forkProject, id, other),
      // A new address each time, because the cache keeps responses by address for a second.
      'for an embed': (id) => request(studio.url).get(`/embed/${id}?n=${newId()}`),
      'for its code': (id) => inItsFrame(id, `/rendered/${id}`),
    };
    const read = await floorOf(() => studio.call('get', `/projects/${id}`, owner));
    for (const [what, get] of Object.entries(asks)) {
      const unknown = await floorOf(() => get(newId()));
      const found = await floorOf(() => get(id));
      expect({ what, isRevealed: found - unknown > (read - unknown) / 4 }).toEqual({
        what,
        isRevealed: false,
      });
    }
  });

  it('H10 has no version that is looked for, which would take longer than for an unknown one', async () => {
    const { schema } = studio.studio.app.get(Database).sql;
    const looking = new Set<string>();
    // Whatever looks for a version fails meanwhile.
    await schema.alterTable('project_revisions').renameTo('unavailable').execute();
    for (const [where, get] of Object.entries(addresses))
      for (const id of Object.values(hidden)) if ((await get(`${id}@1`)).status >= 500) looking.add(where);
    await schema.alterTable('unavailable').renameTo('project_revisions').execute();
    expect([...looking]).toEqual([]);
  });

  it('H10 has no card any more, even at an address that was valid before', async () => {
    for (const [what, id] of Object.entries(hidden)) {
      const kept = keptCards.get(id);
      if (!kept) continue;
      const card = await inItsFrame(id, kept.pathname + kept.search);
      expect({ what, status: card.status, kept: card.headers['cache-control'] }).toEqual({
        what,
        status: 404,
        kept: 'no-store',
      });
    }
  });

  it('H10 cannot be watched: a socket answers as for an unknown id, and receives no events', async () => {
    const listeners = [await tabs.open(), await tabs.open(other)];
    for (const tab of listeners) {
      const unknown = await tab.send('project:watch', { projectId: newId() });
      expect(unknown).toMatchObject({ ok: false });
      for (const [what, id] of Object.entries(hidden)) {
        expect({ what, ...(await tab.send('project:watch', { projectId: id })) }).toEqual({
          what,
          ...unknown,
        });
        expect(await tab.send('project:unwatch', { projectId: id })).toEqual({ ok: true });
        await tab.send('project:watch', { projectId: id });
      }
      expect(await tab.send('browse:watch', { projectIds: Object.values(hidden) })).toEqual({
        ok: true,
        data: [],
      });
    }
    const mine = await tabs.open(owner);
    const secret = `/projects/${hidden['a private project']}`;
    await studio.call('put', secret, owner).send({ title: 'Kept' }).expect(200);
    await studio.call('put', `${secret}/like`, owner).expect(200);
    await mine.settle();
    expect(mine.received).not.toEqual([]);
    for (const tab of listeners) {
      await tab.settle();
      expect(tab.received).toEqual([]);
    }
  });

  it('H10 stays hidden from those who have seen it before: with an ETag, a list, a card or an idempotency key', async () => {
    const project = await studio.project(owner, { title: 'Seen', html: 'hidden text', isPublic: true });
    const path = `/projects/${project.id}`;
    const { headers } = await studio.call('get', path).expect(200);
    const etag = headers['etag'] ?? '';
    expect(etag).not.toBe('');
    const { body: list } = await studio.call('get', '/projects/public?search=Seen').expect(200);
    const card = new URL(list.data.find(({ id }: Project) => id === project.id).cardUrl);
    const created = studio.call('post', '/projects', owner).set('idempotency-key', 'mine');
    const { body: keyed } = await created.send({ title: 'By key' }).expect(201);
    const previewed = studio.studio.app.get(PreviewedProjectsService);
    const found = await previewed.find({ id: project.id, rev: null });

    await studio.call('put', path, owner).send({ isPublic: false, html: 'a secret' }).expect(200);
    for (const headers of [{ 'If-None-Match': etag }, { 'If-None-Match': '*' }, { Range: 'bytes=0-9' }])
      for (const [, who] of people().slice(0, 2))
        expect(await ask(routes.readProject, project.id, who, headers)).toEqual(
          await ask(routes.readProject, newId(), who, headers),
        );
    const stale = await ask(routes.updateProject, project.id, other, { 'If-Match': '"1"' });
    expect(stale).toEqual(await ask(routes.updateProject, newId(), other, { 'If-Match': '"1"' }));
    const shown = request(`http://127.0.0.1:${studio.config.sandboxPort}`).get(card.pathname + card.search);
    await shown.set({ Host: card.host, 'Sec-Fetch-Dest': 'iframe' }).expect(404);
    // A card whose drawing had begun before contains nothing that was written since.
    expect(found && (await previewed.readExcerpt(found))).toBeNull();
    const again = studio.call('post', '/projects', other).set('idempotency-key', 'mine');
    expect((await again.send({ title: 'By key' }).expect(201)).body.id).not.toBe(keyed.id);
  });
});

it('H10 an admin reads hidden projects while having the right, but not those in the trash of others', async () => {
  const admin = await firstAdmin(studio);
  for (const what of ['a private project', 'one that was taken down', 'one of a suspended account'])
    await studio.call('get', `/projects/${hidden[what]}`, admin).expect(200);
  await studio.call('get', `/projects/${hidden['one in the trash']}`, admin).expect(404);
  const back = await signIn(studio, owner.user.email, owner.password);
  await studio.call('get', `/projects/${hidden['one that was taken down']}`, back).expect(200);
});
