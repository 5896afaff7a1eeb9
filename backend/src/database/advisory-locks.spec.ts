import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { startTestStudio, type TestStudio } from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';
import { JobLock, withMigrationLock } from './advisory-locks.js';
import { Database } from './database.js';

const url = process.env['DATABASE_URL'];
const describeOnPostgres = url ? describe : describe.skip;

describeOnPostgres('the lock of migrations', () => {
  const location = { url: url ?? '' };

  it('lets one work at a time; whoever waits says so first', async () => {
    const told: string[] = [];
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    const first = withMigrationLock(
      location,
      () => told.push('first waits'),
      async () => {
        told.push('first works');
        const { promise: waits, resolve: waiting } = Promise.withResolvers<void>();
        const second = withMigrationLock(location, waiting, async () => void told.push('second works'));
        await waits;
        told.push('second waits');
        resolve();
        return { second };
      },
    );
    await finish;
    await (await first).second;
    expect(told).toEqual(['first works', 'second waits', 'second works']);
  });
});

it('migrations need no lock on the embedded database, which has one process', async () => {
  const refuse = () => expect('waited').toBe('did not wait');
  expect(await withMigrationLock({ socketDir: '/nowhere' }, refuse, async () => 'done')).toBe('done');
});

describeOnPostgres('the lock of a job', () => {
  let studio: TestStudio;
  let lock: JobLock;
  let database: Database;
  beforeAll(async () => {
    studio = await startTestStudio();
    lock = studio.studio.app.get(JobLock);
    database = studio.studio.app.get(Database);
  });
  afterAll(() => studio.stop());

  it('keeps others from the same job, no longer than it takes, and from no other job', async () => {
    const done: string[] = [];
    const work = (name: string) => async () => void done.push(name);
    await lock.runIfFree('one', async () => {
      expect(await lock.runIfFree('one', work('meanwhile'))).toBe(false);
      expect(await lock.runIfFree('two', work('another'))).toBe(true);
    });
    expect(await lock.runIfFree('one', work('after'))).toBe(true);
    expect(done).toEqual(['another', 'after']);
  });

  it('is free again where the job fails, whatever still waits for its connection', async () => {
    let abandoned: Promise<PromiseSettledResult<unknown>[]> | undefined;
    const failing = lock.runIfFree('failing', async () => {
      const [first, ...others] = [0, 1, 0].map((seconds) =>
        sql`select pg_sleep(${seconds})`.execute(database.sql),
      );
      abandoned = Promise.allSettled(others);
      await first;
      throw new Error('no time');
    });
    await expect(failing).rejects.toThrow('no time');
    expect(await abandoned).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  });

  it('is held until all that the job has asked has its answer, also what the job did not wait for', async () => {
    let asked: Promise<unknown[]> | undefined;
    await lock.runIfFree('one', async () => {
      const [first, ...others] = [1, 2, 3].map((one) => sql`select ${one}::int one`.execute(database.sql));
      asked = Promise.all(others);
      await first;
    });
    expect(await asked).toMatchObject([{ rows: [{ one: 2 }] }, { rows: [{ one: 3 }] }]);
  });

  it('is held on a connection that calls do not share, and that bounds its statements', async () => {
    const session = sql<{ pid: number; limit: string }>`
      select pg_backend_pid() pid, current_setting('statement_timeout') "limit"`;
    const [outside] = (await session.execute(database.sql)).rows;
    await lock.runIfFree('one', async () => {
      const [inside] = (await session.execute(database.sql)).rows;
      expect(inside?.limit).toBe('1min');
      await database.transaction(async () =>
        expect((await session.execute(database.sql)).rows).toEqual([inside]),
      );
      expect(inside?.pid).not.toBe(outside?.pid);
    });
    const isLeft = async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory'`.execute(database.sql);
      return rows.length > 0;
    };
    await until(async () => !(await isLeft()));
  });
});
