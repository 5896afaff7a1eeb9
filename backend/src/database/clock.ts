import { sql } from 'kysely';

/** Times by the database's clock, which every replica shares: their own may be an hour apart. */
export function now() {
  return sql<Date>`now()`;
}

/** So many milliseconds ago. */
export function ago(ms: number) {
  return sql<Date>`now() - ${ms}::float8 * interval '1 millisecond'`;
}

/** In so many milliseconds. */
export function fromNow(ms: number) {
  return sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;
}
