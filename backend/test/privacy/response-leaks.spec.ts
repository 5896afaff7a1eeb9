import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import request from 'supertest';
import { Database } from '../../src/database/database.js';
import { sampleBody } from '../support/requests/sample-bodies.js';
import { testLibrary } from '../support/requests/test-library.js';
import { firstAdmin, suspend } from '../support/studio/admin-actions.js';
import { socketClientsOf } from '../support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

const variables = {
  JWT_SECRET: 'what-the-studio-signs-its-tokens-with',
  FORUM_SECRET: 'what-the-forum-signs-its-tokens-with',
  FORUM_WEBHOOK_SECRET: 'what-the-forum-signs-its-webhooks-with',
  METRICS_TOKEN: 'what-prometheus-bears-all-day',
};
/** A group of the forum. */
const circle = 'circle-of-the-few';
let studio: TestStudio;
let owner: Person;
let reader: Person;
let shown: Project;
/** Texts that nobody but their owner may receive, by description. */
let secrets: Record<string, string>;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio({
    ...variables,
    FORUM_URL: 'https://forum.example',
    PUBLISHING_BY_GROUP: `${circle}=unlimited`,
  });
  [owner, reader] = [await studio.resident(), await studio.person()];
  const { sql } = studio.studio.app.get(Database);
  await sql
    .updateTable('users')
    .set({ forum_groups: [circle] })
    .where('id', '=', owner.user.id)
    .execute();
  const library = testLibrary(studio);
  const [used, unused] = [await library.add(owner, 'used.txt'), await library.add(owner, 'unused.txt')];
  shown = await studio.project(owner, { html: used.url, isPublic: true, isEmbeddable: true });
  const hidden = await studio.project(owner, { title: 'My own title', html: 'my own words' });
  const trashed = await studio.project(owner, { title: 'Thrown away', isPublic: true });
  await studio.call('delete', `/projects/${trashed.id}`, owner).expect(204);
  await studio.call('put', `/projects/${shown.id}/like`, reader).expect(200);
  const filed = studio.call('post', `/projects/${shown.id}/report`, await studio.person('whistle-blower'));
  await filed.send({ reason: 'spam', note: 'what one told the moderators' }).expect(201);
  const banned = await studio.resident('banned-one');
  await studio.project(banned, { title: 'Of the banned one', isPublic: true });
  await suspend(studio, await firstAdmin(studio), banned).expect(200);
  secrets = {
    ...variables,
    'an address': owner.user.email,
    'the admin’s address': studio.config.adminEmail,
    'a group of theirs': circle,
    'a token': owner.access_token,
    'a hidden project': hidden.id,
    'its title': hidden.title,
    'its text': hidden.html,
    'what was thrown away': trashed.id,
    'an unused file': unused.id,
    'who reported': 'whistle-blower',
    'what was reported': 'what one told the moderators',
    'why one was suspended': 'Spam, again and again.',
    'a project of theirs': 'Of the banned one',
    'the data folder': studio.config.dataDir,
    ...(await fromTheDatabase()),
  };
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

async function fromTheDatabase(): Promise<Record<string, string>> {
  const { sql } = studio.studio.app.get(Database);
  const users = await sql.selectFrom('users').select(['id', 'username', 'password_hash']).execute();
  const objects = await sql.selectFrom('stored_objects').select(['storage_key', 'hash']).execute();
  return Object.fromEntries([
    ...users.map(({ username, password_hash }) => [`the hash of ${username}`, password_hash ?? 'no hash']),
    ...objects.map(({ storage_key }, n) => [`a storage key ${n}`, storage_key]),
  ]);
}

function expectNoSecrets(where: string, response: string): void {
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret.length).toBeGreaterThan(7);
    expect({ where, what, isLeaked: response.includes(secret) }).toEqual({ where, what, isLeaked: false });
  }
  expect({ where, hashes: /argon2|password_?hash/i.test(response.replaceAll('hasPassword', '')) }).toEqual({
    where,
    hashes: false,
  });
}

/** The status of each call for a visitor and a signed-in user; calls that end a session only for a visitor. */
const expectedStatuses = {
  'POST /auth/login': [401, 401],
  'GET /auth/me': [401, 200],
  'POST /auth/logout': [401],
  'POST /auth/register': [201, 201],
  'PATCH /auth/me': [401, 200],
  'POST /auth/password': [401],
  'POST /auth/password-reset': [403, 403],
  'POST /auth/password-reset/confirmation': [400, 400],
  'POST /auth/discourse-login': [401, 401],
  'GET /auth/discourse/start': [302, 302],
  'POST /forum/webhook': [401, 401],
  'GET /auth/discourse/callback': [302, 302],
  'POST /projects': [401, 201],
  'GET /projects': [401, 200],
  'GET /projects/public': [200, 200],
  'GET /projects/:id': [200, 200],
  'GET /projects/:id/summary': [200, 200],
  'PUT /projects/:id': [401, 403],
  'PUT /projects/:id/picture': [401, 403],
  'DELETE /projects/:id': [401, 403],
  'GET /projects/trash': [401, 200],
  'POST /projects/:id/restore': [401, 404],
  'POST /projects/:id/fork': [401, 201],
  'POST /projects/:id/duplicate': [401, 403],
  'GET /projects/:id/source': [200, 200],
  'GET /projects/:id/forks': [200, 200],
  'GET /projects/:id/discussion': [200, 200],
  'GET /projects/:id/discuss': [302, 302],
  'POST /projects/:id/like': [401, 200],
  'PUT /projects/:id/like': [401, 200],
  'DELETE /projects/:id/like': [401, 200],
  'GET /projects/:id/links': [401, 403],
  'POST /projects/:id/links': [401, 403],
  'DELETE /projects/:id/links': [401, 403],
  'DELETE /projects/:id/links/:linkId': [401, 403],
  'POST /links/open': [404, 404],
  'POST /links/fork': [401, 404],
  'GET /projects/:id/revisions': [401, 403],
  'GET /projects/:id/revisions/:rev': [401, 403],
  'PATCH /projects/:id/revisions/:rev': [401, 403],
  'POST /projects/:id/revisions/:rev/publish': [401, 403],
  'DELETE /projects/:id/revisions/:rev/publish': [401, 403],
  'GET /projects/:id/versions/:rev': [404, 404],
  'POST /projects/:id/revisions/:rev/restore': [401, 403],
  'POST /projects/:id/report': [401, 201],
  'GET /projects/:id/takedown': [401, 404],
  'POST /projects/:id/appeal': [401, 404],
  'GET /admin/reports': [401, 403],
  'GET /admin/reports/:id': [401, 403],
  'GET /admin/reports/:id/evidence': [401, 403],
  'POST /admin/reports/:id/resolve': [401, 403],
  'GET /users/me/stats': [401, 200],
  'GET /assets': [401, 200],
  'GET /assets/storage': [401, 200],
  'POST /assets/upload': [401, 415],
  'DELETE /assets/:id': [401, 404],
  'GET /assets/:id/projects': [401, 404],
  'GET /frameworks/templates': [200, 200],
  'GET /studio': [200, 200],
  'GET /packages': [200, 200],
  'POST /packages/resolve': [200, 200],
  'GET /oembed': [200, 200],
  'GET /health/live': [200, 200],
  'GET /health/ready': [200, 200],
  'GET /metrics': [200, 200],
  'GET /admin/projects': [401, 403],
  'DELETE /admin/projects/:id': [401, 403],
  'GET /admin/users': [401, 403],
  'PATCH /admin/users/:id/admin': [401, 403],
  'PATCH /admin/users/:id/suspension': [401, 403],
  'GET /admin/audit': [401, 403],
  'GET /admin/activity': [401, 403],
} as const;

describe('somebody who is not the owner', () => {
  const all = Object.values<Route>(routes);

  it.each(all.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'H66 learns no secrets of others from %s',
    async (where, route) => {
      const statuses: number[] = [];
      for (const who of [undefined, reader]) {
        // Not as the reader: these would end the reader's session.
        if (who && /logout|password$/.test(route.path)) continue;
        const path = route.path
          .replace(':id', shown.id)
          .replace(':rev', '1')
          .replace(':linkId', '0000000000000000');
        const asked = studio.call(route.method.toLowerCase() as 'get', path, who);
        const query = route.path === '/oembed' ? { url: `${studio.config.publicUrl}/embed/${shown.id}` } : {};
        const body =
          route.path === '/auth/login'
            ? { ...sampleBody(route, owner), password: 'x' }
            : sampleBody(route, reader);
        const { text, headers, status } = await asked.query(query).send(body);
        statuses.push(status);
        expectNoSecrets(where, `${JSON.stringify(headers)} ${text}`);
      }
      expect(statuses).toEqual(expectedStatuses[where as keyof typeof expectedStatuses]);
    },
  );

  it('H66 finds no secrets of others by searching for them in any list', async () => {
    for (const list of ['/projects/public', '/projects', '/projects/trash', '/assets'])
      for (const [what, secret] of Object.entries(secrets)) {
        const { body, status } = await studio
          .call('get', list, reader)
          .query({ search: secret.slice(0, 100) });
        expect({ list, what, status, total: body.total }).toEqual({ list, what, status: 200, total: 0 });
      }
  });

  it('H66 learns no secrets of others from pages, embeds, cards and files', async () => {
    const sandbox = `http://127.0.0.1:${studio.config.sandboxPort}`;
    const host = { Host: `${shown.id}.localhost:${studio.config.sandboxPort}`, 'Sec-Fetch-Dest': 'iframe' };
    const pages = [
      '/',
      `/project/${shown.id}`,
      `/project/${shown.id}/card.png`,
      `/embed/${shown.id}`,
      '/admin',
      '/discourse-auth',
    ];
    const responses = await Promise.all([
      ...pages.map((path) => request(studio.url).get(path).expect(200)),
      request(sandbox).get(`/rendered/${shown.id}`).set(host).expect(200),
      request(sandbox).get(new URL(shown.html).pathname).expect(200),
      request(sandbox).get('/assets/').expect(404),
    ]);
    for (const { text, headers, request: asked } of responses)
      expectNoSecrets(asked.url, `${JSON.stringify(headers)} ${text ?? ''}`);
  });

  it('H66 receives no secrets of others through a socket, whatever they do', async () => {
    const [watching, anonymous] = [await tabs.open(reader), await tabs.open()];
    for (const tab of [watching, anonymous]) {
      expect((await tab.watch(shown)).ok).toBe(true);
      await tab.send('browse:watch', { projectIds: [shown.id, secrets['a hidden project']] });
    }
    await studio
      .call('put', `/projects/${shown.id}`, owner)
      .set('x-client-id', 'tab')
      .send({ js: '1' })
      .expect(200);
    await studio.call('put', `/projects/${secrets['a hidden project']}`, owner).send({ js: '1' }).expect(200);
    await studio.call('post', `/projects/${shown.id}/fork`, owner).expect(201);
    await studio.call('put', `/projects/${shown.id}/like`, owner).expect(200);
    await studio.project(owner, { isPublic: true });
    for (const tab of [watching, anonymous]) {
      await tab.settle();
      expect(tab.received.map(([event]) => event)).toEqual(
        expect.arrayContaining(['project:updated', 'project:likes']),
      );
      expectNoSecrets('a socket', JSON.stringify(tab.received));
    }
  });
});
