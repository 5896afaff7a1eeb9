import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { Client } from 'pg';
import { openUpload } from '../../test/support/requests/open-upload.js';
import { type Person, startTestStudio, type TestStudio } from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';
import { UploadsService } from '../features/assets/uploads/uploads.service.js';
import { Database } from './database.js';
import type { DatabaseLocation } from './database-options.js';

const describeOnPostgres = process.env['DATABASE_URL'] ? describe : describe.skip;

/** A studio on PostgreSQL with these limits in its address, and a second connection to its database. */
async function startLimitedStudio(limits: string) {
  let address = '';
  const reach = async (location: DatabaseLocation) => {
    if ('url' in location) address = location.url;
    return { url: `${address}${limits}` };
  };
  // Behind a trusted proxy, so that a test can use any network.
  const studio = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' }, reach);
  const other = new Client({ connectionString: address });
  await other.connect();
  const stop = async () => {
    await other.end();
    await studio.stop();
  };
  return { studio, other, database: studio.studio.app.get(Database), stop };
}

/** Runs `work` while another connection holds the lock that the statement `lock` takes. */
async function whileLocked(other: Client, lock: string, work: () => Promise<void>): Promise<void> {
  await other.query('begin');
  try {
    await other.query(lock);
    await work();
  } finally {
    await other.query('rollback');
  }
}

const lockOfAccount = ({ user }: Person) => `select from users where id = '${user.id}' for no key update`;
const lockOfUsage = ({ user }: Person) =>
  `select from account_usage where user_id = '${user.id}' for no key update`;
const lockOfProject = (id: string) => `select from projects where id = '${id}' for no key update`;

/** How many connections of the studio wait for a lock. */
async function waitingForLocks(other: Client): Promise<number> {
  const { rows } = await other.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
}

const busy = {
  code: 'service_unavailable',
  message: 'The server is busy and could not do this. Please try again in a moment.',
};

describeOnPostgres('work in PostgreSQL', () => {
  let limited: Awaited<ReturnType<typeof startLimitedStudio>>;
  let studio: TestStudio;
  let person: Person;
  beforeAll(async () => {
    limited = await startLimitedStudio('');
    studio = limited.studio;
    person = await studio.person();
  });
  afterAll(() => limited.stop());

  it('compiles no statement', async () => {
    const { rows } = await sql`select current_setting('jit') jit`.execute(limited.database.sql);
    expect(rows).toEqual([{ jit: 'off' }]);
  });

  it('H77: has limits of the server’s own, below the client’s', async () => {
    const { rows } = await sql`select current_setting('statement_timeout') statement,
      current_setting('lock_timeout') lock,
      current_setting('idle_in_transaction_session_timeout') idle`.execute(limited.database.sql);
    expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '5s' }]);
  });

  it('H77: waits up to 2 s for a lock that another holds, while others are served', async () => {
    const [held, free] = [await studio.project(person, { html: 'kept' }), await studio.project(person)];
    const save = (id: string) => studio.call('put', `/projects/${id}`, person).send({ html: 'new' });
    await whileLocked(limited.other, `select from projects where id = '${held.id}' for update`, async () => {
      const waiting = save(held.id).then((response) => response);
      await save(free.id).expect(200);
      const { status, body, headers } = await waiting;
      expect({ status, body }).toMatchObject({ status: 503, body: busy });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });
    const { body } = await studio.call('get', `/projects/${held.id}`, person).expect(200);
    expect(body).toMatchObject({ html: 'kept', version: 1 });
    await save(held.id).expect(200);
  });

  it('H49, H77: takes one connection for all uploads that wait for one account, and others are served', async () => {
    const [uploader, other] = [await studio.person(), await studio.person()];
    const underWay = () => studio.studio.app.get(UploadsService).underWay;
    await whileLocked(limited.other, lockOfAccount(uploader), async () => {
      const uploads = Array.from({ length: 40 }, () => openUpload(studio, uploader));
      let answered = 0;
      for (const { response } of uploads) void response.then(() => answered++).catch(() => undefined);
      await until(async () => {
        expect(await waitingForLocks(limited.other)).toBeLessThanOrEqual(1);
        return underWay() + answered === uploads.length;
      });
      await studio.call('get', '/auth/me', other).expect(200);
      // Aborted uploads stop waiting, except the one that waits in the database.
      for (const { call } of uploads) call.destroy();
      await until(() => underWay() <= 1);
    });
    await until(() => underWay() === 0);
    expect(await limited.database.sql.selectFrom('asset_uploads').selectAll().execute()).toEqual([]);
  });

  it('H77: takes one connection for all that locks one project, or one account', async () => {
    const [owner, other] = [await studio.person(), await studio.person()];
    const { id } = await studio.project(owner, { isPublic: true });
    const crowd = await Promise.all(Array.from({ length: 20 }, () => studio.person()));
    const own = await Promise.all(crowd.map(() => studio.project(owner)));
    const picture = { version: 1, picture: Buffer.from('none').toString('base64') };
    const report = { reason: 'spam' };
    type Ask = (nth: number) => PromiseLike<unknown>;
    const asks: [lock: string, ask: Ask][] = [
      [lockOfProject(id), () => studio.call('put', `/projects/${id}/like`, other)],
      [lockOfProject(id), () => studio.call('put', `/projects/${id}`, owner).send({ html: 'new' })],
      [lockOfProject(id), () => studio.call('put', `/projects/${id}/picture`, owner).send(picture)],
      [lockOfProject(id), (nth) => studio.call('post', `/projects/${id}/fork`, crowd[nth])],
      [lockOfProject(id), (nth) => studio.call('post', `/projects/${id}/report`, crowd[nth]).send(report)],
      [lockOfAccount(other), () => studio.call('post', `/projects/${id}/fork`, other)],
      [
        lockOfUsage(owner),
        (nth) => studio.call('put', `/projects/${own[nth]?.id}`, owner).send({ html: 'new' }),
      ],
    ];
    for (const [lock, ask] of asks) {
      let responses: Promise<unknown> | undefined;
      await whileLocked(limited.other, lock, async () => {
        responses = Promise.all(crowd.map((_, nth) => ask(nth)));
        await until(async () => (await waitingForLocks(limited.other)) > 0);
        for (let i = 0; i < 5; i++) {
          await studio.call('get', '/auth/me', person).expect(200);
          expect(await waitingForLocks(limited.other)).toBeLessThanOrEqual(1);
        }
      });
      await responses;
    }
  });

  it('H77: an owner’s save waits for one of a stranger’s many calls, not for all', async () => {
    const [owner, stranger] = [await studio.person(), await studio.person()];
    const { id } = await studio.project(owner, { isPublic: true });
    const calls = [
      () => studio.call('post', `/projects/${id}/like`, stranger),
      () => studio.call('delete', `/projects/${id}`, stranger),
      () => studio.call('delete', `/projects/${id}/links`, stranger),
    ];
    const answered: string[] = [];
    let responses: Promise<unknown> | undefined;
    await whileLocked(limited.other, lockOfProject(id), async () => {
      const burst = Array.from({ length: 10 }, () => calls.map((call) => call())).flat();
      const theirs = burst.map((call) => call.then(() => answered.push('stranger')));
      await until(async () => (await waitingForLocks(limited.other)) > 0);
      // What was sent before these has reached its queue.
      for (let i = 0; i < 5; i++) await studio.call('get', '/auth/me', stranger).expect(200);
      const save = studio.call('put', `/projects/${id}`, owner).send({ html: 'new' }).expect(200);
      const own = save.then(() => answered.push('owner'));
      for (let i = 0; i < 5; i++) await studio.call('get', '/auth/me', owner).expect(200);
      responses = Promise.all([...theirs, own]);
    });
    await responses;
    expect(answered.slice(0, 4)).toContain('owner');
  });

  it('H75, H77: takes two connections for all searches of one network, and others are served', async () => {
    const search = (nth: number) => studio.call('get', `/projects/public?search=none${nth}`);
    let responses: Promise<unknown> | undefined;
    await whileLocked(limited.other, 'lock table project_texts in access exclusive mode', async () => {
      responses = Promise.all(Array.from({ length: 40 }, (_, nth) => search(nth)));
      await until(async () => (await waitingForLocks(limited.other)) > 0);
      for (let i = 0; i < 5; i++) {
        await studio.call('get', '/auth/me', person).expect(200);
        await studio
          .call('get', `/projects?page=${i + 1}`, person)
          .set('x-forwarded-for', '10.0.0.1')
          .expect(200);
        expect(await waitingForLocks(limited.other)).toBeLessThanOrEqual(2);
      }
    });
    await responses;
  });

  it('H77: is done once more after a deadlock, and then succeeds', async () => {
    const { database } = limited;
    const [one, two] = [await studio.project(person), await studio.project(person)];
    const bothHoldOne = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let attempts = 0;
    const count = (id: string) =>
      sql`update projects set views = views + 1 where id = ${id}`.execute(database.sql);
    const countBoth = (first: string, second: string, own: number) =>
      database.transaction(async () => {
        attempts += 1;
        await count(first);
        bothHoldOne[own]?.resolve();
        await bothHoldOne[1 - own]?.promise;
        await count(second);
      });
    await Promise.all([countBoth(one.id, two.id, 0), countBoth(two.id, one.id, 1)]);
    expect(attempts).toBe(3);
    for (const { id } of [one, two]) {
      const { body } = await studio.call('get', `/projects/${id}`, person).expect(200);
      expect(body.views).toBe(2);
    }
  });
});

describeOnPostgres('work in PostgreSQL that takes too long', () => {
  let limited: Awaited<ReturnType<typeof startLimitedStudio>>;
  beforeAll(async () => {
    limited = await startLimitedStudio(
      '?statement_timeout=1500&lock_timeout=0&idle_in_transaction_session_timeout=1500',
    );
  });
  afterAll(() => limited.stop());

  it('H77: is ended by the server too: its caller gets 503, others are served', async () => {
    const { studio, other } = limited;
    const person = await studio.person();
    await whileLocked(other, 'lock table projects in access exclusive mode', async () => {
      const { status, body } = await studio.call('get', '/projects', person);
      expect({ status, body }).toMatchObject({ status: 503, body: busy });
      await studio.call('get', '/auth/me', person).expect(200);
      const { rows } = await other.query(
        `select from pg_stat_activity where state = 'active' and datname = current_database() and pid <> pg_backend_pid()`,
      );
      expect(rows).toEqual([]);
    });
    await studio.call('get', '/projects', person).expect(200);
  });

  it('H77: holds no lock while it does nothing', async () => {
    const { studio, other, database } = limited;
    const person = await studio.person();
    const { id } = await studio.project(person);
    const lock = `select from projects where id = '${id}' for update`;
    const idle = database.transaction(async () => {
      await sql.raw(lock).execute(database.sql);
      // Waits until the server has ended this transaction.
      await other.query(lock);
      await sql`select 1`.execute(database.sql);
    });
    await expect(idle).rejects.toThrow();
    await studio.call('put', `/projects/${id}`, person).send({ html: 'new' }).expect(200);
  });
});

it('a transaction runs at most twice, and again only after a conflict with another one', async () => {
  const studio = await startTestStudio();
  const database = studio.studio.app.get(Database);
  const failing = (code: string, times: number) => {
    let attempts = 0;
    return database.transaction(async () => {
      attempts += 1;
      if (attempts <= times) throw Object.assign(new Error(`${attempts} of ${code}`), { code });
      return attempts;
    });
  };
  expect(await failing('40001', 1)).toBe(2);
  expect(await failing('40P01', 1)).toBe(2);
  await expect(failing('40001', 3)).rejects.toThrow('2 of 40001');
  await expect(failing('23505', 3)).rejects.toThrow('1 of 23505');
  await studio.stop();
});
