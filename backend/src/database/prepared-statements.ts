import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { Tables } from './tables.js';

const preparedMarker = ' /* prepared */';

/** Stands for a value while a statement is built. */
class Placeholder {
  constructor(readonly index: number) {}
}

/** Builds a statement for these values. It may only pass them on to the query builder, because they are placeholders. */
type Build<Values extends readonly unknown[], Row> = (
  sql: Kysely<Tables>,
  ...values: Values
) => { compile(): CompiledQuery<Row> };

/** Runs a statement with these values. */
type Run<Values extends readonly unknown[], Row> = (sql: Kysely<Tables>, ...values: Values) => Promise<Row[]>;

/**
 * A statement that is built once, and that PostgreSQL plans once for each connection: for a save, building takes a
 * tenth of the time in the studio, and planning half of the time in the database. The statement must name the columns
 * of its result: `*` fails as soon as a newer replica has added a column.
 */
export function prepared<Values extends readonly unknown[], Row>(
  build: Build<Values, Row>,
): Run<Values, Row> {
  return builtOnce((sql, ...values: Values) => ({
    compile: () => withMarker(build(sql, ...values).compile()),
  }));
}

/** A statement that is built once, and that PostgreSQL plans for each call, because its best plan depends on the values. */
export function builtOnce<Values extends readonly unknown[], Row>(
  build: Build<Values, Row>,
): Run<Values, Row> {
  let built: CompiledQuery<Row> | undefined;
  return async (sql, ...values) => {
    built ??= build(sql, ...placeholdersFor(values)).compile();
    const parameters = built.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.index] : parameter,
    );
    const { rows } = await sql.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}

function placeholdersFor<Values extends readonly unknown[]>(values: Values): Values {
  return values.map((_, index) => new Placeholder(index)) as unknown as Values;
}

function withMarker<Row>(statement: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...statement, sql: statement.sql + preparedMarker };
}

/** Names the prepared statements of a pool's connections, so that the server keeps their plans. */
export function namePreparedStatements(pool: Pool): void {
  pool.on('connect', (client: ClientBase) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const queryByName = (...[text, values, ...rest]: unknown[]) =>
      typeof text === 'string' && text.endsWith(preparedMarker)
        ? query({ name: nameOf(text), text, values }, ...rest)
        : query(text, values, ...rest);
    client.query = queryByName as ClientBase['query'];
  });
}

const names = new Map<string, string>();

/** The name for a text. The map has one entry for each variant of a prepared statement. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
