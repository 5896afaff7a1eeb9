import type { ConsoleEntry } from '@studio/contract/console';
import * as texts from '../console-texts.ts';
import { formatMessage } from '../model/format-message.ts';
import { tableOf } from '../model/table.ts';
import { TableView } from './table-view.tsx';
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
