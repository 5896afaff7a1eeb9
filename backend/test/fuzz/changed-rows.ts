import { type Kysely, sql } from 'kysely';

/** The committed changes of all tables, recorded by triggers. */
export interface ChangedRows {
  /**
   * Every row that was changed since the last call, like `update projects: title, version`. Rows that were inserted and
   * deleted meanwhile are left out. So are views, which are counted some time later.
   */
  take(): Promise<string[]>;
}

interface Change {
  operation: string;
  table: string;
  row: string;
  columns: string;
}

/** Adds a trigger to every table of a database. An update without a difference does not count as a change. */
export async function watchRows<Tables>(database: Kysely<Tables>): Promise<ChangedRows> {
  await sql`create schema fuzz`.execute(database);
  await sql`create table fuzz.changes (number bigserial, operation text, "table" text, row text, columns text)`.execute(
    database,
  );
  await sql`
    create function fuzz.note() returns trigger language plpgsql as $$
    declare
      columns text;
      one jsonb = to_jsonb(coalesce(new, old));
    begin
      select string_agg(key, ', ' order by key) into columns
      from jsonb_each(one) full join jsonb_each(to_jsonb(old)) as was using (key)
      where tg_op <> 'UPDATE' or jsonb_each.value is distinct from was.value;
      if columns is not null then
        insert into fuzz.changes (operation, "table", row, columns)
        values (lower(tg_op), tg_table_name, md5(one::text), columns);
      end if;
      return null;
    end $$`.execute(database);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(database);
  for (const { name } of rows)
    await sql`
      create trigger fuzz_note after insert or update or delete on ${sql.table(name)}
      for each row execute function fuzz.note()`.execute(database);
  return {
    async take() {
      const taken = await sql<Change>`
        with taken as (delete from fuzz.changes returning *)
        select operation, "table", row, columns from taken order by number`.execute(database);
      return withoutPassing(taken.rows)
        .map(({ operation, table, columns }) => `${operation} ${table}: ${columns}`)
        .filter((change) => !/project_views:|^update (projects|project_tags): views$/.test(change));
    },
  };
}

function withoutPassing(changes: readonly Change[]): Change[] {
  const left: Change[] = [];
  for (const change of changes) {
    const begun = left.findIndex(({ operation, row }) => operation === 'insert' && row === change.row);
    if (change.operation === 'delete' && begun >= 0) left.splice(begun, 1);
    else left.push(change);
  }
  return left;
}
