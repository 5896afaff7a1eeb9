import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project, ProjectSummary } from '@studio/contract/http/projects';
import type { Report } from '@studio/contract/http/reports';
import request from 'supertest';
import { firstAdmin } from '../../../../test/support/studio/admin-actions.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { loadSharp } from '../../../common/load-sharp.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let owner: Person;
let stranger: Person;
let picture: string;
beforeAll(async () => {
  studio = await startTestStudio();
  [owner, stranger] = [await studio.resident(), await studio.person()];
  picture = await pictureOf(480, 300);
});
afterAll(() => studio.stop());

const style = { kind: 'style', url: 'https://styles.example/a.css' };
const code = { html: '<canvas></canvas>', js: 'draw()', isPublic: true };

async function pictureOf(width: number, height: number, format: 'jpeg' | 'png' | 'gif' = 'jpeg') {
  const sharp = await loadSharp();
  const image = sharp({ create: { width, height, channels: 3, background: 'tomato' } });
  return (await image.toFormat(format).toBuffer()).toString('base64');
}

const store = ({ id, version }: Pick<Project, 'id' | 'version'>, given = picture, who?: Person) =>
  studio.call('put', `/projects/${id}/picture`, who ?? owner).send({ version, picture: given });

/** The card of a project, as loaded by a frame in its owner's list. */
async function card(id: string, headers: Record<string, string> = {}) {
  const { body } = await studio.call('get', `/projects/${id}/summary`, owner).expect(200);
  return page((body as ProjectSummary).cardUrl, headers);
}
async function page(cardUrl: string, headers: Record<string, string> = {}) {
  const url = new URL(cardUrl);
  return request(`http://127.0.0.1:${studio.config.sandboxPort}`)
    .get(url.pathname + url.search)
    .set({ Host: url.host, 'Sec-Fetch-Dest': 'iframe', ...headers });
}
const hasPicture = async (id: string) => (await card(id)).text.includes('src="data:image/webp;base64,');

describe('the picture of a project that its script draws', () => {
  it('stands on its card, in a page that runs nothing, and goes with it', async () => {
    const project = await studio.project(owner, code);
    const before = await card(project.id);
    expect(before.headers['cache-control']).toBe('private, no-cache');
    expect(before.text).not.toContain('data:image/');
    await store(project).expect(204);
    await store(project, await pictureOf(480, 300, 'png')).expect(204);
    const after = await card(project.id);
    expect(after.text).toMatch(/<img alt="" src="data:image\/webp;base64,[\w+/=]+">/);
    expect(after.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
    const tag = { 'If-None-Match': after.headers['etag'] ?? '' };
    expect((await card(project.id, { 'If-None-Match': before.headers['etag'] ?? '' })).status).toBe(200);
    expect((await card(project.id, tag)).status).toBe(304);
    await store(project, await pictureOf(470, 300)).expect(204);
    expect((await card(project.id, tag)).status).toBe(200);
    await studio.call('delete', `/admin/projects/${project.id}`, await firstAdmin(studio)).expect(204);
    const rows = studio.studio.app.get(Database).sql.selectFrom('project_pictures').selectAll();
    expect(await rows.where('project_id', '=', project.id).execute()).toEqual([]);
  });

  it('is copied with the project, and deleted independently', async () => {
    const project = await studio.project(owner, code);
    await store(project).expect(204);
    const { body: copy } = await studio.call('post', `/projects/${project.id}/duplicate`, owner).expect(201);
    expect(await hasPicture(copy.id)).toBe(true);
    await studio.call('put', `/projects/${copy.id}`, owner).send({ js: 'other()' }).expect(200);
    expect([await hasPicture(copy.id), await hasPicture(project.id)]).toEqual([false, true]);
  });

  it('is deleted when the code changes, and not when only the title does', async () => {
    const put = (id: string, fields: object) =>
      studio.call('put', `/projects/${id}`, owner).send(fields).expect(200);
    for (const change of [{ html: '<p>' }, { css: 'p{}' }, { js: 'x()' }]) {
      const project = await studio.project(owner, code);
      await store(project).expect(204);
      await put(project.id, { title: 'Renamed', isPublic: false });
      expect(await hasPicture(project.id)).toBe(true);
      await put(project.id, change);
      expect(await hasPicture(project.id)).toBe(false);
      await store(project).expect(204);
      expect(await hasPicture(project.id)).toBe(false);
    }
  });

  it('is deleted by a takedown, and cannot be stored again', async () => {
    const project = await studio.project(owner, code);
    await store(project).expect(204);
    const filed = await studio
      .call('post', `/projects/${project.id}/report`, stranger)
      .send({ reason: 'abuse' });
    const path = `/admin/reports/${filed.body.id}/resolve`;
    await studio
      .call('post', path, await firstAdmin(studio))
      .send({ action: 'remove' })
      .expect(200);
    const rows = studio.studio.app.get(Database).sql.selectFrom('project_pictures').selectAll();
    expect(await rows.where('project_id', '=', project.id).execute()).toEqual([]);
    const { body } = await studio.call('get', `/projects/${project.id}`, owner).expect(200);
    expect((await store(body).expect(403)).body.code).toBe('taken_down');
  });

  it.each<[string, object]>([
    ['no script', { html: '<p>Kittens</p>', js: ' ' }],
    ['only styles of another site', { ...code, js: '', frameworkConfig: { resources: [style] } }],
  ])('is ignored where the project has %s: the card shows the page itself', async (_, still) => {
    const project = await studio.project(owner, still);
    await store(project).expect(204);
    expect(await hasPicture(project.id)).toBe(false);
  });

  it('is not what moderators see of the page', async () => {
    const project = await studio.project(owner, { ...code, html: '<p>Buy nothing</p>' });
    await store(project).expect(204);
    expect(await hasPicture(project.id)).toBe(true);
    const { body } = await studio.call('get', '/admin/projects', await firstAdmin(studio)).expect(200);
    const listed = (body.data as ProjectSummary[]).find(({ id }) => id === project.id);
    expect((await page(listed?.cardUrl ?? '')).text).toContain('Buy nothing');
  });

  it('is kept with each report, as it was then', async () => {
    const admin = await firstAdmin(studio);
    const project = await studio.project(owner, code);
    const shown = async () => /base64,([^"]+)/.exec((await card(project.id)).text)?.[1] ?? null;
    async function report(who: Person): Promise<string> {
      const path = `/projects/${project.id}/report`;
      return (await studio.call('post', path, who).send({ reason: 'abuse' }).expect(201)).body.id;
    }
    const evidenceOf = async (id: string) =>
      (await studio.call('get', `/admin/reports/${id}/evidence`, admin).expect(200)).body.picture;

    const before = await report(await studio.person());
    await store(project).expect(204);
    const [first, picturedFirst] = [await shown(), await report(stranger)];
    await store(project, await pictureOf(470, 300)).expect(204);
    const [second, picturedSecond] = [await shown(), await report(await studio.person())];
    // Dismissed because of the first picture.
    await studio.call('post', `/admin/reports/${picturedFirst}/resolve`, admin).send({ action: 'dismiss' });
    const again = await report(stranger);
    await studio.call('put', `/projects/${project.id}`, owner).send({ js: 'other()' }).expect(200);
    expect(first).not.toBe(second);
    const pictures = await Promise.all([before, picturedFirst, picturedSecond, again].map(evidenceOf));
    expect(pictures).toEqual([null, first, second, second]);
    // Its author reports the project as it is now.
    expect(await report(stranger)).toBe(again);
    expect(await evidenceOf(again)).toBeNull();
  });

  it('is part of what a moderator was shown: a report with another one has changed', async () => {
    const [admin, reporter] = [await firstAdmin(studio), await studio.person()];
    const project = await studio.project(owner, code);
    const report = async (): Promise<Report> => {
      const words = { reason: 'abuse', note: '' };
      const filed = await studio.call('post', `/projects/${project.id}/report`, reporter).send(words);
      return (await studio.call('get', `/admin/reports/${filed.body.id}`, admin).expect(200)).body;
    };
    const dismiss = (shown: object, { id }: Pick<Report, 'id'> = reported) =>
      studio.call('post', `/admin/reports/${id}/resolve`, admin).send({ action: 'dismiss', shown });

    const reported = await report();
    await store(project).expect(204);
    const pictured = await report();
    await store(project, await pictureOf(470, 300)).expect(204);
    const exchanged = await report();
    for (const before of [reported, pictured])
      expect((await dismiss(before).expect(409)).body.code).toBe('report_changed');
    await dismiss(exchanged).expect(200);
    // As sent by pages of an earlier version.
    await studio.call('put', `/projects/${project.id}`, owner).send({ js: 'other()' }).expect(200);
    const { reason, note, version, id } = await report();
    await dismiss({ reason, note, version }, { id }).expect(200);
  });

  it('can be stored only by the owner', async () => {
    const shown = await studio.project(owner, code);
    await store(shown, picture, stranger).expect(403);
    await store(await studio.project(owner), picture, stranger).expect(404);
  });

  it.each<[string, () => Promise<string>]>([
    ['no picture', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
    ['a page', async () => Buffer.from('<script>alert(1)</script>').toString('base64')],
    ['another kind', () => pictureOf(10, 10, 'gif')],
    ['too wide', () => pictureOf(481, 10)],
    ['a bomb', () => pictureOf(1_500, 1_500, 'png')],
    ['cut off', async () => picture.slice(0, picture.length / 2)],
    ['not base64', async () => 'data:image/png;base64,AAAA'],
    ['too long', async () => 'A'.repeat(80_004)],
  ])('H15 is refused where it is %s', async (_, make) => {
    const project = await studio.project(owner, code);
    const { body } = await store(project, await make()).expect(400);
    expect(body.fields[0].path).toBe('picture');
    expect(await hasPicture(project.id)).toBe(false);
  });

  it('holds nothing but the picture: what was put behind or into the file is gone', async () => {
    const project = await studio.project(owner, code);
    const bytes = Buffer.from(picture, 'base64');
    await store(
      project,
      Buffer.concat([bytes, Buffer.from('<script>hidden</script>')]).toString('base64'),
    ).expect(204);
    const [, kept = ''] = /base64,([\w+/=]+)/.exec((await card(project.id)).text) ?? [];
    expect(Buffer.from(kept, 'base64').toString('latin1')).not.toContain('hidden');
  });
});
