import { raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** The time by the database's clock, because the clocks of replicas may differ. */
export function now() {
  return sql<Date>`now()`;
}

/** The time of the statement, which may have waited for a lock; `now()` is the start of its transaction. */
export function thisMoment() {
  return sql<Date>`clock_timestamp()`;
}

/** The time `ms` milliseconds ago. */
export function ago(ms: number) {
  return sql<Date>`now() - ${ms}::float8 * interval '1 millisecond'`;
}

/** The time in `ms` milliseconds. */
export function fromNow(ms: number) {
  return sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;
}

/** The same times for the entity manager. Each returned value can be used only once. */
export const entityClock = {
  now: () => raw<Date>('now()'),
  ago: (ms: number) => raw<Date>(`now() - ?::float8 * interval '1 millisecond'`, [ms]),
  fromNow: (ms: number) => raw<Date>(`now() + ?::float8 * interval '1 millisecond'`, [ms]),
};
