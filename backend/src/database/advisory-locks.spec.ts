import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { DatabaseProxy } from '../../test/support/faults/database-proxy.js';
import { freshDatabase, runOn } from '../../test/support/studio/fresh-database.js';
import { startTestStudio, type TestStudio } from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';
import { JobLock, withMigrationLock, withSchemaLock, withUnchangedSchema } from './advisory-locks.js';
import { Database } from './database.js';
import { migrate } from './migrate.js';

const url = process.env['DATABASE_URL'];
const describeOnPostgres = url ? describe : describe.skip;

describeOnPostgres('the lock of migrations', () => {
  const location = { url: url ?? '' };

  it('lets one process work at a time, and calls `waiting` before it waits', async () => {
    const events: string[] = [];
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    const first = withMigrationLock(
      location,
      () => events.push('first waits'),
      async () => {
        events.push('first works');
        const { promise: waits, resolve: waiting } = Promise.withResolvers<void>();
        const second = withMigrationLock(location, waiting, async () => void events.push('second works'));
        await waits;
        events.push('second waits');
        resolve();
        return { second };
      },
    );
    await finish;
    await (await first).second;
    expect(events).toEqual(['first works', 'second waits', 'second works']);
  });

  it('is waited for, and migrations run, for as long as it takes, also where the database limits statements', async () => {
    const database = await freshDatabase(location.url);
    const limited = { url: database.url, withoutTimeouts: true };
    await runOn(location.url, `alter database ${database.name} set statement_timeout = 1`);
    try {
      const { promise: waits, resolve: waiting } = Promise.withResolvers<void>();
      const { ended } = await withMigrationLock(limited, waiting, async () => {
        const second = withMigrationLock(limited, waiting, () => migrate(limited));
        const waited = Promise.allSettled([second]);
        await waits;
        // Longer than the limit.
        await runOn(location.url, 'select pg_sleep(0.1)');
        return { ended: waited };
      });
      expect(await ended).toEqual([{ status: 'fulfilled', value: undefined }]);
    } finally {
      await database.drop();
    }
  });
});

describeOnPostgres('the lock of the schema', () => {
  const location = { url: url ?? '' };
  const refuse = () => expect('waited').toBe('did not wait');

  it('is shared by backups, and a change of the schema waits for them', async () => {
    const events: string[] = [];
    const { promise: changeWaits, resolve: waiting } = Promise.withResolvers<void>();
    const change = await withUnchangedSchema(location, refuse, () =>
      withUnchangedSchema(location, refuse, async () => {
        const changed = withSchemaLock(location, waiting, async () => void events.push('changed'));
        await changeWaits;
        events.push('read');
        return { changed };
      }),
    );
    await change.changed;
    expect(events).toEqual(['read', 'changed']);
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
  const line = new DatabaseProxy();
  beforeAll(async () => {
    studio = await startTestStudio({}, line.reach);
    lock = studio.studio.app.get(JobLock);
    database = studio.studio.app.get(Database);
  });
  afterAll(async () => {
    await studio.stop();
    await line.remove();
  });

  /** PostgreSQL frees a lock a moment after its connection was closed. */
  const untilRun = (job: string, work: () => Promise<void>) => until(() => lock.runIfFree(job, work));

  it('opens no connection for those who try again and again while it is held', async () => {
    const done: string[] = [];
    const retry = () => lock.retryIfFree('one', async () => void done.push('after'));
    const tries = Array.from({ length: 20 });
    await lock.runIfFree('one', async () => {
      const before = line.opened;
      for (const _ of tries) expect(await retry()).toBe(false);
      // Others of the studio may open some.
      expect(line.opened - before).toBeLessThan(tries.length);
    });
    await until(retry);
    expect(done).toEqual(['after']);
  });

  it('excludes others from the same job while it runs, and from no other job', async () => {
    const done: string[] = [];
    const work = (name: string) => async () => void done.push(name);
    await lock.runIfFree('one', async () => {
      expect(await lock.runIfFree('one', work('meanwhile'))).toBe(false);
      expect(await lock.runIfFree('two', work('another'))).toBe(true);
    });
    await untilRun('one', work('after'));
    expect(done).toEqual(['another', 'after']);
  });

  it('is free again after the job fails, even while queries wait for its connection', async () => {
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

  it('is held until all queries of the job are answered, including those that it did not wait for', async () => {
    let asked: Promise<unknown[]> | undefined;
    await untilRun('one', async () => {
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
    await untilRun('one', async () => {
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
