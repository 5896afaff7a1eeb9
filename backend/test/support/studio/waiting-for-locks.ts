import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../src/database/tables.js';

/**
 * How many sessions of PostgreSQL wait for a lock. Ask outside of a transaction: inside one, it repeats its first
 * response.
 */
export async function waitingForLocks(tables: Kysely<Tables>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(tables);
  return rows.length;
}
