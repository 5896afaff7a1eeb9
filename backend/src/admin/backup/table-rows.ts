import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { entities, type Tables } from '../../database/tables.js';
import { CommandError } from '../command.js';

/**
 * Whoever was signed in signs in again after a restore, or a session that was ended meanwhile would live again.
 * Uploads under way have no bytes yet, and a storage is looked through again for what no row knows. Totals, tags and what a search looks at the database keeps by itself, as rows come;
 * pictures of projects come from their owners' studios again.
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
/** Rows beyond this are read one by one: as JSON one can have 19 MB, as control characters take six bytes each. */
const smallRowBytes = 16_384;
const smallRowsAtOnce = 200;
const charactersAtOnce = 2_000_000;

/** What is dumped and put back: in this order no row comes before the one that it refers to. */
export const backedUpTables = entities
  .map(({ meta }) => meta.tableName)
  .filter((name) => !leftOut.includes(name));

const fileOf = (folder: string, table: string) => join(folder, 'tables', `${table}.jsonl.gz`);

/** Writes a table's rows, one line of JSON each. In a transaction, which is its snapshot. @returns their number. */
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
    // Behind `offset 0` each row becomes JSON once.
    await sql`declare dumped no scroll cursor for
      select place, case when octet_length(line) <= ${sql.lit(smallRowBytes)} then line end as line
      from (select row.ctid as place, row_to_json(row)::text as line from ${sql.table(table)} row ${kept} offset 0) dump
    `.execute(transaction);
    while (true) {
      const fetch = sql<DumpedRow>`fetch ${sql.lit(smallRowsAtOnce)} from dumped`;
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
    createWriteStream(fileOf(folder, table), { flags: 'wx', flush: true }),
  );
  return count;
}

/** `line` is null where it is large. */
interface DumpedRow {
  place: string;
  line: string | null;
}

/** A row stays in its place for as long as the snapshot is looked at. */
async function readLarge(transaction: Kysely<Tables>, table: string, place: string): Promise<string> {
  const row = sql<{ line: string }>`select row_to_json(row)::text as line from ${sql.table(table)} row
    where ctid = ${place}::tid`;
  const { rows } = await row.execute(transaction);
  if (!rows[0]) throw new CommandError(`${table} has lost the row at ${place} while it was read.`);
  return rows[0].line;
}

/** Puts a table's rows back. @throws CommandError where they are not as many as the manifest says. */
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
    // In brackets there: here they would be one more copy of a large row.
    await sql`insert into ${name}
      select * from json_populate_recordset(null::${name}, ('[' || ${batch.join()}::text || ']')::json)`.execute(
      transaction,
    );
    count += batch.length;
    size = 0;
    batch.length = 0;
    progress(`${table}: ${count} of ${expected} rows`);
  };
  for await (const line of readLines(folder, table)) {
    batch.push(line);
    size += line.length;
    if (size > charactersAtOnce) await insert();
  }
  await insert();
  if (count !== expected)
    throw new CommandError(`The backup has ${count} of ${expected} rows of ${table}. It is damaged.`);
}

/** By hand: Node's readline takes other characters than a line feed for the end of a line too. */
export async function* readLines(folder: string, table: string): AsyncGenerator<string> {
  const file = createReadStream(fileOf(folder, table));
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  // Chunks are no strings yet: a large line is in the heap once, not in pieces as well.
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
