import { EntityManager } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool, type PoolClient } from 'pg';
import type { Database } from './database.js';
import { type DatabaseLocation, jobLimits, unlimitedParameters } from './database-options.js';
import type { Tables } from './tables.js';

/** The first key of each job's advisory lock, used by no other program here; the second is a hash of its name. */
const jobs = 7_201_722;

/**
 * Runs jobs, each on its own connection, which holds the job's lock among all processes. So jobs neither wait for each
 * other nor take connections from calls, and a lock ends with its holder. The embedded database has one process and one
 * connection, and needs no lock.
 */
export class JobLock {
  constructor(
    private readonly em: EntityManager,
    private readonly database: Database,
    private readonly location: DatabaseLocation,
  ) {}

  /**
   * Runs `work` unless another process runs this job. Inside of `work` the database uses the job's connection, which is
   * closed if `work` fails. @returns whether it was run.
   */
  async runIfFree(job: string, work: () => Promise<void>): Promise<boolean> {
    if (!('url' in this.location)) {
      await work();
      return true;
    }
    const { options } = await this.em.getConnection().getNativeClient();
    const pool = new Pool({ ...options, ...jobLimits, min: 0, max: 1, idleTimeoutMillis: 0 });
    const connections: PoolClient[] = [];
    pool.on('connect', (client) => {
      connections.push(client);
      client.on('error', () => undefined);
    });
    // The running query rejects by itself if the connection is lost.
    pool.on('error', () => undefined);
    const { promise: failed, reject: fail } = Promise.withResolvers<never>();
    failed.catch(() => undefined);
    try {
      const isRun = await this.#locked(pool, failed, job, work);
      // Answers queries that the work did not wait for: `pool.end` would leave them waiting forever.
      while (pool.waitingCount > 0) await pool.query('select 1');
      await pool.end();
      return isRun;
    } catch (error) {
      // Rejects queries that still wait for the connection.
      fail(error);
      for (const client of connections) client.connection.stream.destroy();
      void pool.end();
      throw error;
    }
  }

  /**
   * `runIfFree` for those who try again until the job is done: while another process runs it, a try is one statement on a
   * connection of calls, and opens none.
   */
  async retryIfFree(job: string, work: () => Promise<void>): Promise<boolean> {
    return !(await this.#isHeld(job)) && this.runIfFree(job, work);
  }

  async #isHeld(job: string): Promise<boolean> {
    if (!('url' in this.location)) return false;
    const { rows } = await sql`
      select from pg_locks
      where locktype = 'advisory' and classid = ${jobs} and objid = hashtext(${job})::oid
        and database = (select oid from pg_database where datname = current_database())`.execute(
      this.database.sql,
    );
    return rows.length > 0;
  }

  async #locked(
    pool: Pool,
    failed: Promise<never>,
    job: string,
    work: () => Promise<void>,
  ): Promise<boolean> {
    const { rows } = await pool.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) held',
      [jobs, job],
    );
    if (!rows[0]?.held) return false;
    const connect = () => Promise.race([pool.connect(), failed]);
    const dialect = new PostgresDialect({ pool: { options: {}, connect, end: () => pool.end() } });
    const connection = new Kysely<Tables>({ dialect });
    await this.database.runOn(connection, work);
    return true;
  }
}

/** The keys of the locks below, which no other program on this database uses. */
const migrations = 7_201_721;
const schema = 7_201_723;

/**
 * Runs the start of a studio while no other process on this PostgreSQL starts; calls `waiting` before it waits for one.
 * The lock is on its own connection and ends with its holder. The embedded database has one process, and needs no lock.
 */
export function withMigrationLock<T>(
  location: DatabaseLocation,
  waiting: () => void,
  work: () => Promise<T>,
): Promise<T> {
  return withLock({ location, key: migrations, suffix: '' }, waiting, work);
}

/**
 * Changes the schema while no backup reads all tables. A change that waited in PostgreSQL for a backup to end would keep
 * everybody else waiting behind it.
 */
export function withSchemaLock<T>(
  location: DatabaseLocation,
  waiting: () => void,
  work: () => Promise<T>,
): Promise<T> {
  return withLock({ location, key: schema, suffix: '' }, waiting, work);
}

/** Reads all tables while nobody changes the schema; several may read at a time. */
export function withUnchangedSchema<T>(
  location: DatabaseLocation,
  waiting: () => void,
  work: () => Promise<T>,
): Promise<T> {
  return withLock({ location, key: schema, suffix: '_shared' }, waiting, work);
}

interface Lock {
  location: DatabaseLocation;
  key: number;
  suffix: '' | '_shared';
}

async function withLock<T>(
  { location, key, suffix }: Lock,
  waiting: () => void,
  work: () => Promise<T>,
): Promise<T> {
  if (!('url' in location)) return work();
  const client = new Client({
    connectionString: location.url,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    ...unlimitedParameters,
  });
  // The running query rejects by itself if the connection is lost.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const trying = `select pg_try_advisory_lock${suffix}($1) held`;
    const { rows } = await client.query<{ held: boolean }>(trying, [key]);
    if (!rows[0]?.held) {
      waiting();
      await client.query(`select pg_advisory_lock${suffix}($1)`, [key]);
    }
    return await work();
  } finally {
    await client.end();
  }
}
