import type { ConsoleEntry, ConsoleValue } from '@studio/contract/console';
import { keyText, objectOf } from './value-preview.ts';

export interface ConsoleTable {
  columns: string[];
  /** The cells in the order of the columns; null where a row has none. */
  rows: { index: string; cells: ({ value: ConsoleValue } | null)[] }[];
}

/** The column of rows that are no objects. */
const valueColumn = 'Value';
const shownColumns = 20;

/** What `console.table(data, columns)` draws; null where the data is no table and is printed as ever. */
export function tableOf({ args, objects = [] }: ConsoleEntry): ConsoleTable | null {
  const data = objectOf(args[0], objects);
  if (!data?.entries?.length) return null;
  const wanted = objectOf(args[1], objects)?.entries?.map(({ value }) => nameOf(value));
  const rows = data.entries.map(({ key, value }) => {
    const row = objectOf(value, objects);
    const cells = row?.entries ?? [{ key: valueColumn, value }];
    return { index: nameOf(key), cells: new Map(cells.map((cell) => [nameOf(cell.key), cell.value])) };
  });
  const columns = wanted ?? [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  const shown = columns.slice(0, shownColumns);
  const cellAt = (cells: ReadonlyMap<string, ConsoleValue>, name: string) =>
    cells.has(name) ? { value: cells.get(name) } : null;
  return {
    columns: shown,
    rows: rows.map(({ index, cells }) => ({ index, cells: shown.map((name) => cellAt(cells, name)) })),
  };
}

function nameOf(key: ConsoleValue): string {
  return typeof key === 'string' ? key : keyText(key);
}
