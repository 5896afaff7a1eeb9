import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import { sql } from 'kysely';
import request from 'supertest';
import { firstAdmin } from '../../../test/support/studio/admin-actions.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { ago } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { HousekeepingService } from '../housekeeping/housekeeping.service.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

it('what was reported goes half a year after the last decision, and stays while one is open', async () => {
  const tables = studio.studio.app.get(Database).sql;
  const owner = await studio.resident();
  for (let i = 0; i < 3; i++) {
    const project = await studio.project(owner, { isPublic: true });
    const reporter = await studio.person();
    await studio
      .call('post', `/projects/${project.id}/report`, reporter)
      .send({ reason: 'spam' })
      .expect(201);
  }
  const reports = await tables.selectFrom('reports').select(['id', 'evidence_id']).execute();
  const [decided, recent, open] = reports;
  const long = ago(durations.evidence + 60_000);
  await tables.updateTable('report_evidence').set({ created_at: long }).execute();
  const decide = (report: typeof decided, when: typeof long) =>
    tables
      .updateTable('reports')
      .set({ state: 'dismissed', resolved_at: when })
      .where('id', '=', report?.id ?? '')
      .execute();
  await decide(decided, long);
  await decide(recent, ago(durations.evidence - 60_000));
  // More than one transaction deletes, without reports.
  await sql`
    insert into report_evidence (id, project_id, version, owner_id, owner_name, title, description, tags, html, css, js, framework_config, created_at)
    select lpad(n::text, 16, '0'), project_id, n, owner_id, owner_name, title, description, tags, html, css, js, framework_config, created_at
    from report_evidence, generate_series(2, 1200) n where id = ${recent?.evidence_id ?? ''}`.execute(tables);
  expect(await studio.studio.app.get(HousekeepingService).run('evidence')).toBe(true);
  const left = await tables.selectFrom('report_evidence').select('id').execute();
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([recent?.evidence_id, open?.evidence_id]));
  expect(await tables.selectFrom('reports').select('id').execute()).toHaveLength(2);
});

it('of a project that is taken down stays as long as the project exists, and then goes after the same time', async () => {
  const tables = studio.studio.app.get(Database).sql;
  const admin = await firstAdmin(studio);
  const project = await studio.project(await studio.resident(), { isPublic: true });
  const filed = await studio
    .call('post', `/projects/${project.id}/report`, await studio.person())
    .send({ reason: 'spam' })
    .expect(201);
  const resolve = studio.call('post', `/admin/reports/${filed.body.id}/resolve`, admin);
  await resolve.send({ action: 'remove' }).expect(200);
  const decided = (when: typeof long) =>
    tables.updateTable('reports').set({ resolved_at: when }).where('project_id', '=', project.id).execute();
  const long = ago(durations.evidence + 60_000);
  const ofProject = tables.updateTable('report_evidence').where('project_id', '=', project.id);
  await ofProject.set({ created_at: long }).execute();
  const isKept = async () => {
    expect(await studio.studio.app.get(HousekeepingService).run('evidence')).toBe(true);
    const { status } = await studio.call('get', `/admin/reports/${filed.body.id}/evidence`, admin);
    return status === 200;
  };

  await decided(long);
  expect(await isKept()).toBe(true);
  await studio.call('delete', `/admin/projects/${project.id}`, admin).expect(204);
  await decided(ago(durations.evidence - 60_000));
  expect(await isKept()).toBe(true);
  await decided(long);
  expect(await isKept()).toBe(false);
  // The takedown itself is remembered.
  expect((await request(studio.url).get(`/embed/${project.id}`)).status).toBe(410);
});
