import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OEmbed } from '@studio/contract/http/oembed';
import type { Project, ProjectInput } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import request from 'supertest';
import { testLibrary } from '../../../../test/support/requests/test-library.js';
import { firstAdmin } from '../../../../test/support/studio/admin-actions.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { AssetReconciliationService } from '../../assets/reconciliation/asset-reconciliation.service.js';
import { PreviewedProjectsService } from '../reading/previewed-projects.service.js';
import { RenderedProjectsService } from '../reading/rendered-projects.service.js';

let studio: TestStudio;
let owner: Person;
let reader: Person;
let project: Project;
beforeAll(async () => {
  studio = await startTestStudio();
  [owner, reader] = [await studio.resident(), await studio.person()];
});
afterAll(() => studio.stop());
beforeEach(async () => {
  project = await studio.project(owner, {
    title: 'As it was',
    html: '<p>the original</p>',
    isPublic: true,
    isEmbeddable: true,
  });
});

const save = (input: ProjectInput, kind: 'auto' | 'manual' = 'manual') =>
  studio.call('put', `/projects/${project.id}`, owner).set('x-save-kind', kind).send(input).expect(200);
const publish = (rev = 1, version = 1, who = owner) =>
  studio
    .call('post', `/projects/${project.id}/revisions/${rev}/publish`, who)
    .send({ name: 'As posted', version });
const read = (who?: Person) => studio.call('get', `/projects/${project.id}/versions/1`, who);
const page = (path: string) => request(studio.url).get(path);
const address = (path: string) => `${studio.config.publicUrl}${path}`;

/** The page on the project's own origin that an embed frames. */
function rendered(path: string): request.Test {
  const { sandboxPort } = studio.config;
  return request(`http://127.0.0.1:${sandboxPort}`)
    .get(path)
    .set({ Host: `${project.id}.localhost:${sandboxPort}`, 'Sec-Fetch-Dest': 'iframe' });
}

async function takeDown(): Promise<void> {
  const report = studio.call('post', `/projects/${project.id}/report`, reader).send({ reason: 'abuse' });
  const resolution = { action: 'remove', note: 'It steals.' };
  await studio
    .call('post', `/admin/reports/${(await report.expect(201)).body.id}/resolve`, await firstAdmin(studio))
    .send(resolution)
    .expect(200);
}

/** The statuses of everything that shows the version without an account. */
async function statuses(): Promise<number[]> {
  const pinned = `${project.id}@1`;
  const responses = await Promise.all([
    read(),
    page(`/embed/${pinned}`),
    rendered(`/rendered/${pinned}`),
    page(`/project/${pinned}/card.png`),
    studio.call('get', '/oembed').query({ url: address(`/project/${pinned}`) }),
  ]);
  return responses.map(({ status }) => status);
}
const shown = [200, 200, 200, 200, 200];
const missing = [404, 404, 404, 404, 404];

describe('a published version', () => {
  it('stays as it was at its own address, with its configuration, however the project goes on', async () => {
    await publish().expect(200);
    const react = { ...project.frameworkConfig, framework: 'react' as const };
    await save({ title: 'As it is', html: '<p>changed</p>', frameworkConfig: react });
    const { body } = await read().expect(200);
    expect(body).toMatchObject({
      rev: 1,
      name: 'As posted',
      title: 'As it was',
      html: '<p>the original</p>',
      frameworkConfig: project.frameworkConfig,
      username: owner.user.username,
    });
    expect((await rendered(`/rendered/${project.id}@1`).expect(200)).text).toContain('the original');
    expect((await rendered(`/rendered/${project.id}`).expect(200)).text).not.toContain('the original');
    const { text } = await page(`/embed/${project.id}@1?tabs=html,result`).expect(200);
    expect(text).toContain(`/rendered/${project.id}@1"`);
    expect(text).toContain(`href="/project/${project.id}@1"`);
    expect(text).toContain('the original');
    await page(`/embed/${project.id}@1/status`).expect(204);
  });

  it('has previews that show that version: its title, its card, its embed', async () => {
    await publish().expect(200);
    await save({ title: 'As it is' });
    const link = address(`/project/${project.id}@1`);
    const { text } = await page(`/project/${project.id}@1`).expect(200);
    expect(text).toContain('<meta property="og:title" content="As it was">');
    expect(text).toContain(`<meta property="og:url" content="${link}">`);
    expect(text).toContain(`content="${link}/card.png?v=1-`);
    for (const url of [link, address(`/embed/${project.id}@1`)]) {
      const { body } = await studio.call('get', '/oembed').query({ url }).expect(200);
      expect(OEmbed.parse(body).title).toBe('As it was');
      expect(body.html).toContain(`/embed/${project.id}@1"`);
    }
  });

  it('is published only by its owner, and only with the text that they have read', async () => {
    await save({ html: 'a' }, 'auto');
    await save({ html: 'ab' }, 'auto');
    expect((await publish(2, 2).expect(409)).body.code).toBe('revision_changed');
    await publish(2, 3, reader).expect(403);
    await studio
      .call('patch', `/projects/${project.id}/revisions/1`, owner)
      .send({ name: 'Only named', version: 1 })
      .expect(200);
    expect(await statuses()).toEqual(missing);
    await publish(2, 3).expect(200);
    // Automatic saves do not replace it.
    await save({ html: 'abc' }, 'auto');
    const { body } = await studio.call('get', `/projects/${project.id}/versions/2`).expect(200);
    expect(body.html).toBe('ab');
  });

  it('is kept beyond the last 100, and keeps a name', async () => {
    await publish().expect(200);
    for (let text = 0; text <= limits.revisionsKept; text += 1) await save({ html: `text ${text}` });
    await read().expect(200);
    const unnamed = studio
      .call('patch', `/projects/${project.id}/revisions/1`, owner)
      .send({ name: null, version: 1 });
    expect((await unnamed.expect(409)).body.code).toBe('published');
    await studio
      .call('patch', `/projects/${project.id}/revisions/1`, owner)
      .send({ name: 'Another name', version: 1 })
      .expect(200);
    expect((await read().expect(200)).body.name).toBe('Another name');
  });

  it('keeps the files that it uses when they are deleted', async () => {
    const library = testLibrary(studio);
    const file = await library.add(owner, 'used.txt');
    await save({ html: `<img src="${file.url}">` });
    await publish(2, 2).expect(200);
    await save({ html: 'without it' });
    await studio.call('delete', `/assets/${file.id}`, owner).expect(204);
    const { pathname, host } = new URL(file.url);
    await request(`http://127.0.0.1:${studio.config.sandboxPort}`)
      .get(pathname)
      .set('host', host)
      .expect(200);
  });

  it('keeps no file of somebody else whose address it only names', async () => {
    const library = testLibrary(studio);
    const file = await library.add(reader, 'theirs.txt');
    await save({ html: `<img src="${file.url}">`, isPublic: false });
    await publish(2, 2).expect(200);
    await library.remove(reader, file).expect(204);
    await until(async () => (await library.serve(file)).status === 404);
  });

  it('keeps them through saves and housekeeping after that, and not those of a project that was taken down', async () => {
    const file = await testLibrary(studio).add(owner, 'kept.txt');
    const { pathname, host } = new URL(file.url);
    const status = async () =>
      (await request(`http://127.0.0.1:${studio.config.sandboxPort}`).get(pathname).set('host', host)).status;
    await save({ html: `<img src="${file.url}">` });
    await publish(2, 2).expect(200);
    await studio.call('delete', `/assets/${file.id}`, owner).expect(204);
    await save({ html: 'without it' });
    await studio.studio.app
      .get(AssetReconciliationService)
      .reconcile(new Date(Date.now() + 25 * 3_600_000), new AbortController().signal);
    expect(await status()).toBe(200);
    await save({ isPublic: false, isEmbeddable: false });
    expect(await status()).toBe(200);
    await save({ isPublic: true });
    await takeDown();
    await until(async () => (await status()) === 404);
  });

  it('goes with its project and comes back with it: private, in the trash, taken down', async () => {
    await publish().expect(200);
    expect(await statuses()).toEqual(shown);

    await save({ isPublic: false, isEmbeddable: false });
    expect(await statuses()).toEqual(missing);
    const unknown = await studio.call('get', '/projects/0000000000000000/versions/1').expect(404);
    const { requestId: _, ...body } = (await read(reader).expect(404)).body;
    expect(unknown.body).toMatchObject(body);
    await read(owner).expect(200);
    await save({ isPublic: true, isEmbeddable: true });
    expect(await statuses()).toEqual(shown);

    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    expect(await statuses()).toEqual(missing);
    await studio.call('post', `/projects/${project.id}/restore`, owner).expect(200);
    // A missing version is cached as missing for a second.
    await until(async () => (await statuses()).every((status) => status === 200));

    await takeDown();
    // Like that of its project, an embed shows the takedown.
    expect(await statuses()).toEqual([404, 410, 404, 404, 404]);
  });

  it('H10 is not read any more for a page or a picture that was begun before its project went', async () => {
    const { app } = studio.studio;
    const [pages, pictures] = [app.get(RenderedProjectsService), app.get(PreviewedProjectsService)];
    const begin = async (rev: number | null) => {
      const key = { id: project.id, rev };
      const [page, picture] = [await pages.findEmbeddable(key), await pictures.find(key)];
      return async () => ({
        page: (page && (await pages.readSource(page))) !== null,
        picture: (picture && (await pictures.readExcerpt(picture))) !== null,
      });
    };
    await publish().expect(200);
    const isRead = await begin(1);
    expect(await isRead()).toEqual({ page: true, picture: true });
    await save({ isEmbeddable: false });
    expect(await isRead()).toEqual({ page: false, picture: true });
    await save({ isPublic: false });
    expect(await isRead()).toEqual({ page: false, picture: false });
    await save({ isEmbeddable: true });
    expect(await isRead()).toEqual({ page: true, picture: true });
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    expect(await isRead()).toEqual({ page: false, picture: false });
    await studio.call('post', `/projects/${project.id}/restore`, owner).expect(200);
    const isNewestRead = await begin(null);
    for (const read of [isRead, isNewestRead]) expect(await read()).toEqual({ page: true, picture: true });
    await takeDown();
    for (const read of [isRead, isNewestRead]) expect(await read()).toEqual({ page: false, picture: false });
  });

  it('is missing everywhere once its owner has withdrawn it, until it is published again under the same number', async () => {
    const withdraw = (who = owner) =>
      studio.call('delete', `/projects/${project.id}/revisions/1/publish`, who);
    await withdraw().expect(404);
    await publish().expect(200);
    expect(await statuses()).toEqual(shown);
    await page(`/embed/${project.id}@1/status`).expect(204);
    await withdraw(reader).expect(403);
    expect(await statuses()).toEqual(shown);

    expect((await withdraw().expect(200)).body).toMatchObject({
      rev: 1,
      name: 'As posted',
      publishedAt: null,
    });
    expect(await statuses()).toEqual(missing);
    await page(`/embed/${project.id}@1/status`).expect(404);
    await page(`/embed/${project.id}/status`).expect(204);
    const unpublished = await studio.call('get', `/projects/${project.id}/versions/2`).expect(404);
    const { requestId: _, ...body } = (await read().expect(404)).body;
    expect(unpublished.body).toMatchObject(body);

    await publish().expect(200);
    expect(await statuses()).toEqual(shown);
  });

  it.each([
    '2',
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '999999999',
    '99999999999',
    '1@1',
    '1%00',
    '%31%20',
    '%EF%BC%91',
    'x',
    '',
  ])('is none of a number that nobody has published: %s', async (rev) => {
    await publish().expect(200);
    const pinned = `${project.id}@${rev}`;
    const responses = await Promise.all([
      page(`/embed/${pinned}`),
      page(`/embed/${pinned}/status`),
      page(`/project/${pinned}/card.png`),
      studio.call('get', '/oembed').query({ url: address(`/project/${pinned}`) }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    // Without any number it is the empty runner.
    expect((await rendered(`/rendered/${pinned}`)).text).not.toContain('the original');
    expect((await page(`/project/${pinned}`)).text).not.toContain('og:title');
    const { status } = await studio.call('get', `/projects/${project.id}/versions/${rev || '0'}`);
    expect([400, 404]).toContain(status);
  });
});
