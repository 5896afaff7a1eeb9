import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { firstAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';

/** With eight parameters for each entry of the audit log, more than the 65,535 of one statement. */
const many = 9_000;

let studio: TestStudio;
let admin: Person;
let reporter: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  admin = await firstAdmin(studio);
  reporter = await studio.person();
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;

/** Files a report and stores thousands of copies of it. @returns its id. */
async function fileMany(copy: { reporter: 'itself' | null; project: 'itself' | null }): Promise<string> {
  const { id: projectId } = await studio.project(await studio.person(), { isPublic: true });
  const filed = await studio
    .call('post', `/projects/${projectId}/report`, reporter)
    .send({ reason: 'spam' })
    .expect(201);
  // One person has one open report of a project, so the copies are by deleted people, or about deleted projects.
  await sql`
    insert into reports (id, kind, project_id, evidence_id, reporter_id, reason, note, state, resolution_note)
    select substr(md5(id || n), 1, 16), kind,
      case when ${copy.project === 'itself'} then project_id else lpad(n::text, 16, '0') end, evidence_id,
      case when ${copy.reporter === 'itself'} then reporter_id end, reason, note, state, resolution_note
    from reports, generate_series(1, ${many}::int) n where id = ${filed.body.id}`.execute(tables());
  return filed.body.id;
}

/** How many entries of the audit log there are for this decision, and how many statements have written them. */
async function audited(action: string) {
  const { rows } = await sql<{ entries: number; statements: number }>`
    select count(*)::int entries, count(distinct (xmin::text, cmin::text))::int statements
    from audit_entries where action = ${action} and actor_name = 'admin'`.execute(tables());
  return rows[0];
}
const openReports = async () =>
  (await studio.call('get', '/admin/reports?limit=1', admin).expect(200)).body.total;

it('a project with thousands of open reports is removed by few statements', async () => {
  const id = await fileMany({ project: 'itself', reporter: null });
  await studio.call('post', `/admin/reports/${id}/resolve`, admin).send({ action: 'remove' }).expect(200);
  expect(await openReports()).toBe(0);
  expect(await audited('report.upheld')).toEqual({ entries: many + 1, statements: 1 });
});

it('somebody with thousands of open reports is suspended by few statements', async () => {
  await fileMany({ project: null, reporter: 'itself' });
  await suspend(studio, admin, reporter).expect(200);
  expect(await openReports()).toBe(0);
  expect(await audited('report.dismissed')).toEqual({ entries: many + 1, statements: 1 });
});
