import { EntityManager } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, type PoolClient } from 'pg';
import type { Database } from './database.js';
import { type DatabaseLocation, jobLimits } from './database-options.js';
import type { Tables } from './tables.js';

/** The first half of each job's advisory lock; the second is a hash of its name. No other program here uses it. */
const jobs = 7_201_722;

/**
 * Runs jobs in the background, each on a connection of its own that holds the job's lock among all processes. So jobs
 * neither wait for each other nor take connections from calls, and a lock goes with its holder, however that ends. The
 * embedded database has this process and one connection alone.
 */
export class JobLock {
  constructor(
    private readonly em: EntityManager,
    private readonly database: Database,
    private readonly location: DatabaseLocation,
  ) {}

  /**
   * Runs `work` unless another process does; every `sql` of the database inside it is on the job's connection, which is
   * cut where `work` fails. @returns whether it was run.
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
    // What is being done hears by itself that its connection is gone.
    pool.on('error', () => undefined);
    try {
      const isRun = await this.#locked(pool, job, work);
      await pool.end();
      return isRun;
    } catch (error) {
      // Whoever still waits for it, waits no longer.
      for (const client of connections) client.connection.stream.destroy();
      void pool.end();
      throw error;
    }
  }

  async #locked(pool: Pool, job: string, work: () => Promise<void>): Promise<boolean> {
    const { rows } = await pool.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) held',
      [jobs, job],
    );
    if (!rows[0]?.held) return false;
    const connection = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    await this.database.runOn(connection, work);
    return true;
  }
}

/** Any number that no other program on this database uses. */
const key = 7_201_721;

/**
 * Runs `work` while no other process on this PostgreSQL does; `waiting` is called before the wait for one that does. The
 * lock is on a connection of its own: it goes with its holder, however that ends. The embedded database has this process
 * alone, and nothing to wait for.
 */
export async function withMigrationLock<T>(
  location: DatabaseLocation,
  waiting: () => void,
  work: () => Promise<T>,
): Promise<T> {
  if (!('url' in location)) return work();
  const client = new Client({
    connectionString: location.url,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // What is being done hears by itself that its database is gone.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) held', [key]);
    if (!rows[0]?.held) {
      waiting();
      await client.query('select pg_advisory_lock($1)', [key]);
    }
    return await work();
  } finally {
    await client.end();
  }
}
