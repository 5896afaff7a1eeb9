import type { ConsoleLevel } from '@studio/contract/console';
import type { ConsoleRow } from './console-store.ts';
import { messageText } from './value-text.ts';

export interface ConsoleFilter {
  /** The levels that are left out. */
  hidden: ReadonlySet<ConsoleLevel>;
  /** What a message must contain, in any case; empty: anything. */
  text: string;
}

/** Groups that a person has opened or closed against what the code asked for, by the key of their row. */
export type ToggledGroups = ReadonlySet<number>;

export function isGroup({ entry: { kind } }: ConsoleRow): boolean {
  return kind === 'group' || kind === 'group-collapsed';
}

export function isOpenGroup(row: ConsoleRow, toggled: ToggledGroups): boolean {
  return (row.entry.kind === 'group') !== toggled.has(row.key);
}

/** The rows that are shown: in open groups, of a level that is shown, with the text that is looked for. */
export function visibleRows(
  rows: readonly ConsoleRow[],
  { hidden, text }: ConsoleFilter,
  toggled: ToggledGroups,
): readonly ConsoleRow[] {
  const wanted = text.trim().toLowerCase();
  let closedDepth = Number.POSITIVE_INFINITY;
  return rows.filter((row) => {
    const { level, depth = 0 } = row.entry;
    if (depth > closedDepth) return false;
    closedDepth = isGroup(row) && !isOpenGroup(row, toggled) ? depth : Number.POSITIVE_INFINITY;
    return !hidden.has(level) && (wanted === '' || searchText(row).includes(wanted));
  });
}

const texts = new WeakMap<ConsoleRow, string>();

function searchText(row: ConsoleRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = `${messageText(row.entry)} ${row.entry.stack ?? ''}`.toLowerCase();
  texts.set(row, text);
  return text;
}

/** How many entries there are of each level. */
export function countLevels(rows: readonly ConsoleRow[]): Record<ConsoleLevel, number> {
  const counts = { log: 0, info: 0, warn: 0, error: 0 };
  for (const { entry, count } of rows) counts[entry.level] += count;
  return counts;
}
