import type { ConsoleTable } from '../model/table.ts';
import { type RowValues, ValueView } from './value-view.tsx';

/** What `console.table` prints. */
export function TableView({ table, row }: { table: ConsoleTable; row: RowValues }) {
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
