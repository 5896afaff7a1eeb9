import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Asset } from '@studio/contract/http/assets';
import type { Project } from '@studio/contract/http/projects';
import type { Report } from '@studio/contract/http/reports';
import { sql } from 'kysely';
import request from 'supertest';
import { type TestLibrary, testLibrary } from '../../../test/support/requests/test-library.js';
import { firstAdmin } from '../../../test/support/studio/admin-actions.js';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { waitingForLocks } from '../../../test/support/studio/waiting-for-locks.js';
import { until } from '../../../test/support/until.js';
import { Database } from '../../database/database.js';
import { Migration20261128EvidenceFiles } from '../../database/migrations/migration-20261128-evidence-files.js';

let studio: TestStudio;
let library: TestLibrary;
let owner: Person;
let reader: Person;
let admin: Person;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
  reader = await studio.person();
  admin = await firstAdmin(studio);
});
afterEach(tabs.closeAll);
// New accounts may publish only a few projects.
beforeEach(async () => {
  owner = await studio.person();
});
afterAll(() => studio.stop());

/** Only on PostgreSQL: two transactions at once need two connections, and the embedded database has one. */
const itOnPostgres = process.env['DATABASE_URL'] ? it : it.skip;

const decide = (id: string, action: string, note = 'It steals.') =>
  studio.call('post', `/admin/reports/${id}/resolve`, admin).send({ action, note });
const appeal = ({ id }: Project, who = owner) =>
  studio.call('post', `/projects/${id}/appeal`, who).send({ note: 'It does not.' });
const takedown = ({ id }: Project, who = owner) => studio.call('get', `/projects/${id}/takedown`, who);
const embed = ({ id }: Project) => request(studio.url).get(`/embed/${id}`);
const status = ({ id }: Project) => request(studio.url).get(`/embed/${id}/status`);
const rendered = ({ id }: Project) =>
  request(`http://127.0.0.1:${studio.config.sandboxPort}`)
    .get(`/rendered/${id}`)
    .set({ Host: `${id}.localhost:${studio.config.sandboxPort}`, 'Sec-Fetch-Dest': 'iframe' });
const servedAs = async (asset: Asset, status: number) =>
  until(async () => (await library.serve(asset)).status === status);

async function takeDown({ id }: Project): Promise<Report> {
  const filed = await studio
    .call('post', `/projects/${id}/report`, reader)
    .send({ reason: 'malware' })
    .expect(201);
  return (await decide(filed.body.id, 'remove').expect(200)).body;
}
const appealOf = async ({ id }: Project): Promise<Report> => {
  const { body } = await studio.call('get', '/admin/reports?limit=100', admin).expect(200);
  return (body.data as Report[]).find((one) => one.kind === 'appeal' && one.project.id === id) as Report;
};

describe('a takedown', () => {
  it('ends everything that shows the project to others, and notifies all who watch it', async () => {
    const project = await studio.project(owner, { html: '<p>x</p>', isPublic: true, isEmbeddable: true });
    const [card] = (await studio.call('get', '/projects/public').expect(200)).body.data as {
      cardUrl: string;
    }[];
    const [page, embedded, own] = await Promise.all([tabs.open(reader), tabs.open(), tabs.open(owner)]);
    for (const tab of [page, embedded, own]) await tab.watch(project);
    const list = await tabs.open();
    await list.send('browse:watch', { projectIds: [project.id] });
    await embed(project).expect(200);
    await status(project).expect(204);

    await takeDown(project);
    for (const tab of [page, embedded, own]) {
      await tab.settle();
      expect(tab.received).toContainEqual(['project:removed', { projectId: project.id, by: 'moderation' }]);
    }
    await list.settle();
    expect(list.received).toContainEqual(['project:unlisted', { projectId: project.id }]);
    const gone = await embed(project).expect(410);
    expect(gone.text).toContain('Project not found or not accessible for embedding');
    expect(gone.headers['content-security-policy']).not.toContain('frame-ancestors');
    const response = await status(project).expect(410);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    await rendered(project).expect(404);
    await studio.call('get', `/projects/${project.id}?for_embed=true`).expect(404);
    for (const who of [undefined, reader])
      await studio.call('get', `/projects/${project.id}`, who).expect(404);
    await studio.call('post', `/projects/${project.id}/fork`, reader).expect(404);
    await studio.call('post', `/projects/${project.id}/report`, reader).send({ reason: 'spam' }).expect(404);
    const { pathname, search } = new URL(card?.cardUrl ?? '');
    const shown = request(`http://127.0.0.1:${studio.config.sandboxPort}`).get(pathname + search);
    await shown.set({ Host: new URL(card?.cardUrl ?? '').host, 'Sec-Fetch-Dest': 'iframe' }).expect(404);
  });

  it('leaves the owner the text, but not the right to show it', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const own = await tabs.open(owner);
    await own.watch(project);
    await takeDown(project);
    // A page that was disconnected meanwhile is notified when it reconnects.
    expect(await (await tabs.open(owner)).watch(project)).toMatchObject({ ok: true, takenDown: true });
    const saved = await studio
      .call('put', `/projects/${project.id}`, owner)
      .send({ html: 'mine' })
      .expect(200);
    expect(saved.body).toMatchObject({ html: 'mine', isPublic: false });
    await own.settle();
    expect(own.received.map(([event]) => event)).toContain('project:updated');
    for (const show of [{ isPublic: true }, { isEmbeddable: true }]) {
      const refused = await studio.call('put', `/projects/${project.id}`, owner).send(show).expect(403);
      expect(refused.body.code).toBe('taken_down');
    }
    expect((await takedown(project).expect(200)).body).toMatchObject({
      reason: 'malware',
      note: 'It steals.',
      appeal: null,
    });
    await takedown(project, reader).expect(404);
  });

  it('is told to an owner who has made the project private since it was reported, and is editing it', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const filed = await studio
      .call('post', `/projects/${project.id}/report`, reader)
      .send({ reason: 'abuse' })
      .expect(201);
    await studio.call('put', `/projects/${project.id}`, owner).send({ isPublic: false }).expect(200);
    const own = await tabs.open(owner);
    await own.watch(project);
    await decide(filed.body.id, 'remove').expect(200);
    await own.settle();
    expect(own.received).toContainEqual(['project:removed', { projectId: project.id, by: 'moderation' }]);
  });

  it('decides all open reports of the project, and no other', async () => {
    const [bad, good] = await Promise.all([
      studio.project(owner, { isPublic: true }),
      studio.project(owner, { isPublic: true }),
    ]);
    const other = await studio.person();
    for (const { id } of [bad, good])
      await studio.call('post', `/projects/${id}/report`, other).send({ reason: 'spam' }).expect(201);
    await takeDown(bad);
    const { body } = await studio.call('get', '/admin/reports?limit=100', admin).expect(200);
    const open = (body.data as Report[]).map(({ project }) => project.id);
    expect(open).toContain(good.id);
    expect(open).not.toContain(bad.id);
  });

  it('keeps back the owner’s files that the code names or named, in forks too, and nobody else’s', async () => {
    const [named, once, unnamed] = await Promise.all(
      ['named.txt', 'once.txt', 'unnamed.txt'].map((name) => library.add(owner, name)),
    );
    const foreign = await library.add(reader, 'foreign.txt');
    if (!named || !once || !unnamed) throw new Error('Nothing was uploaded');
    const project = await studio.project(owner, {
      html: `<img src="${named.url}"><img src="${once.url}"><img src="${foreign.url}">`,
      isPublic: true,
    });
    const filed = await studio
      .call('post', `/projects/${project.id}/report`, reader)
      .send({ reason: 'abuse' })
      .expect(201);
    await studio.call('post', `/projects/${project.id}/fork`, reader).expect(201);
    await studio.call('put', `/projects/${project.id}`, owner).send({ html: named.url }).expect(200);
    for (const asset of [named, once, unnamed, foreign]) await servedAs(asset, 200);
    await decide(filed.body.id, 'remove').expect(200);
    const began = performance.now();
    await servedAs(named, 404);
    await servedAs(once, 404);
    expect(performance.now() - began).toBeLessThan(2_000);
    for (const asset of [unnamed, foreign]) expect((await library.serve(asset)).status).toBe(200);
    const etag = `"${'0'.repeat(64)}"`;
    expect((await fetch(named.url, { headers: { 'If-None-Match': etag } })).status).toBe(404);

    await appeal(project).expect(201);
    await decide((await appealOf(project)).id, 'reinstate').expect(200);
    for (const asset of [named, once]) await servedAs(asset, 200);
  });

  it('keeps back files of a published version, and of a report that its author has sent again since', async () => {
    const [shown, reported] = [
      await library.add(owner, 'shown.txt'),
      await library.add(owner, 'reported.txt'),
    ];
    const project = await studio.project(owner, { html: shown.url, isPublic: true });
    const save = (html: string) =>
      studio.call('put', `/projects/${project.id}`, owner).send({ html }).expect(200);
    const version = { name: 'First', version: project.version };
    await studio.call('post', `/projects/${project.id}/revisions/1/publish`, owner).send(version).expect(200);
    await save(reported.url);
    const report = () =>
      studio.call('post', `/projects/${project.id}/report`, reader).send({ reason: 'abuse' }).expect(201);
    await report();
    await save('nothing');
    const tables = studio.studio.app.get(Database).sql;
    // As if it had left the history, from which its owner could publish it.
    await tables
      .deleteFrom('project_revisions')
      .where('project_id', '=', project.id)
      .where('rev', '=', 2)
      .execute();
    const { body } = await report();
    const kept = tables
      .selectFrom('report_evidence')
      .select('html')
      .where('project_id', '=', project.id)
      .orderBy('version');
    expect(await kept.execute()).toEqual([{ html: '' }, { html: 'nothing' }]);
    await decide(body.id, 'remove').expect(200);
    for (const asset of [shown, reported]) await servedAs(asset, 404);
  });

  it('keeps back files of reports that an older version of the studio stored', async () => {
    const file = await library.add(owner, 'older.txt');
    const project = await studio.project(owner, { html: file.url, isPublic: true });
    const filed = await studio
      .call('post', `/projects/${project.id}/report`, reader)
      .send({ reason: 'abuse' })
      .expect(201);
    await studio.call('put', `/projects/${project.id}`, owner).send({ html: 'nothing' }).expect(200);
    await sql`update report_evidence set asset_ids = '{}'`.execute(studio.studio.app.get(Database).sql);
    const orm = studio.studio.app.get(MikroORM);
    await new Migration20261128EvidenceFiles(orm.em.getDriver(), orm.config).up();
    await decide(filed.body.id, 'remove').expect(200);
    await servedAs(file, 404);
  });

  it('H73: is decided at once, however much code was reported', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const filed = await studio
      .call('post', `/projects/${project.id}/report`, reader)
      .send({ reason: 'abuse' })
      .expect(201);
    await sql`
      insert into report_evidence (id, project_id, version, owner_id, owner_name, title, description, tags, html, css, js, framework_config)
      select lpad(n::text, 16, '0'), project_id, n, owner_id, owner_name, title, description, tags, code, code, code, framework_config
      from report_evidence, generate_series(2, 26) n, repeat(${'let x = 1;\n'}, 95000) code
      where project_id = ${project.id}`.execute(studio.studio.app.get(Database).sql);
    const began = performance.now();
    await decide(filed.body.id, 'remove').expect(200);
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it('stands when the owner has deleted the project, and takes it back out of the trash', async () => {
    const project = await studio.project(owner, { isPublic: true, isEmbeddable: true });
    const filed = await studio
      .call('post', `/projects/${project.id}/report`, reader)
      .send({ reason: 'abuse' })
      .expect(201);
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    await embed(project).expect(404);
    await decide(filed.body.id, 'remove').expect(200);
    await embed(project).expect(410);
    const restored = await studio.call('post', `/projects/${project.id}/restore`, owner).expect(200);
    expect(restored.body).toMatchObject({ isPublic: false, isEmbeddable: false });
    await takedown(project).expect(200);
  });
});

describe('an appeal', () => {
  itOnPostgres('is filed though another replica saves the project at that moment', async () => {
    const project = await studio.project(owner, { isPublic: true });
    await takeDown(project);
    await studio.call('put', `/projects/${project.id}`, owner).send({ html: 'mine' }).expect(200);
    const tables = studio.studio.app.get(Database).sql;
    const held = await tables.startTransaction().execute();
    await sql`
      insert into report_evidence (id, project_id, version, owner_id, owner_name, title, description, tags, html, css, js, framework_config)
      select '0000000000000000', id, version, user_id, '', title, description, tags, html, css, js, framework_config
      from projects where id = ${project.id}`.execute(held);
    const filed = appeal(project).then(({ status }) => status);
    await until(async () => (await waitingForLocks(tables)) === 1);
    let isSaved = false;
    const saved = sql`update projects set version = version + 1 where id = ${project.id}`
      .execute(tables)
      .finally(() => {
        isSaved = true;
      });
    await until(async () => isSaved || (await waitingForLocks(tables)) === 2);
    await held.rollback().execute();
    expect(await filed).toBe(201);
    await saved;
  });

  it('is the owner’s, once, comes into the queue, and gives everything back where it is granted', async () => {
    const project = await studio.project(owner, { isPublic: false, isEmbeddable: true });
    await appeal(project).expect(404);
    await takeDown(project);
    await appeal(project, reader).expect(404);
    for (const note of ['', ' \n', '\u3164'])
      await studio.call('post', `/projects/${project.id}/appeal`, owner).send({ note }).expect(400);
    const responses = await Promise.all(Array.from({ length: 5 }, () => appeal(project)));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ]);
    expect((await appeal(project).expect(409)).body.code).toBe('already_appealed');
    expect((await takedown(project).expect(200)).body.appeal).toMatchObject({
      note: 'It does not.',
      state: 'open',
      rejectionReason: '',
    });
    const filed = await appealOf(project);
    expect(filed).toMatchObject({ reason: 'malware', note: 'It does not.', project: { removed: true } });
    await decide(filed.id, 'remove').expect(400);
    expect((await decide(filed.id, 'reinstate').expect(200)).body).toMatchObject({
      state: 'reinstated',
      project: { removed: false },
    });
    await takedown(project).expect(404);
    await embed(project).expect(200);
    await status(project).expect(204);
    await studio.call('get', `/projects/${project.id}`, reader).expect(404);
    await studio.call('put', `/projects/${project.id}`, owner).send({ isPublic: true }).expect(200);
  });

  it('that is turned away stays so, and the owner is told why', async () => {
    const project = await studio.project(owner, { isPublic: true });
    await takeDown(project);
    await appeal(project).expect(201);
    const [own, other] = [await tabs.open(owner), await tabs.open(reader)];
    await decide((await appealOf(project)).id, 'dismiss', 'Read again: it steals.').expect(200);
    for (const tab of [own, other]) await tab.settle();
    expect(own.received).toEqual([['appeal:decided', { projectId: project.id }]]);
    expect(other.received).toEqual([]);
    expect((await takedown(project).expect(200)).body.appeal).toMatchObject({
      state: 'rejected',
      rejectionReason: 'Read again: it steals.',
    });
    await appeal(project).expect(409);
    await studio.call('get', `/projects/${project.id}`, reader).expect(404);
  });
});
