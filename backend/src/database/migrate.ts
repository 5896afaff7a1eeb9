import type { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import type { DatabaseLocation } from './database-options.js';

/** Any number that no other program on this database uses for its locks. */
const lockKey = 7_201_721;

/**
 * Brings the schema up to date, then runs `firstStart` in one transaction. On PostgreSQL an advisory lock is held
 * meanwhile: of several replicas that start at once, one does it and the others wait and find it done.
 */
export async function migrate(
  orm: MikroORM,
  location: DatabaseLocation,
  firstStart: () => Promise<void>,
): Promise<void> {
  const unlock = await lock(location);
  try {
    await orm.migrator.up();
    await orm.em.transactional(firstStart);
  } finally {
    await unlock();
  }
}

/** On a connection of its own, because the migrator uses several. The embedded database has this process alone. */
async function lock(location: DatabaseLocation): Promise<() => Promise<void>> {
  if (!('url' in location)) return async () => {};
  const client = new Client({ connectionString: location.url });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [lockKey]);
  return () => client.end();
}
