import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';

const mark = '/* prepared */';

/**
 * The end (`modifyEnd`) of a statement that PostgreSQL shall plan once for each connection: planning is half of what a
 * save costs it. The result must name its columns: one of `*` fails as soon as a newer replica has added a column.
 */
export const prepared = sql.raw(mark);

/** Gives the marked statements of a pool's connections names, by which the server keeps their plans. */
export function prepareMarked(pool: Pool): void {
  pool.on('connect', (client: ClientBase) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const queryByName = (...[text, values, ...rest]: unknown[]) =>
      typeof text === 'string' && text.endsWith(mark)
        ? query({ name: nameOf(text), text, values }, ...rest)
        : query(text, values, ...rest);
    client.query = queryByName as ClientBase['query'];
  });
}

const names = new Map<string, string>();

/** One for each text; there are as many texts as marked statements have variants. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
