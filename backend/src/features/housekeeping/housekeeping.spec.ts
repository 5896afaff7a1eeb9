import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { runJobs } from '../../../test/support/studio/run-jobs.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { Database } from '../../database/database.js';
import { HousekeepingService } from './housekeeping.service.js';

const everySecond = '* * * * * *';
let studio: TestStudio;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterAll(() => studio.stop());

const housekeeping = () => studio.studio.app.get(HousekeepingService);
const tables = () => studio.studio.app.get(Database).sql;

/** The value of a job's metric. */
async function metricOf(metric: 'last_success_timestamp' | 'interval', job: string): Promise<number> {
  const { text } = await studio.call('get', '/metrics').expect(200);
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`studio_housekeeping_${metric}_seconds{task="${job}"}`));
  return Number(line?.split(' ')[1] ?? Number.NaN);
}

/** Waits until a job has succeeded again. */
async function again(job: string): Promise<void> {
  const before = await metricOf('last_success_timestamp', job);
  await until(async () => (await metricOf('last_success_timestamp', job)) > before);
}

describe('housekeeping', () => {
  it('H78: goes on where a job hangs forever or fails, and the metrics show which', async () => {
    const runs = { hanging: 0, failing: 0 };
    const hang = () => {
      runs.hanging += 1;
      return new Promise<never>(() => undefined);
    };
    const fail = async () => {
      runs.failing += 1;
      throw new Error('as this test wants it');
    };
    housekeeping().schedule({ name: 'hanging', cron: everySecond, run: hang });
    housekeeping().schedule({ name: 'failing', cron: everySecond, run: fail });
    const begun = [
      await metricOf('last_success_timestamp', 'hanging'),
      await metricOf('last_success_timestamp', 'failing'),
    ];
    const { signal } = new AbortController();
    housekeeping().schedule({ name: 'working', cron: everySecond, run: async () => signal.throwIfAborted() });
    await again('working');
    await again('working');
    await runJobs(studio, 'trash', 'project-views', 'moderation-feed', 'assets');
    await until(() => runs.hanging > 1 && runs.failing > 1);
    expect([
      await metricOf('last_success_timestamp', 'hanging'),
      await metricOf('last_success_timestamp', 'failing'),
    ]).toEqual(begun);
    expect(await metricOf('interval', 'failing')).toBe(1);
  });

  it('H78: goes on where the table of one job is gone', async () => {
    await sql`alter table moderation_events rename to gone`.execute(tables());
    try {
      expect(await housekeeping().run('moderation-feed')).toBe(false);
      await runJobs(studio, 'trash', 'project-views');
    } finally {
      await sql`alter table gone rename to moderation_events`.execute(tables());
    }
    await runJobs(studio, 'moderation-feed');
    expect(Date.now() / 1_000 - (await metricOf('last_success_timestamp', 'moderation-feed'))).toBeLessThan(
      60,
    );
  });

  it('deletes more rows than one statement may, and none that are not due', async () => {
    const { id } = await studio.project(owner, { isPublic: true });
    const views = (age: string, from: number) => sql`
      insert into project_views (project_id, viewer, viewed_at)
      select ${id}, 'viewer ' || n, now() - ${age}::interval from generate_series(${from}::int, ${from}::int + 1199) n`;
    await views('2 hours', 0).execute(tables());
    await views('1 minute', 10_000).execute(tables());
    await runJobs(studio, 'project-views');
    const { rows } = await sql`select count(*)::int n from project_views`.execute(tables());
    expect(rows).toEqual([{ n: 1_200 }]);
  });

  it('refuses two jobs with one name, and an unknown job', async () => {
    const job = { name: 'trash', cron: everySecond, run: async () => undefined };
    expect(() => housekeeping().schedule(job)).toThrow('Two jobs of housekeeping are called trash');
    await expect(housekeeping().run('tash')).rejects.toThrow('no job of housekeeping called tash');
  });
});
