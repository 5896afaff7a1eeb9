import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import { sql } from 'kysely';
import { runJobs } from '../../../test/support/studio/run-jobs.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { ago } from '../../database/clock.js';
import { Database } from '../../database/database.js';

const many = 1_200;

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

it('an account that liked very many projects is removed by transactions of few likes each', async () => {
  const tables = studio.studio.app.get(Database).sql;
  const { id } = await studio.project(await studio.resident(), { isPublic: true });
  const fan = await studio.person();
  await sql`
    insert into projects (id, user_id, title, description, tags, html, css, js, framework_config, is_public, is_embeddable, likes)
    select substr(md5(id || n), 1, 16), user_id, 'Liked', description, tags, html, css, js, framework_config, true, false, 3
    from projects, generate_series(1, ${many}::int) n where id = ${id}`.execute(tables);
  await sql`
    insert into project_likes (project_id, user_id)
    select id, ${fan.user.id} from projects where title = 'Liked'`.execute(tables);
  await tables
    .updateTable('users')
    .set({ forum_destroyed_at: ago(durations.trash + 60_000) })
    .where('id', '=', fan.user.id)
    .execute();

  await runJobs(studio, 'destroyed-accounts');
  const left = tables.selectFrom('users').select('id').where('id', '=', fan.user.id);
  expect(await left.execute()).toEqual([]);
  const { rows } = await sql<{ likes: number; most: number }>`
    select likes, max(changed)::int most from (
      select likes, count(*) changed from projects where title = 'Liked' group by likes, xmin::text
    ) as transactions group by likes`.execute(tables);
  expect(rows).toEqual([{ likes: 2, most: 500 }]);
});
