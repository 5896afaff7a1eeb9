import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { firstAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';

const tags = ['spam', 'more spam'];
const many = 200;

let studio: TestStudio;
let admin: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  admin = await firstAdmin(studio);
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;

/** How many rows with totals of tags were ever written. */
async function totalsWritten(): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    select last_value::int as written from project_tag_totals_id_seq`.execute(tables());
  return rows[0]?.written ?? 0;
}
const listed = async () => {
  const { body } = await studio.call('get', '/projects/public?tags=spam&limit=1', admin).expect(200);
  const all = await studio.call('get', '/projects/public?limit=1', admin).expect(200);
  return { withTag: body.total, all: all.body.total };
};

it('an account with many public projects of the same tags is suspended, and comes back, by few statements', async () => {
  const spammer = await studio.resident();
  const before = await listed();
  const { id } = await studio.project(spammer, { tags, isPublic: true });
  await sql`
    insert into projects (id, user_id, title, description, tags, html, css, js, framework_config, is_public, is_embeddable)
    select substr(md5(id || n), 1, 16), user_id, title, description, tags, html, css, js, framework_config, true, false
    from projects, generate_series(2, ${many}::int) n where id = ${id}`.execute(tables());
  const shown = { withTag: before.withTag + many, all: before.all + many };
  expect(await listed()).toEqual(shown);

  const written = await totalsWritten();
  await suspend(studio, admin, spammer).expect(200);
  expect(await listed()).toEqual(before);
  // The time that one total takes grows with the number of those that the same transaction has replaced before.
  expect(await totalsWritten()).toBe(written);
  await suspend(studio, admin, spammer, false).expect(200);
  expect(await listed()).toEqual(shown);
  expect(await totalsWritten()).toBe(written + tags.length);
});
