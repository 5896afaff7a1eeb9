import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { EventPublisher } from '../../../common/domain-events.js';
import { ResponseCache } from '../../../common/response-cache.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let owner: Person;
let project: Project;
beforeAll(async () => {
  studio = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' });
  owner = await studio.person();
  project = await studio.project(owner, { title: 'First', isPublic: true, isEmbeddable: true });
});
afterAll(() => studio.stop());

const get = (path: string, who?: Person) => studio.call('get', path, who);

/** A response without its time and its id. */
async function ask(address: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(`${studio.url}${address}`, { headers }, resolve).on('error', reject).end();
  const response = await promise;
  const { date: _date, 'x-request-id': _id, ...rest } = response.headers;
  return { status: response.statusCode, headers: rest, body: await buffer(response) };
}

const titles = async () => {
  const { body } = await get('/projects/public').expect(200);
  return body.data.map(({ title }: Project) => title);
};
const save = (fields: object) =>
  studio.call('put', `/projects/${project.id}`, owner).send(fields).expect(200);

describe('what somebody without an account reads', () => {
  it('is the newest at once, on the replica that changed it', async () => {
    expect(await titles()).toContain('First');
    await get(`/projects/${project.id}`).expect(200);
    await get(`/projects/${project.id}?for_embed=true`).expect(200);

    await save({ title: 'Second' });
    expect(await titles()).toContain('Second');
    expect((await get(`/projects/${project.id}`)).body.title).toBe('Second');
    expect((await get(`/projects/${project.id}?for_embed=true`)).body.title).toBe('Second');

    await studio.call('put', `/projects/${project.id}/like`, await studio.person()).expect(200);
    expect((await get(`/projects/${project.id}`)).body.likes).toBe(1);

    await save({ isPublic: false, isEmbeddable: false });
    expect(await titles()).not.toContain('Second');
    await get(`/projects/${project.id}`).expect(404);
    await get(`/projects/${project.id}?for_embed=true`).expect(404);

    await save({ isPublic: true, isEmbeddable: true });
    expect(await titles()).toContain('Second');
    await get(`/projects/${project.id}?for_embed=true`).expect(200);
  });

  it('stays in memory while another project is liked and seen', async () => {
    const other = await studio.project(owner, { isPublic: true });
    const cached = () => studio.studio.app.get(ResponseCache).get(`project ${project.id}`);
    // An event of the changes above may come late, and a response is kept for a second.
    await until(async () => {
      await get(`/projects/${project.id}`).expect(200);
      return cached() !== undefined;
    });
    const before = cached();
    const events = studio.studio.app.get(EventPublisher);
    const audience = { projectId: other.id, ownerId: owner.user.id, isPublic: true, isEmbeddable: false };
    const like = { likes: 1, liker: { userId: owner.user.id, isLiked: true } };
    events.publish('project.liked', { project: audience, ...like });
    events.publish('project.counted', { project: audience, views: 1, forkCount: 0 });
    expect(cached()).toBe(before);
    events.publish('project.liked', { project: { ...audience, projectId: project.id }, ...like });
    expect(cached()).toBeUndefined();
  });

  it('is what another replica changed within a second', async () => {
    expect(await titles()).toContain('Second');
    const elsewhere = studio.studio.app.get(Database).sql;
    await elsewhere.updateTable('projects').set({ title: 'Third' }).where('id', '=', project.id).execute();
    await until(async () => (await titles()).includes('Third'));
    expect((await get(`/projects/${project.id}`)).body.title).toBe('Third');
  });

  it('is stored by browsers, and not sent again if it has not changed', async () => {
    for (const path of ['/projects/public', `/projects/${project.id}`]) {
      const { headers } = await get(path).expect(200);
      expect(headers['cache-control']).toMatch(/(^|, )no-cache$/);
      const known = () => get(path).set('If-None-Match', String(headers['etag']));
      await known().expect(304);
      // As the browser's own `fetch` handles that header.
      await known().set('Cache-Control', 'no-cache').set('Pragma', 'no-cache').expect(304);
    }
    const own = await get(`/projects/${project.id}`, owner).expect(200);
    expect(own.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['a list', () => '/api/projects/public?limit=5'],
    ['a project', () => `/api/projects/${project.id}`],
    ['an embed as JSON', () => `/api/projects/${project.id}?for_embed=true`],
    ['an embed', () => `/embed/${project.id}?tabs=html,result`],
  ])(
    'out of the cache is what it was without, header by header, in each form: %s',
    async (_name, address) => {
      await save({ html: '<p>Long enough to be compressed</p>'.repeat(50) });
      // Its view is counted, and the number stays the same from now on.
      const { headers } = await ask(address());
      const forms = [
        {},
        { 'accept-encoding': 'gzip, br' },
        { 'accept-encoding': 'gzip' },
        { 'accept-encoding': 'deflate' },
        { 'if-none-match': String(headers['etag']) },
        { 'if-none-match': `W/"older", ${headers['etag']}` },
        { 'if-none-match': 'W/"older"' },
      ];
      for (const form of forms) {
        studio.studio.app.get(ResponseCache).clear();
        const [first, second] = [await ask(address(), form), await ask(address(), form)];
        expect({ form, ...second }).toEqual({ form, ...first });
      }
    },
  );

  it('is the same out of the cache where it is long, and made only once', async () => {
    const html = '<p>ä</p>'.repeat(100_000);
    await save({ html });
    const address = `/api/projects/${project.id}`;
    const { headers } = await ask(address);
    const forms: [string, (body: Buffer) => Buffer][] = [
      ['gzip, br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['identity', (body) => body],
    ];
    for (const [accepted, decode] of forms) {
      studio.studio.app.get(ResponseCache).clear();
      const form = { 'accept-encoding': accepted };
      const [first, second] = [await ask(address, form), await ask(address, form)];
      expect(first.headers).toMatchObject({
        etag: headers['etag'],
        'content-length': `${first.body.length}`,
      });
      expect(JSON.parse(decode(first.body).toString()).html).toBe(html);
      expect(second.headers).toEqual(first.headers);
      expect(second.body.equals(first.body)).toBe(true);
    }
    for (const known of [String(headers['etag']), `W/"older", ${headers['etag']}`])
      expect(await ask(address, { 'if-none-match': known })).toMatchObject({ status: 304 });
    await save({ html: '' });
  });

  it('is counted as a view, whoever has it in memory', async () => {
    const { id } = await studio.project(owner, { isPublic: true, isEmbeddable: true });
    const from = (address: string) => get(`/projects/${id}`).set('x-forwarded-for', address).expect(200);
    expect((await from('10.0.0.1')).body.views).toBe(1);
    expect((await from('10.0.0.2')).body.views).toBe(2);
    expect((await from('10.0.0.2')).body.views).toBe(2);
    await ask(`/embed/${id}`, { 'x-forwarded-for': '10.0.0.3' });
    expect((await from('10.0.0.1')).body.views).toBe(3);
  });

  it('is in the metrics, by its route', async () => {
    const { id } = await studio.project(owner, { isPublic: true, isEmbeddable: true });
    const counts = async () => {
      const { text } = await get('/metrics').expect(200);
      return ['/api/projects/:id', '/api/projects/public', '/embed/:id'].map((route) =>
        Number(
          new RegExp(`duration_seconds_count\\{.*GET.*route="${route}",status="2xx"\\} (\\d+)`).exec(
            text,
          )?.[1],
        ),
      );
    };
    const before = await counts();
    for (let read = 0; read < 3; read += 1)
      for (const address of [`/api/projects/${id}`, '/api/projects/public', `/embed/${id}`])
        await ask(address);
    expect(await counts()).toEqual(before.map((count) => count + 3));
  });

  it('never contains a response for somebody with an account', async () => {
    const fan = await studio.person();
    await studio.call('put', `/projects/${project.id}/like`, fan).expect(200);
    expect((await get(`/projects/${project.id}`, fan)).body.isLiked).toBe(true);
    expect((await get(`/projects/${project.id}`)).body.isLiked).toBe(false);
    expect((await get(`/projects/${project.id}`, fan)).body.isLiked).toBe(true);
  });
});

describe('the total of the public list', () => {
  it('follows whatever makes a project public or takes it away', async () => {
    const total = async () => (await get('/projects/public?limit=1', owner)).body.total;
    const before = await total();
    const { id } = await studio.project(owner, { isPublic: true });
    await studio.project(owner);
    expect(await total()).toBe(before + 1);
    await studio.call('put', `/projects/${id}`, owner).send({ isPublic: false }).expect(200);
    expect(await total()).toBe(before);
    await studio.call('put', `/projects/${id}`, owner).send({ isPublic: true, title: 'Back' }).expect(200);
    expect(await total()).toBe(before + 1);
    await studio.call('delete', `/projects/${id}`, owner).expect(204);
    expect(await total()).toBe(before);
    await studio.call('post', `/projects/${id}/restore`, owner).expect(200);
    expect(await total()).toBe(before + 1);
    await studio.studio.app.get(Database).sql.deleteFrom('users').where('id', '=', owner.user.id).execute();
    const { body } = await get('/projects/public?limit=2');
    // The admin owns the welcome project.
    expect(body.total).toBe(1);
  });
});
