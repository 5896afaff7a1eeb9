import { raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** Times by the database's clock, which every replica shares: their own may be an hour apart. */
export function now() {
  return sql<Date>`now()`;
}

/** The moment of the statement itself, for what has waited for a lock: `now()` is when its transaction began. */
export function thisMoment() {
  return sql<Date>`clock_timestamp()`;
}

/** So many milliseconds ago. */
export function ago(ms: number) {
  return sql<Date>`now() - ${ms}::float8 * interval '1 millisecond'`;
}

/** In so many milliseconds. */
export function fromNow(ms: number) {
  return sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;
}

/** The same for the entity manager. Each value is for one place. */
export const entityClock = {
  now: () => raw<Date>('now()'),
  ago: (ms: number) => raw<Date>(`now() - ?::float8 * interval '1 millisecond'`, [ms]),
  fromNow: (ms: number) => raw<Date>(`now() + ?::float8 * interval '1 millisecond'`, [ms]),
};
