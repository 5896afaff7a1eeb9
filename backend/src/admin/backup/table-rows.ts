import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type * as z from 'zod/mini';
import { isRefusedRow } from '../../common/errors/database-errors.js';
import { parseJson } from '../../common/parse-json.js';
import { entities, type Tables } from '../../database/tables.js';
import { CommandError } from '../command.js';
import { tableFile } from './manifest.js';

/**
 * Tables that are not backed up. A session that has ended since must not come back. Uploads in progress have no bytes
 * yet, and reconciliation finds files without a row again. Triggers recompute totals, tags and searched texts. Browsers
 * of the owners send the pictures of projects again.
 */
const leftOut = [
  'sessions',
  'asset_uploads',
  'orphaned_files',
  'project_totals',
  'account_usage',
  'project_pictures',
  'project_texts',
  'project_tags',
  'project_tag_totals',
];
/** Larger rows are read one by one: one can have 19 MB as JSON, which writes control characters with six bytes. */
const smallRowBytes = 16_384;
const smallRowsPerBatch = 200;
const charactersPerBatch = 2_000_000;

/** The tables of a backup, in an order in which each row comes after those that it refers to. */
export const backedUpTables = entities
  .map(({ meta }) => meta.tableName)
  .filter((name) => !leftOut.includes(name));

/** Writes a table's rows as lines of JSON, in the transaction that is the snapshot. @returns their number. */
export async function dumpTable(
  transaction: Kysely<Tables>,
  table: string,
  folder: string,
  progress: (line: string) => void,
): Promise<number> {
  let count = 0;
  async function* lines() {
    const kept =
      table === 'stored_objects' ? sql`where exists (select from assets where object_hash = hash)` : sql``;
    // With `offset 0` each row is turned into JSON only once.
    await sql`declare dumped no scroll cursor for
      select place, case when octet_length(line) <= ${sql.lit(smallRowBytes)} then line end as line
      from (select row.ctid as place, row_to_json(row)::text as line from ${sql.table(table)} row ${kept} offset 0) dump
    `.execute(transaction);
    while (true) {
      const fetch = sql<DumpedRow>`fetch ${sql.lit(smallRowsPerBatch)} from dumped`;
      const { rows } = await fetch.execute(transaction);
      if (rows.length === 0) break;
      for (const { place, line } of rows) yield `${line ?? (await readLarge(transaction, table, place))}\n`;
      count += rows.length;
      progress(`${table}: ${count} rows`);
    }
    await sql`close dumped`.execute(transaction);
  }
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    createWriteStream(tableFile(folder, table), { flags: 'wx', flush: true }),
  );
  return count;
}

/** `line` is null for a large row. */
interface DumpedRow {
  place: string;
  line: string | null;
}

/** Within the snapshot a row keeps its ctid. */
async function readLarge(transaction: Kysely<Tables>, table: string, place: string): Promise<string> {
  const row = sql<{ line: string }>`select row_to_json(row)::text as line from ${sql.table(table)} row
    where ctid = ${place}::tid`;
  const { rows } = await row.execute(transaction);
  if (!rows[0]) throw new CommandError(`${table} has lost the row at ${place} while it was read.`);
  return rows[0].line;
}

/**
 * Restores a table's rows.
 * @throws CommandError if the database refuses one, or their number is not that of the manifest.
 */
export async function loadTable(
  transaction: Kysely<Tables>,
  table: string,
  folder: string,
  expected: number,
  progress: (line: string) => void,
): Promise<void> {
  let [count, size] = [0, 0];
  const batch: string[] = [];
  const insert = async () => {
    const name = sql.table(table);
    // The database adds the brackets: here they would make another copy of a large row.
    const inserting = sql`insert into ${name}
      select * from json_populate_recordset(null::${name}, ('[' || ${batch.join()}::text || ']')::json)`;
    await inserting.execute(transaction).catch((error: unknown) => {
      throw isRefusedRow(error) ? damaged(table, (error as Error).message) : error;
    });
    count += batch.length;
    size = 0;
    batch.length = 0;
    progress(`${table}: ${count} of ${expected} rows`);
  };
  for await (const line of readLines(folder, table)) {
    batch.push(line);
    size += line.length;
    if (size > charactersPerBatch) await insert();
  }
  await insert();
  if (count !== expected)
    throw new CommandError(`The backup has ${count} of ${expected} rows of ${table}. It is damaged.`);
}

/** The rows of a table, with the columns that the schema names. @throws CommandError if a row does not match it. */
export async function* readRows<T>(
  folder: string,
  table: string,
  schema: z.ZodMiniType<T>,
): AsyncGenerator<T> {
  let number = 0;
  for await (const line of readLines(folder, table)) {
    number++;
    const { success, data } = schema.safeParse(parseJson(line));
    if (!success) throw damaged(table, `line ${number} is not a row`);
    yield data;
  }
}

async function* readLines(folder: string, table: string): AsyncGenerator<string> {
  try {
    yield* linesOf(tableFile(folder, table));
  } catch (error) {
    throw damaged(table, (error as Error).message);
  }
}

function damaged(table: string, why: string): CommandError {
  return new CommandError(
    `The backup is damaged: the rows of ${table} cannot be restored (${why}). Use another backup.`,
  );
}

/** Node's readline does not fit: it also ends lines at other characters than a line feed. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  // Chunks stay buffers, so that a large line is in the heap only once.
  const begun: Buffer[] = [];
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      begun.push(chunk.subarray(start, end));
      start = end + 1;
      yield Buffer.concat(begun.splice(0)).toString();
    }
    begun.push(chunk.subarray(start));
  }
}
