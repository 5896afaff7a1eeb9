import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.js';

/** How many references between files one call follows, however many there are (ADR 63). */
const maxFollowed = 20_000;
/** How many files lead from the first to the last. */
const deepest = 10;

/**
 * The keys that these files name, and those that these name in turn. With kysely: unnests arrays.
 * @param files a query for the ids of assets
 */
export async function namedByFiles(database: Database, files: RawBuilder<unknown>): Promise<string[]> {
  const known = new Set<string>();
  let from = files;
  let left = maxFollowed;
  for (let depth = 0; depth < deepest && left > 0; depth += 1) {
    const { rows } = await sql<{ followed: number; found: string[] | null }>`
      select count(*)::int as followed, array_agg(distinct id) as found from (
        select unnest(o.named_assets) as id
        from assets a join stored_objects o on o.hash = a.object_hash
        where a.id in (${from})
        limit ${left}) named`.execute(database.sql);
    const [{ followed, found } = { followed: 0, found: null }] = rows;
    const fresh = (found ?? []).filter((id) => !known.has(id));
    if (fresh.length === 0) break;
    for (const id of fresh) known.add(id);
    left -= followed;
    from = sql`select unnest(${fresh}::text[])`;
  }
  return [...known];
}

/** The user's files that name this one, and those that name these. With kysely: unnests arrays. */
export async function filesNaming(database: Database, id: string, userId: string): Promise<Set<string>> {
  const { rows } = await sql<{ file: string; named: string }>`
    select a.id as file, unnest(o.named_assets) as named
    from assets a join stored_objects o on o.hash = a.object_hash
    where a.user_id = ${userId} and a.deleted_at is null
    limit ${maxFollowed}`.execute(database.sql);
  const byNamed = Map.groupBy(rows, ({ named }) => named);
  const naming = new Set<string>();
  // A set that grows is read to its end.
  for (const { file } of byNamed.get(id) ?? []) naming.add(file);
  for (const file of naming) for (const next of byNamed.get(file) ?? []) naming.add(next.file);
  return naming;
}
