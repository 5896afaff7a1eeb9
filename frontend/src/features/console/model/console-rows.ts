import type { ConsoleEntry } from '@studio/contract/console';
import { isSameEntry, weightOf } from './entry-weight.ts';

/** An entry in the list; `key` counts up and is never reused. */
export interface ConsoleRow {
  key: number;
  /** The newest of equal entries in a row. */
  entry: ConsoleEntry;
  /** How many equal entries the row stands for. */
  count: number;
  /** `run`: the heading of a run. `problem`: a problem of the newest sources. */
  role?: 'run' | 'problem';
}

/** How many of the newest rows are kept, and their total size in UTF-16 units. */
export const kept = { rows: 5_000, text: 20_000_000 } as const;

/** Appends rows; equal ones that meet become one. */
export function joinAll(rows: readonly ConsoleRow[], next: readonly ConsoleRow[]): ConsoleRow[] {
  const last = rows.at(-1);
  const first = next[0];
  const joins = last && first && areEqual(last, first);
  return joins ? [...rows.slice(0, -1), join(last, first), ...next.slice(1)] : [...rows, ...next];
}

export function areEqual(one: ConsoleRow, other: ConsoleRow): boolean {
  return !one.role && !other.role && isSameEntry(one.entry, other.entry);
}

/** Merges equal entries into one row, with the newest time. */
export function join(row: ConsoleRow, next: ConsoleRow): ConsoleRow {
  return { key: row.key, entry: next.entry, count: row.count + next.count };
}

/** The newest rows within the limits, and the number of entries that were dropped. */
export function keepNewest(rows: ConsoleRow[]): { rows: ConsoleRow[]; dropped: number } {
  const lowest = Math.max(0, rows.length - kept.rows);
  let from = rows.length;
  for (let text = 0; from > lowest; from -= 1) {
    const row = rows[from - 1];
    if (row) text += weightOf(row.entry);
    if (text > kept.text) break;
  }
  const dropped = rows.slice(0, from).reduce((sum, { count }) => sum + count, 0);
  return { rows: from === 0 ? rows : rows.slice(from), dropped };
}
