import { Client } from 'pg';
import type { DatabaseLocation } from './database-options.js';

/** What is done by one process at a time. The numbers are any that no other program on this database uses. */
const keys = { migration: 7_201_721, housekeeping: 7_201_722 };
type Work = keyof typeof keys;

/**
 * Locks among all processes on one PostgreSQL, each on a connection of its own: it goes with its holder, however that
 * ends. The embedded database has this process alone, and nothing to wait for.
 */
export class AdvisoryLock {
  constructor(private readonly location: DatabaseLocation) {}

  /** Runs `work` under the lock; `waiting` is called before the wait for somebody else who holds it. */
  async hold<T>(name: Work, waiting: () => void, work: () => Promise<T>): Promise<T> {
    return this.#locked(async (client) => {
      if (client && !(await tryLock(client, name))) {
        waiting();
        await client.query('select pg_advisory_lock($1)', [keys[name]]);
      }
      return work();
    });
  }

  /** Runs `work` unless somebody else holds the lock, and so does it already. */
  async ifFree(name: Work, work: () => Promise<unknown>): Promise<void> {
    await this.#locked(async (client) => {
      if (!client || (await tryLock(client, name))) await work();
    });
  }

  async #locked<T>(work: (client: Client | null) => Promise<T>): Promise<T> {
    if (!('url' in this.location)) return work(null);
    const client = new Client({
      connectionString: this.location.url,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    // What is being done hears by itself that its database is gone.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}

async function tryLock(client: Client, name: Work): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) held', [
    keys[name],
  ]);
  return rows[0]?.held === true;
}
