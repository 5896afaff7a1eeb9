import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Asset } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { type TestLibrary, testLibrary } from '../../../../test/support/requests/test-library.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { newId } from '../../../common/ids.js';
import { fromNow } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let library: TestLibrary;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
});
beforeEach(async () => {
  person = await studio.person();
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;
const usage = () =>
  tables()
    .selectFrom('account_usage')
    .select(['projects', sql<string>`history_bytes`.as('history_bytes')])
    .where('user_id', '=', person.user.id)
    .executeTakeFirst();
const counted = async () => {
  const { rows } = await sql`select count(distinct p.id)::int as projects,
      coalesce(sum(octet_length(r.html) + octet_length(r.css) + octet_length(r.js)), 0)::int as bytes
    from projects p join project_revisions r on r.project_id = p.id where p.user_id = ${person.user.id}`.execute(
    tables(),
  );
  return rows[0];
};
const kept = async () => {
  const { projects = 0, history_bytes = 0 } = (await usage()) ?? {};
  return { projects, bytes: Number(history_bytes) };
};
const use = (values: { projects?: number; history_bytes?: number }) =>
  tables().updateTable('account_usage').set(values).where('user_id', '=', person.user.id).execute();
const manual = { 'x-save-kind': 'manual' };

it('the stored usage of an account equals a count of its rows, whatever happens to its projects', async () => {
  const project = await studio.project(person, { html: 'äöü', css: 'a' });
  await studio
    .call('put', `/projects/${project.id}`, person)
    .set(manual)
    .send({ js: 'more text' })
    .expect(200);
  await studio.call('put', `/projects/${project.id}`, person).send({ js: 'by itself' }).expect(200);
  await studio.call('put', `/projects/${project.id}`, person).send({ js: 'and again, longer' }).expect(200);
  expect(await kept()).toEqual(await counted());
  expect((await kept()).bytes).toBeGreaterThan(20);
  for (let save = 0; save <= limits.revisionsKept; save++)
    await studio
      .call('put', `/projects/${project.id}`, person)
      .set(manual)
      .send({ js: `save ${save}` })
      .expect(200);
  expect(await kept()).toEqual(await counted());
  const second = await studio.project(person, { html: 'another' });
  await tables().deleteFrom('projects').where('id', '=', project.id).execute();
  expect(await kept()).toEqual({ projects: 1, bytes: 7 });
  await tables().deleteFrom('projects').where('id', '=', second.id).execute();
  expect(await kept()).toEqual({ projects: 0, bytes: 0 });
});

it('an account holds 2,000 projects, with those in the trash; one more is 413 with the number, a fork as well', async () => {
  const project = await studio.project(person);
  const other = await studio.resident();
  const shared = await studio.project(other, { isPublic: true });
  await use({ projects: limits.projectsPerAccount - 1 });
  await studio.project(person);
  await studio.call('delete', `/projects/${project.id}`, person).expect(204);
  for (const path of ['/projects', `/projects/${shared.id}/fork`]) {
    const { body } = await studio.call('post', path, person).send({}).expect(413);
    expect(body).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('2,000 projects'),
    });
  }
  expect(await kept()).toMatchObject({ projects: limits.projectsPerAccount });
  // Existing projects can be saved as before, and restored from the trash.
  await studio.call('post', `/projects/${project.id}/restore`, person).expect(200);
  await studio.call('put', `/projects/${project.id}`, person).send({ html: 'goes on' }).expect(200);
  await tables().deleteFrom('projects').where('id', '=', project.id).execute();
  await studio.project(person);
});

it('a full history is 413 for whatever adds to it, and for nothing else', async () => {
  const project = await studio.project(person, { html: 'here', isPublic: true });
  await use({ history_bytes: limits.historyBytes });
  const { body } = await studio
    .call('put', `/projects/${project.id}`, person)
    .send({ html: 'more' })
    .expect(413);
  expect(body).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('2 GB') });
  await studio.call('post', '/projects', person).send({}).expect(413);
  await studio.call('put', `/projects/${project.id}`, person).send({ html: 'here' }).expect(200);
  await studio
    .call('put', `/projects/${project.id}`, person)
    .send({ isPublic: false, tags: ['a'] })
    .expect(200);
  const now = await studio.call('get', `/projects/${project.id}`, person).expect(200);
  expect(now.body).toMatchObject({ html: 'here', isPublic: false });
});

it('an account holds 10,000 files; one more is 413 with the number', async () => {
  await library.add(person, 'a.txt', 'one');
  await sql`insert into assets (id, user_id, name, category, size, object_hash)
    select lpad(n::text, 16, 'f'), ${person.user.id}, n || '.txt', 'json', 3, (select object_hash from assets where user_id = ${person.user.id})
    from generate_series(1, ${limits.filesPerAccount - 2}::int) n`.execute(tables());
  const last = await library.add(person, 'last.txt', 'two');
  const { body } = await library.upload(person, 'more.txt').expect(413);
  expect(body).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('10,000 files') });
  await library.remove(person, last).expect(204);
  // One that is on its way counts as well.
  const upload = { id: newId(), user_id: person.user.id, reserved: 1, lease_until: fromNow(60_000) };
  await tables().insertInto('asset_uploads').values(upload).execute();
  await library.upload(person, 'more.txt').expect(413);
  await tables().deleteFrom('asset_uploads').where('id', '=', upload.id).execute();
  await library.add(person, 'more.txt');
});

it('what an account deletes counts for another day: files that come and go take no room without end', async () => {
  const comeAndGo = async () => {
    await library.fill(person, 1_000);
    const [full] = await library.assets(person);
    await library.remove(person, full as Asset).expect(204);
  };
  await comeAndGo();
  await library.add(person, 'between.txt', 'kept');
  await comeAndGo();
  const { body } = await library.upload(person, 'more.txt', 'x'.repeat(3_000)).expect(413);
  expect(body).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('Deleted files') });
  // Housekeeping deletes it after a day.
  await sql`delete from stored_objects where unused_by = ${person.user.id}`.execute(tables());
  await library.add(person, 'more.txt', 'x'.repeat(3_000));
});

it('equal files that an account deletes count once, and not where somebody has them', async () => {
  const deletedBytes = async () => {
    const { rows } = await sql`select coalesce(sum(size), 0)::int as bytes from stored_objects
      where unused_by = ${person.user.id} and unused_since is not null`.execute(tables());
    return rows[0];
  };
  const other = await studio.person();
  const [one, two] = [await library.add(person, 'a.txt', 'same'), await library.add(person, 'b.txt', 'same')];
  const theirs = await library.add(other, 'c.txt', 'same');
  for (const asset of [one, two]) await library.remove(person, asset).expect(204);
  expect(await deletedBytes()).toEqual({ bytes: 0 });
  await library.remove(other, theirs).expect(204);
  expect(await deletedBytes()).toEqual({ bytes: 0 });
  const again = await library.add(person, 'a.txt', 'same');
  await library.remove(person, again).expect(204);
  expect(await deletedBytes()).toEqual({ bytes: 4 });
});

it('an account has 64 uploads under way; one more is 429 with Retry-After', async () => {
  await sql`insert into asset_uploads (id, user_id, reserved, lease_until)
    select lpad(n::text, 16, 'u'), ${person.user.id}, 1, now() + interval '1 minute'
    from generate_series(1, ${limits.uploadsPerAccount}::int) n`.execute(tables());
  const { body, headers } = await library.upload(person, 'a.txt').expect(429);
  expect(body.message).toContain('64 uploads');
  expect(headers['retry-after']).toBe('2');
  await tables().deleteFrom('asset_uploads').where('id', '=', '1'.padStart(16, 'u')).execute();
  await library.add(person, 'a.txt');
});
