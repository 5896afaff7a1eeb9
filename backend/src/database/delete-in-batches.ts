import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.js';
import type { Tables } from './tables.js';

/** Rows per statement: few, so that others do not wait long for their locks. */
const batchRows = 500;

interface Expired {
  table: keyof Tables;
  where: RawBuilder<unknown>;
  /** Rows per statement; default: 500. */
  batch?: number;
}

/**
 * Deletes the matching rows in batches, until only locked ones are left.
 * @throws the signal's reason between two statements; what was deleted before stays deleted.
 */
export async function deleteInBatches(
  database: Database,
  signal: AbortSignal,
  { table, where, batch = batchRows }: Expired,
): Promise<void> {
  const rows = sql.table(table);
  for (let deleted = batch; deleted === batch; ) {
    signal.throwIfAborted();
    const some = sql`select ctid from ${rows} where ${where} limit ${batch} for update skip locked`;
    const { numAffectedRows } = await sql`delete from ${rows} where ctid = any(array(${some}))`.execute(
      database.sql,
    );
    deleted = Number(numAffectedRows);
  }
}
