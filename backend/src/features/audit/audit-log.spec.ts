import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { firstAdmin } from '../../../test/support/studio/admin-actions.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from './audit-log.service.js';

let studio: TestStudio;
let admin: Person;
/** The times at which the first three entries were written. */
let times: string[];
beforeAll(async () => {
  studio = await startTestStudio();
  admin = await firstAdmin(studio);
  await record('project.deleted', 'A project', 'It broke, the "rules"');
  await nextMillisecond();
  await record('user.suspended', '=HYPERLINK("http://evil.example")', '100%_\\');
  await nextMillisecond();
  await record('project.deleted', '+1', '-1\r\n@x', null);
  times = (await read()).data.map(({ at }: { at: string }) => at).toReversed();
});
afterAll(() => studio.stop());

/** Queries state times in milliseconds. */
const nextMillisecond = () => {
  const now = Date.now();
  return until(() => Date.now() > now);
};
const record = (
  action: 'project.deleted' | 'user.suspended',
  name: string,
  reason: string,
  actor: string | null = admin.user.id,
) =>
  studio.studio.app
    .get(AuditLogService)
    .record({ actor, action, reason, subject: { kind: 'project', id: newId(), name } });
const read = async (query: Record<string, string> = {}) =>
  (await studio.call('get', '/admin/audit', admin).query(query).expect(200)).body;
const reasons = async (query: Record<string, string>) =>
  (await read(query)).data.map(({ reason }: { reason: string }) => reason);

describe('the audit log', () => {
  it('shows who did what to whom, when and why, the latest first', async () => {
    const { data, total } = await read();
    expect(total).toBe(3);
    expect(data[2]).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{16}$/),
      actor: { id: admin.user.id, username: 'admin' },
      action: 'project.deleted',
      subject: { kind: 'project', id: expect.any(String), name: 'A project' },
      at: expect.stringMatching(/Z$/),
      reason: 'It broke, the "rules"',
    });
    expect(data[0].actor).toBeNull();
  });

  it('H56: is searched literally, and narrowed by act, actor and time', async () => {
    expect(await reasons({ search: '100%_\\' })).toEqual(['100%_\\']);
    expect(await reasons({ search: '%' })).toEqual(['100%_\\']);
    expect(await reasons({ search: 'why? $1' })).toEqual([]);
    expect(await reasons({ search: 'A PROJECT' })).toEqual(['It broke, the "rules"']);
    expect(await reasons({ search: 'ADMIN' })).toHaveLength(2);
    expect(await reasons({ action: 'user.suspended' })).toEqual(['100%_\\']);
    expect(await reasons({ actor: admin.user.id })).toHaveLength(2);
    const [, second = '', third = ''] = times;
    expect(await reasons({ from: second, until: third })).toEqual(['100%_\\']);
    for (const wrong of [
      { action: 'user.liked' },
      { from: 'yesterday' },
      { until: '0000-02-29T00:00:00Z' },
      { limit: '1e9' },
    ])
      await studio.call('get', '/admin/audit', admin).query(wrong).expect(400);
  });

  it('is append-only: the database itself refuses to change it or to take anything away', async () => {
    const database = studio.studio.app.get(Database).sql;
    for (const statement of [
      sql`update audit_entries set reason = 'another'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
    ])
      await expect(statement.execute(database)).rejects.toThrow('append-only');
    expect((await read()).total).toBe(3);
  });

  it('H65: is a file for a spreadsheet, which computes nothing that people wrote', async () => {
    const csv = (query = {}) =>
      studio.call('get', '/admin/audit', admin).query(query).set('accept', 'text/csv').expect(200);
    const { headers, text } = await csv({ limit: '1' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="codestudio-audit-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [head, last, formula, first, ...rest] = text.split('\r\n"');
    expect(head).toBe('"id","at","actorId","actor","action","subjectKind","subjectId","subject","reason"');
    expect(first).toMatch(
      /,"admin","project\.deleted","project","[0-9a-z]{16}","A project","It broke, the ""rules"""\r\n$/,
    );
    expect(formula).toContain(`,"'=HYPERLINK(""http://evil.example"")","100%_\\"`);
    expect(last).toContain(`,"","","project.deleted","project",`);
    expect(last).toContain(`,"'+1","'-1\r\n'@x"`);
    expect(rest).toEqual([]);
    expect((await csv({ action: 'user.suspended' })).text.match(/\r\n"/g)).toHaveLength(1);
    expect(
      (await studio.call('get', '/admin/audit', admin).set('accept', '*/*').expect(200)).body.total,
    ).toBe(3);
  });

  it('H65: begins no formula where a spreadsheet separates cells by semicolons and so ignores the quotes', async () => {
    await record('project.deleted', 'a;=1+1;b; =c;"=2+2;', 'x\n=HYPERLINK("http://evil.example")');
    await record('project.deleted', '\t=hyperlink', '\r=3+3');
    const { text } = await studio
      .call('get', '/admin/audit?search=hyperlink', admin)
      .set('accept', 'text/csv')
      .expect(200);
    const cells = text.split(/[;\t\r\n]/);
    expect(cells.filter((cell: string) => /^"*[=+\-@]/.test(cell))).toEqual([]);
    expect(text).toContain(`"a;'=1+1;b; =c;'""=2+2;","x\n'=HYPERLINK(""http://evil.example"")"`);
    expect(text).toContain(`"'\t'=hyperlink","'\r'=3+3"`);
  });

  it('is exported completely when it is long, each entry once', async () => {
    const database = studio.studio.app.get(Database).sql;
    await sql`insert into audit_entries (id, subject_kind, subject_id, subject_name, action, reason, at)
      select substr(md5(i::text), 1, 16), 'user', 'x', 'many', 'user.suspended', '', now() + (i / 3) * interval '1 microsecond'
      from generate_series(1, 2500) i`.execute(database);
    const { text } = await studio
      .call('get', '/admin/audit?search=many', admin)
      .set('accept', 'text/csv')
      .expect(200);
    const ids = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(1, 17));
    expect(ids).toHaveLength(2_500);
    expect(new Set(ids).size).toBe(2_500);
  });
});
