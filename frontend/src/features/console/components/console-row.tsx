import type { ConsoleEntry, ConsoleLevel, ConsoleValue } from '@studio/contract/console';
import { ChevronRight, Copy } from 'lucide-react';
import { memo, useState } from 'react';
import { numberText } from '@/lib/count-of.ts';
import type { ConsoleRow } from '../model/console-rows.ts';
import { copyMessages } from '../model/copy-messages.ts';
import { formatMessage, messageText } from '../model/format-message.ts';
import { readFrames, type SourcePlace } from '../model/source-places.ts';
import { keyText, objectOf, previewOf, tokenText } from '../model/value-preview.ts';
import { isGroup } from '../model/visible-rows.ts';
import * as texts from '../texts.ts';
import { type RowValues, SourceLink, StackText, ValueView } from './value-view.tsx';

const looks: Record<ConsoleLevel, string> = {
  log: 'text-ink',
  info: 'text-ink',
  warn: 'bg-warning-soft text-warning',
  error: 'bg-danger-soft text-danger',
};

/** Groups nested deeper than this are not indented further. */
const deepest = 12;

interface ConsoleRowViewProps {
  row: ConsoleRow;
  /** The paths of its expanded values. */
  opened: Set<string>;
  /** Whether the group that the row begins is expanded. */
  openGroup: boolean;
  onToggleGroup: (key: number) => void;
  onReveal: (place: SourcePlace) => void;
}

/** One entry: time HH:MM:SS, the level as a word, the message as literal text, and where it was printed. */
export const ConsoleRowView = memo(function ConsoleRowView(props: ConsoleRowViewProps) {
  const { row, opened, openGroup, onToggleGroup, onReveal } = props;
  const { entry, count, role } = row;
  const frames = readFrames(entry.stack ?? '');
  const first = frames[0];
  const indent = Math.min(Math.max(entry.depth ?? 0, 0), deepest) * 12;
  const startsGroup = isGroup(row);
  const message = (
    <span className={startsGroup ? 'font-semibold' : ''}>
      <MessageView entry={entry} row={{ objects: entry.objects ?? [], opened, onReveal }} />
    </span>
  );
  // Objects have buttons of their own.
  const isTitle = startsGroup && !entry.objects;

  return (
    <div className={`console-row group ${role === 'run' ? 'bg-panel text-ink' : looks[entry.level]}`}>
      <time className="text-muted tabular-nums">{clock(entry.timestamp)}</time>
      <span>{role === 'run' ? 'run' : entry.kind === 'input' ? 'input' : entry.level}</span>
      <div className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]" style={{ paddingLeft: indent }}>
        {count > 1 && (
          <span className="console-count" title={texts.repeated(count)}>
            {numberText(count)}×
          </span>
        )}
        {startsGroup && (
          <button
            type="button"
            data-value-toggle
            aria-expanded={openGroup}
            aria-label={messageText(entry) || texts.group}
            onClick={() => onToggleGroup(row.key)}
            className="console-group"
          >
            <ChevronRight size={12} aria-hidden className={openGroup ? 'rotate-90' : ''} />
            {isTitle && message}
          </button>
        )}
        {!isTitle && message}
        {frames.length > 1 && <Stack row={row} opened={opened} onReveal={onReveal} />}
      </div>
      <span className="console-place">
        {first && <SourceLink frame={first} onReveal={onReveal} />}
        <button
          type="button"
          aria-label={texts.copyEntry}
          title={texts.copyEntry}
          onClick={() => void copyMessages([entry])}
        >
          <Copy size={13} aria-hidden />
        </button>
      </span>
    </div>
  );
});

/** The stack of an entry: expanded for a trace, collapsed for warnings and errors. */
function Stack({ row, opened, onReveal }: Pick<ConsoleRowViewProps, 'row' | 'opened' | 'onReveal'>) {
  const { stack = '', kind } = row.entry;
  const [open, setOpen] = useState(opened.has('stack') !== (kind === 'trace'));
  const toggle = () => {
    if (opened.has('stack')) opened.delete('stack');
    else opened.add('stack');
    setOpen(!open);
  };
  return (
    <span className="console-value block">
      <button type="button" data-value-toggle aria-expanded={open} onClick={toggle} className="text-xs">
        <ChevronRight size={12} aria-hidden className={open ? 'rotate-90' : ''} />
        {texts.stack}
      </button>
      {open && <StackText text={stack} onReveal={onReveal} />}
    </span>
  );
}

/** HH:MM:SS. The time comes from user code and may be invalid; this never throws. */
function clock(timestamp: number): string {
  return new Date(timestamp).toTimeString().slice(0, 8);
}

/** The message of an entry: literal text, expandable values, or a table for `console.table`. */
function MessageView({ entry, row }: { entry: ConsoleEntry; row: RowValues }) {
  const table = entry.kind === 'table' ? tableOf(entry) : null;
  if (table) return <TableView table={table} row={row} />;
  if (entry.kind === 'clear') return <span className="text-muted italic">{texts.clearedByPage}</span>;
  // A string that the prompt returns is shown as a value, a printed string as text.
  const isValue = entry.kind === 'result' && entry.level === 'log';
  const parts = isValue
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

/** The output of `console.table`. A wide one scrolls, also by keyboard. */
function TableView({ table, row }: { table: ConsoleTable; row: RowValues }) {
  const { columns, rows, moreColumns, moreRows } = table;
  return (
    <div role="group" aria-label={texts.table} tabIndex={0} className="overflow-x-auto">
      <table className="console-table">
        <thead>
          <tr>
            <th scope="col">(index)</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {moreColumns > 0 && <td>{texts.more(moreColumns)}</td>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, cells }, place) => (
            <tr key={place}>
              <th scope="row">{index}</th>
              {cells.map((cell, at) => (
                <td key={columns[at]}>
                  {cell && <ValueView value={cell.value} path={`${place}/${at}`} row={row} />}
                </td>
              ))}
            </tr>
          ))}
          {moreRows > 0 && (
            <tr>
              <td colSpan={columns.length + 1}>{texts.more(moreRows)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

interface ConsoleTable {
  columns: string[];
  /** The cells in the order of the columns; null if a row lacks one. */
  rows: { index: string; cells: ({ value: ConsoleValue } | null)[] }[];
  /** How many columns and rows are not shown. */
  moreColumns: number;
  moreRows: number;
}

/** The column for rows that are not objects. */
const valueColumn = 'Value';
const shownColumns = 20;

/** The table of `console.table(data, columns)`; null if the data is no table and is printed as usual. */
function tableOf({ args, objects = [] }: ConsoleEntry): ConsoleTable | null {
  const data = objectOf(args[0], objects);
  if (!data?.entries?.length) return null;
  const wanted = objectOf(args[1], objects)?.entries?.map(({ value }) => nameOf(value));
  const rows = data.entries.map(({ key, value }) => {
    const row = objectOf(value, objects);
    const cells = row?.entries ?? [{ key: valueColumn, value }];
    return {
      index: objectOf(key, objects) ? tokenText(previewOf(key, objects)) : nameOf(key),
      cells: new Map(cells.map((cell) => [nameOf(cell.key), cell.value])),
      left: row?.left ?? 0,
    };
  });
  const columns = wanted ?? [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  const unsent = wanted ? 0 : Math.max(...rows.map(({ left }) => left));
  const shown = columns.slice(0, shownColumns);
  const cellAt = (cells: ReadonlyMap<string, ConsoleValue>, name: string) =>
    cells.has(name) ? { value: cells.get(name) } : null;
  return {
    columns: shown,
    rows: rows.map(({ index, cells }) => ({ index, cells: shown.map((name) => cellAt(cells, name)) })),
    moreColumns: columns.length - shown.length + unsent,
    moreRows: data.left ?? 0,
  };
}

function nameOf(key: ConsoleValue): string {
  return typeof key === 'string' ? key : keyText(key);
}
