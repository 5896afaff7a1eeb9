import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.js';
import type { Tables } from './tables.js';

/** So many rows are locked, and so much is written, before others have their turn. */
const batchRows = 500;

interface Doomed {
  table: keyof Tables;
  where: RawBuilder<unknown>;
  /** Rows of one statement, where another number than 500 is right. */
  batch?: number;
}

/**
 * Deletes what a condition says, some rows a statement, until nothing is left but what somebody has locked just now.
 * @throws the signal's reason, between two statements; what is deleted by then is.
 */
export async function deleteInBatches(
  database: Database,
  signal: AbortSignal,
  { table, where, batch = batchRows }: Doomed,
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
