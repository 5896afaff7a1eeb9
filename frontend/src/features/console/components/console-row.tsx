import type { ConsoleLevel } from '@studio/contract/preview';
import { memo } from 'react';
import type { ConsoleRow } from '../model/console-store.ts';

const looks: Record<ConsoleLevel, string> = {
  log: 'text-ink',
  info: 'text-ink',
  warn: 'bg-warning-soft text-warning',
  error: 'bg-danger-soft text-danger',
};

/** HH:MM:SS. The time comes from user code and may be none; this never throws. */
function clock(timestamp: number): string {
  return new Date(timestamp).toTimeString().slice(0, 8);
}

/** One entry: time HH:MM:SS, the level as a word, the message as literal text. */
export const ConsoleRowView = memo(function ConsoleRowView({ row }: { row: ConsoleRow }) {
  return (
    <div className={`console-row ${looks[row.level]}`}>
      <time className="text-muted tabular-nums">{clock(row.timestamp)}</time>
      <span>{row.level}</span>
      <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{row.message}</span>
    </div>
  );
});
