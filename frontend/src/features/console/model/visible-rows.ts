import type { ConsoleLevel } from '@studio/contract/console';
import type { ConsoleRow } from './console-rows.ts';
import type { ConsoleFilter, ToggledGroups } from './console-view.ts';
import { messageText } from './format-message.ts';

/** Whether a row begins an expandable group: one of the page, or the entries of a run. */
export function isGroup({ entry: { kind }, role }: ConsoleRow): boolean {
  return role === 'run' || kind === 'group' || kind === 'group-collapsed';
}

export function isOpenGroup(row: ConsoleRow, toggled: ToggledGroups): boolean {
  return (row.role === 'run' || row.entry.kind === 'group') !== toggled.has(row.key);
}

/** The visible rows: in expanded groups, of the selected level, with the searched text. */
export function visibleRows(
  rows: readonly ConsoleRow[],
  filter: ConsoleFilter,
  toggled: ToggledGroups,
): readonly ConsoleRow[] {
  const wanted = filter.text.trim().toLowerCase();
  const shown: ConsoleRow[] = [];
  let closedDepth = Number.POSITIVE_INFINITY;
  let isOpenRun = true;
  /** A run's heading, shown with the first visible row of that run. */
  let heading: ConsoleRow | null = null;
  for (const row of rows) {
    if (row.role === 'run') {
      heading = row;
      isOpenRun = isOpenGroup(row, toggled);
      closedDepth = Number.POSITIVE_INFINITY;
      continue;
    }
    const { level } = row.entry;
    // Errors, notices and lines of the prompt are in no group, and end none. A page of an older replica sends no 0.
    const depth = row.entry.depth ?? (isGroup(row) ? 0 : undefined);
    if (depth !== undefined) {
      if (depth > closedDepth) continue;
      closedDepth = isGroup(row) && !isOpenGroup(row, toggled) ? depth : Number.POSITIVE_INFINITY;
    }
    if (filter.level && level !== filter.level) continue;
    if (wanted !== '' && !searchText(row).includes(wanted)) continue;
    if (heading) shown.push(heading);
    heading = null;
    if (isOpenRun) shown.push(row);
  }
  return shown;
}

const texts = new WeakMap<ConsoleRow, string>();

function searchText(row: ConsoleRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = `${messageText(row.entry)} ${row.entry.stack ?? ''}`.toLowerCase();
  texts.set(row, text);
  return text;
}

/** The number of entries of each level. */
export function countLevels(rows: readonly ConsoleRow[]): Record<ConsoleLevel, number> {
  const counts = { log: 0, info: 0, warn: 0, error: 0 };
  for (const { entry, count, role } of rows) if (role !== 'run') counts[entry.level] += count;
  return counts;
}
