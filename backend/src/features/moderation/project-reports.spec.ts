import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import type { FiledReport, Report } from '@studio/contract/http/reports';
import { sql } from 'kysely';
import { firstAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { waitingForLocks } from '../../../test/support/studio/waiting-for-locks.js';
import { until } from '../../../test/support/until.js';
import { Database } from '../../database/database.js';
import { RateLimiter } from '../../ports/rate-limiter.js';
import { reportsPerUser } from './project-reports.js';

let studio: TestStudio;
let owner: Person;
let reader: Person;
let admin: Person;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio();
  reader = await studio.person();
  admin = await firstAdmin(studio);
});
// New accounts may publish only a few projects.
beforeEach(async () => {
  owner = await studio.person();
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

/** Only on PostgreSQL: two transactions at once need two connections, and the embedded database has one. */
const itOnPostgres = process.env['DATABASE_URL'] ? it : it.skip;

const nothing = '0000000000000000';
const published = (input = {}) => studio.project(owner, { html: '<p>bad</p>', isPublic: true, ...input });
const report = ({ id }: Pick<Project, 'id'>, who: Person = reader, input: object = { reason: 'spam' }) =>
  studio.call('post', `/projects/${id}/report`, who).send(input);
const filed = async (project: Project, who?: Person, input?: object): Promise<FiledReport> =>
  (await report(project, who, input).expect(201)).body;
const decide = (id: string, action: string, who = admin) =>
  studio.call('post', `/admin/reports/${id}/resolve`, who).send({ action, note: 'because' });
const queue = async (query = ''): Promise<Report[]> =>
  (await studio.call('get', `/admin/reports${query}`, admin).expect(200)).body.data;
/** What is on record of reports, by their projects' titles. */
const auditOf = async (ids: string[]) => {
  const acts = await studio.studio.app
    .get(Database)
    .sql.selectFrom('audit_entries')
    .select(['subject_name', 'action', 'reason'])
    .where('subject_id', 'in', ids)
    .orderBy('subject_name')
    .execute();
  return acts.map(({ subject_name, action, reason }) => [subject_name, action, reason]);
};
const evidence = async (id: string) =>
  (await studio.call('get', `/admin/reports/${id}/evidence`, admin).expect(200)).body;

describe('a report', () => {
  it('H10 can be made of whatever one sees; of others’ private projects it is the 404 of an unknown one', async () => {
    const secret = await studio.project(owner, { isPublic: false });
    const refused = [
      report({ id: nothing }),
      report(secret),
      studio.call('get', `/projects/${secret.id}/takedown`, reader),
      studio.call('post', `/projects/${secret.id}/appeal`, reader).send({ note: 'x' }),
      studio.call('get', `/projects/${nothing}/takedown`, reader),
    ];
    const bodies = (await Promise.all(refused.map((call) => call.expect(404)))).map(({ body }) => ({
      ...body,
      requestId: '',
    }));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    await report(await published()).expect(201);
    await report(await published({ isPublic: false, isEmbeddable: true })).expect(201);
  });

  it('takes a session, another’s project and a known reason', async () => {
    const project = await published();
    await studio.call('post', `/projects/${project.id}/report`).send({ reason: 'spam' }).expect(401);
    const own = await report(project, owner).expect(403);
    expect(own.body.detail).toContain('your own');
    for (const bad of [
      {},
      { reason: 'boring' },
      { reason: 'spam', note: 'x'.repeat(1_001) },
      { reason: ['spam'] },
    ])
      await report(project, reader, bad).expect(400);
  });

  it('is one of each person while it is open: later words take the place of earlier ones, also of twenty at once', async () => {
    const project = await published();
    const eager = await studio.person();
    const twenty = Array.from({ length: 10 }, (_, i) =>
      report(project, eager, { reason: 'abuse', note: `${i}` }),
    );
    const ids = new Set(
      (await Promise.all(twenty.map((call) => call.expect(201)))).map(({ body }) => body.id),
    );
    expect(ids.size).toBe(1);
    await filed(project, eager, { reason: 'malware', note: 'a miner' });
    await filed(project, reader);
    const open = (await queue('?limit=100')).filter((one) => one.project.id === project.id);
    expect(open).toHaveLength(2);
    expect(open[0]).toMatchObject({ reason: 'malware', note: 'a miner', state: 'open', resolution: null });
    expect(open[0]?.reporter).toEqual({ id: eager.user.id, username: eager.user.username });
  });

  it('keeps the code as it was, whatever the owner does afterwards, once for each version', async () => {
    const project = await published({
      title: 'Worse',
      css: 'a{}',
      js: 'steal()',
      description: 'd',
      tags: ['t'],
    });
    const { id } = await filed(project);
    const twin = await filed(project, await studio.person());
    await studio.call('put', `/projects/${project.id}`, owner).send({ title: 'Nice', js: '' }).expect(200);
    const later = await filed(project, await studio.person());
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    const projectShown = async () => (await queue('?limit=100')).find((one) => one.id === id)?.project;
    expect(await projectShown()).toMatchObject({ exists: false, inTrash: true });
    const tables = studio.studio.app.get(Database).sql;
    await tables.deleteFrom('projects').where('id', '=', project.id).execute();

    const frozen = {
      title: 'Worse',
      html: '<p>bad</p>',
      css: 'a{}',
      js: 'steal()',
      description: 'd',
      tags: ['t'],
    };
    expect(await evidence(id)).toEqual({
      ...frozen,
      frameworkConfig: project.frameworkConfig,
      version: 1,
      picture: null,
    });
    expect(await evidence(twin.id)).toMatchObject(frozen);
    expect(await evidence(later.id)).toMatchObject({ title: 'Nice', js: '', version: 2 });
    const kept = await tables
      .selectFrom('report_evidence')
      .select('version')
      .where('project_id', '=', project.id)
      .execute();
    expect(kept.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await projectShown()).toMatchObject({
      title: 'Worse',
      exists: false,
      inTrash: false,
      removed: false,
    });
    // Reports of a deleted project can be decided all the same.
    expect((await decide(id, 'remove').expect(200)).body).toMatchObject({ state: 'removed' });
    expect((await queue('?limit=100')).filter((one) => one.project.id === project.id)).toEqual([]);
  });

  it('that was dismissed because its author was suspended, unread, is filed again once they are back', async () => {
    const project = await published();
    const author = await studio.person();
    const { id } = await filed(project, author);
    await suspend(studio, admin, author).expect(200);
    await suspend(studio, admin, author, false).expect(200);
    const back = await signIn(studio, author.user.email, author.password);
    const again = await filed(project, back);
    expect(again.id).not.toBe(id);
    await decide(again.id, 'dismiss').expect(200);
    await report(project, back).expect(409);
  });

  it('that was dismissed is not filed again: of the same version, for the same reason, by the same person', async () => {
    const project = await published();
    const author = await studio.person();
    const { id } = await filed(project, author);
    await decide(id, 'dismiss').expect(200);
    const refused = await report(project, author, { reason: 'spam', note: 'in other words' }).expect(409);
    expect(refused.body).toMatchObject({
      code: 'already_resolved',
      detail: expect.stringContaining('dismissed'),
    });
    await report(project, await studio.person()).expect(201);
    const other = await filed(project, author, { reason: 'copyright' });
    // Nor does it take the place of an open one.
    await report(project, author).expect(409);
    expect((await queue('?limit=100')).find((one) => one.id === other.id)?.reason).toBe('copyright');
    await studio.call('put', `/projects/${project.id}`, owner).send({ js: 'worse()' }).expect(200);
    await report(project, author).expect(201);
  });

  it('is limited by person', async () => {
    const project = await published();
    const eager = await studio.person();
    for (let i = 0; i < reportsPerUser.points; i++) await report(project, eager).expect(201);
    const { headers } = await report(project, eager).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await report(project, await studio.person()).expect(201);
  });

  it('beyond the limit says how long to wait, not how long the limit lasts', async () => {
    const eager = await studio.person();
    const limiter = studio.studio.app.get(RateLimiter);
    await limiter.add(reportsPerUser, eager.user.id, reportsPerUser.points, 90_000);
    const { body } = await report(await published(), eager).expect(429);
    expect(body.detail).toBe('You have sent many reports. Try again in 2 minutes.');
  });
});

describe('the queue', () => {
  it('has the oldest open one first, and finds title, owner, author and note', async () => {
    const [first, second] = [
      await published({ title: 'Q%ueue one' }),
      await published({ title: 'Queue two' }),
    ];
    const ids = [
      (await filed(first)).id,
      (await filed(second, reader, { reason: 'other', note: 'l_ook here' })).id,
    ];
    const places = (await queue('?limit=100')).map(({ id }) => id);
    expect(places.indexOf(ids[0] ?? '')).toBeLessThan(places.indexOf(ids[1] ?? ''));
    expect((await queue('?search=q%25UEUE')).map(({ id }) => id)).toEqual([ids[0]]);
    expect((await queue('?search=l_ook')).map(({ id }) => id)).toEqual([ids[1]]);
    expect((await queue(`?search=${owner.user.username}`)).length).toBe(2);
    const found = await queue(`?search=${reader.user.username.toUpperCase()}&limit=100`);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    await decide(ids[0] ?? '', 'dismiss').expect(200);
    const [latest] = await queue('?state=resolved&limit=1');
    expect(latest).toMatchObject({ id: ids[0], state: 'dismissed' });
    expect(latest?.resolution).toMatchObject({ by: { username: admin.user.username }, note: 'because' });
    expect((await queue('?state=all&search=ueue')).length).toBe(2);
  });

  it('has nothing by somebody who was suspended, except an appeal, and says why', async () => {
    const flooder = await studio.person();
    const own = await studio.project(flooder, { isPublic: true });
    await decide((await filed(own, await studio.person())).id, 'remove').expect(200);
    await studio.call('post', `/projects/${own.id}/appeal`, flooder).send({ note: 'Why?' }).expect(201);
    const titled = (title: string) => published({ title });
    const projects = [await titled('Flooded 1'), await titled('Flooded 2'), await titled('Flooded 3')];
    const ids: string[] = [];
    for (const project of projects) ids.push((await filed(project, flooder)).id);
    const kept = await filed(projects[0] as Project, await studio.person());
    await decide(ids[0] ?? '', 'dismiss').expect(200);
    await suspend(studio, admin, flooder).expect(200);

    const of = { by: { username: admin.user.username }, note: 'Its author was suspended.' };
    const all = (await queue('?state=all&limit=100')).filter(
      ({ reporter }) => reporter?.id === flooder.user.id,
    );
    expect(all.find(({ kind }) => kind === 'appeal')?.state).toBe('open');
    expect(all.filter(({ kind }) => kind === 'report').map(({ state }) => state)).toEqual(
      Array(3).fill('dismissed'),
    );
    expect(all.find(({ id }) => id === ids[0])?.resolution?.note).toBe('because');
    for (const id of ids.slice(1)) expect(all.find((one) => one.id === id)?.resolution).toMatchObject(of);
    expect((await queue('?limit=100')).map(({ id }) => id)).toContain(kept.id);
    expect(await auditOf(ids)).toEqual([
      ['Flooded 1', 'report.dismissed', 'because'],
      ['Flooded 2', 'report.dismissed', 'Its author was suspended.'],
      ['Flooded 3', 'report.dismissed', 'Its author was suspended.'],
    ]);
  });

  it('H17 is for admins: 401 without a session, 403 for anybody else', async () => {
    const { id } = await filed(await published());
    const calls = [
      ['get', '/admin/reports'],
      ['get', `/admin/reports/${id}`],
      ['get', `/admin/reports/${id}/evidence`],
      ['post', `/admin/reports/${id}/resolve`],
    ] as const;
    for (const [method, path] of calls) {
      await studio.call(method, path).send({ action: 'remove' }).expect(401);
      for (const who of [reader, owner])
        await studio.call(method, path, who).send({ action: 'remove' }).expect(403);
    }
    expect((await queue(`?limit=100`)).map((one) => one.id)).toContain(id);
  });
});

describe('a decision', () => {
  it('is made once: of two admins who decide at once exactly one does', async () => {
    const project = await published();
    const reports = [await filed(project), await filed(project, await studio.person())];
    const responses = await Promise.all(
      reports.flatMap(({ id }) =>
        ['dismiss', 'remove', 'remove', 'dismiss'].map((action) => decide(id, action)),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    // Each of the two reports is decided once; a removal decides both.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    for (const { id } of reports)
      expect((await decide(id, 'remove').expect(409)).body.code).toBe('already_resolved');
    const tables = studio.studio.app.get(Database).sql;
    const acts = await tables
      .selectFrom('audit_entries')
      .select(['action', 'reason', 'actor_name'])
      .where('subject_id', 'in', [project.id, ...reports.map(({ id }) => id)])
      .execute();
    const removals = acts.filter(({ action }) => action === 'project.removed');
    expect(removals.length).toBeLessThanOrEqual(1);
    expect(acts).toHaveLength(2 + removals.length);
    for (const act of acts) expect(act).toMatchObject({ reason: 'because', actor_name: admin.user.username });
  });

  it('is made once, also where the author of the report is suspended at that moment', async () => {
    for (const action of ['dismiss', 'remove']) {
      const author = await studio.person();
      const { id } = await filed(await published({ title: 'Decided' }), author);
      const [decided] = await Promise.all([
        decide(id, action),
        suspend(studio, admin, author).expect(200),
        suspend(studio, admin, author).expect(200),
      ]);
      expect([200, 409]).toContain(decided.status);
      const act = action === 'dismiss' ? 'report.dismissed' : 'report.upheld';
      expect(await auditOf([id])).toEqual([
        decided.status === 200
          ? ['Decided', act, 'because']
          : ['Decided', 'report.dismissed', 'Its author was suspended.'],
      ]);
    }
  });

  it('is about what the moderator was shown: where the reporter has replaced that since, it is refused', async () => {
    const project = await published();
    const { id } = await filed(project, reader, { reason: 'spam', note: 'ads' });
    const decideAsShown = ({ reason, note, version }: Report, action = 'remove') =>
      studio
        .call('post', `/admin/reports/${id}/resolve`, admin)
        .send({ action, note: '', shown: { reason, note, version } });
    const shown = async (): Promise<Report> =>
      (await studio.call('get', `/admin/reports/${id}`, admin).expect(200)).body;
    const tab = await tabs.open(admin);
    const first = await shown();
    await filed(project, reader, { reason: 'malware', note: 'ads' });
    await tab.settle();
    // The lists of moderators are read again.
    expect(tab.received).toContainEqual([
      'moderation:event',
      expect.objectContaining({ type: 'report-filed', subject: { kind: 'report', id, name: project.title } }),
    ]);
    const second = await shown();
    await studio.call('put', `/projects/${project.id}`, owner).send({ js: 'mine()' }).expect(200);
    await filed(project, reader, { reason: 'malware', note: 'ads' });
    for (const old of [first, second])
      for (const action of ['remove', 'dismiss']) {
        const { body } = await decideAsShown(old, action).expect(409);
        expect(body).toMatchObject({ code: 'report_changed', detail: expect.stringContaining('changed') });
      }
    await studio.call('get', `/projects/${project.id}`, reader).expect(200);
    await decideAsShown(await shown()).expect(200);
    const { body } = await studio.call('get', `/projects/${project.id}/takedown`, owner).expect(200);
    expect(body.reason).toBe('malware');
    expect((await decideAsShown(first).expect(409)).body.code).toBe('already_resolved');
  });

  itOnPostgres('is not about what the reporter is just replacing', async () => {
    const tables = studio.studio.app.get(Database).sql;
    for (const action of ['dismiss', 'remove']) {
      const project = await published();
      const author = await studio.person();
      const { id } = await filed(project, author, { reason: 'spam', note: 'ads' });
      const held = await tables.startTransaction().execute();
      // A report is announced after its words are stored.
      await sql`lock table moderation_events in exclusive mode`.execute(held);
      const replaced = report(project, author, { reason: 'malware', note: 'a miner' }).then(
        ({ status }) => status,
      );
      await until(async () => (await waitingForLocks(tables)) === 1);
      const shown = { reason: 'spam', note: 'ads', version: project.version };
      const decided = studio
        .call('post', `/admin/reports/${id}/resolve`, admin)
        .send({ action, note: '', shown })
        .then(({ body }) => body.code);
      await until(async () => (await waitingForLocks(tables)) === 2);
      await held.commit().execute();
      expect({ action, outcome: await Promise.all([replaced, decided]) }).toEqual({
        action,
        outcome: [201, 'report_changed'],
      });
      expect((await queue('?limit=100')).find((one) => one.id === id)).toMatchObject({
        state: 'open',
        reason: 'malware',
        project: { removed: false },
      });
    }
  });

  it('that removes a project is on record for each of its reports, under the title that was reported', async () => {
    const project = await published({ title: 'Bank' });
    const { id: early } = await filed(project);
    await studio.call('put', `/projects/${project.id}`, owner).send({ title: 'Flowers' }).expect(200);
    const { id: late } = await filed(project, await studio.person());
    await decide(late, 'remove').expect(200);
    expect(await auditOf([early, late])).toEqual([
      ['Bank', 'report.upheld', 'because'],
      ['Flowers', 'report.upheld', 'because'],
    ]);
  });

  it('must fit the kind of report, and the report must exist', async () => {
    const { id } = await filed(await published());
    await decide(id, 'reinstate').expect(400);
    await decide(id, 'forget').expect(400);
    await decide(nothing, 'dismiss').expect(404);
    await studio.call('get', `/admin/reports/${nothing}`, admin).expect(404);
    const decided = await decide(id, 'dismiss').expect(200);
    expect((await studio.call('get', `/admin/reports/${id}`, admin).expect(200)).body).toEqual(decided.body);
  });

  it('is recorded in the moderators’ feed', async () => {
    const project = await published({ title: 'Recorded' });
    const { id } = await filed(project);
    await decide(id, 'remove').expect(200);
    await decide(id, 'dismiss').expect(409);
    const events = await studio.studio.app
      .get(Database)
      .sql.selectFrom('moderation_events')
      .select(['type', 'subject_name', 'actor_name'])
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute();
    expect(events).toEqual([
      { type: 'report-filed', subject_name: 'Recorded', actor_name: reader.user.username },
      { type: 'report-resolved', subject_name: 'Recorded', actor_name: admin.user.username },
    ]);
  });
});
