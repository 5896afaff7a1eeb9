import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { runJobs } from '../../../../test/support/studio/run-jobs.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;

beforeAll(async () => {
  studio = await startTestStudio({ PACKAGE_STORAGE: '1' });
});
afterAll(() => studio.stop());

it('what a package in use depends on is in use, even if no page has loaded it for a long time', async () => {
  const specifiers = ['@preact/signals', 'htm'];
  await studio.call('post', '/packages/resolve').send({ specifiers }).expect(200);
  await studio.restart();
  const tables = studio.studio.app.get(Database).sql;
  // Without one of the two large ones there is room enough.
  await sql`update package_objects set size = case
    when part = 'files' and package_name in ('@preact/signals-core', 'htm') then 600000 else 0 end`.execute(
    tables,
  );
  await sql`update stored_packages set last_used_at = now() - case name
    when '@preact/signals-core' then interval '3 days' when 'htm' then interval '2 days' else interval '0' end`.execute(
    tables,
  );
  await runJobs(studio, 'packages');
  const chosen = await tables
    .selectFrom('stored_packages')
    .select('name')
    .where('evicted_at', 'is not', null)
    .execute();
  expect(chosen).toEqual([{ name: 'htm' }]);
});
