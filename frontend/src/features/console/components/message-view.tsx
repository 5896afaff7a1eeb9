import type { ConsoleEntry, ConsoleValue } from '@studio/contract/console';
import * as texts from '../console-texts.ts';
import { formatMessage } from '../model/format-message.ts';
import { keyText, objectOf } from '../model/value-preview.ts';
import { type RowValues, ValueView } from './value-view.tsx';

/** The message of an entry: text to the letter, values to be opened, a table where one was asked for. */
export function MessageView({ entry, row }: { entry: ConsoleEntry; row: RowValues }) {
  const table = entry.kind === 'table' ? tableOf(entry) : null;
  if (table) return <TableView table={table} row={row} />;
  if (entry.kind === 'clear') return <span className="text-muted italic">{texts.clearedByPage}</span>;
  // An answer of the prompt is a value; a text that was printed is a text.
  const isAnswer = entry.kind === 'result' && entry.level === 'log';
  const parts = isAnswer
    ? entry.args.map((value) => ({ kind: 'value', value }) as const)
    : formatMessage(entry.args, row.objects);
  return parts.map((part, index) =>
    part.kind === 'text' ? (
      <bdi key={index} style={part.style}>
        {part.text}
      </bdi>
    ) : (
      <ValueView key={index} value={part.value} path={String(index)} row={row} />
    ),
  );
}

/** What `console.table` prints. */
function TableView({ table, row }: { table: ConsoleTable; row: RowValues }) {
  return (
    <table className="console-table">
      <thead>
        <tr>
          <th scope="col">(index)</th>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ index, cells }, place) => (
          <tr key={place}>
            <th scope="row">{index}</th>
            {cells.map((cell, at) => (
              <td key={table.columns[at]}>
                {cell && <ValueView value={cell.value} path={`${place}/${at}`} row={row} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ConsoleTable {
  columns: string[];
  /** The cells in the order of the columns; null where a row has none. */
  rows: { index: string; cells: ({ value: ConsoleValue } | null)[] }[];
}

/** The column of rows that are no objects. */
const valueColumn = 'Value';
const shownColumns = 20;

/** What `console.table(data, columns)` draws; null where the data is no table and is printed as ever. */
function tableOf({ args, objects = [] }: ConsoleEntry): ConsoleTable | null {
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
