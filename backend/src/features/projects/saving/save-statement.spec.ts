import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

const frameworkConfig = { framework: 'react', cssFramework: 'none', typescript: false, buildTool: 'default' };

/** Only on PostgreSQL: the embedded database prepares nothing. */
const itOnPostgres = process.env['DATABASE_URL'] ? it : it.skip;

itOnPostgres('saves of any fields leave few statements in the memory of a connection', async () => {
  const owner = await studio.resident();
  const { id } = await studio.project(owner);
  const fields = {
    html: 'h',
    css: 'c',
    js: 'j',
    title: 't',
    description: 'd',
    tags: ['g'],
    isEmbeddable: true,
    frameworkConfig,
  };
  const names = Object.keys(fields) as (keyof typeof fields)[];
  for (let subset = 1; subset < 2 ** names.length; subset++) {
    const given = Object.fromEntries(
      names.filter((_, index) => subset & (1 << index)).map((name) => [name, fields[name]]),
    );
    await studio.call('put', `/projects/${id}`, owner).send(given).expect(200);
  }
  const { rows } = await sql<{ saves: number }>`
    select count(*)::int saves from pg_prepared_statements where statement like '%update "projects"%'`.execute(
    studio.studio.app.get(Database).sql,
  );
  // One for each choice of HTML, CSS and JavaScript.
  expect(rows[0]?.saves).toBeGreaterThan(0);
  expect(rows[0]?.saves).toBeLessThanOrEqual(7);
});
