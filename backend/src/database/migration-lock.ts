import { Client } from 'pg';
import type { DatabaseLocation } from './database-options.js';

/** Any number that no other program on this database uses. */
const key = 7_201_721;

/**
 * Runs `work` while no other process on this PostgreSQL does; `waiting` is called before the wait for one that does. The
 * lock is on a connection of its own: it goes with its holder, however that ends. The embedded database has this process
 * alone, and nothing to wait for.
 */
export async function underMigrationLock<T>(
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
