import type { ConsoleLevel } from '@studio/contract/console';
import { ChevronRight, Copy } from 'lucide-react';
import { memo, useState } from 'react';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import * as texts from '../console-texts.ts';
import type { ConsoleRow } from '../model/console-store.ts';
import { fullText, messageText } from '../model/format-message.ts';
import { readFrames, type SourcePlace } from '../model/source-places.ts';
import { isGroup } from '../model/visible-rows.ts';
import { MessageView } from './message-view.tsx';
import { SourceLink, StackText } from './stack-text.tsx';

const looks: Record<ConsoleLevel, string> = {
  log: 'text-ink',
  info: 'text-ink',
  warn: 'bg-warning-soft text-warning',
  error: 'bg-danger-soft text-danger',
};

/** A group within more groups than this is not moved in any further. */
const deepest = 12;

interface ConsoleRowViewProps {
  row: ConsoleRow;
  /** The paths of the values that are open in it. */
  opened: Set<string>;
  /** Whether the group is open that the row begins. */
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

  return (
    <div className={`console-row group ${role === 'run' ? 'bg-panel text-ink' : looks[entry.level]}`}>
      <time className="text-muted tabular-nums">{clock(entry.timestamp)}</time>
      <span>{role === 'run' ? 'run' : entry.kind === 'input' ? 'input' : entry.level}</span>
      <div className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]" style={{ paddingLeft: indent }}>
        {count > 1 && (
          <span className="console-count" title={texts.repeated(count)}>
            {count.toLocaleString('en')}×
          </span>
        )}
        {isGroup(row) && (
          <button
            type="button"
            data-value-toggle
            aria-expanded={openGroup}
            aria-label={messageText(entry) || texts.group}
            onClick={() => onToggleGroup(row.key)}
            className="console-group"
          >
            <ChevronRight size={12} aria-hidden className={openGroup ? 'rotate-90' : ''} />
          </button>
        )}
        <span className={isGroup(row) ? 'font-semibold' : ''}>
          <MessageView entry={entry} row={{ objects: entry.objects ?? [], opened, onReveal }} />
        </span>
        {frames.length > 1 && <Stack row={row} opened={opened} onReveal={onReveal} />}
      </div>
      <span className="console-place">
        {first && <SourceLink frame={first} onReveal={onReveal} />}
        <button
          type="button"
          aria-label={texts.copyEntry}
          title={texts.copyEntry}
          onClick={() => void copyText(fullText(entry))}
        >
          <Copy size={13} aria-hidden />
        </button>
      </span>
    </div>
  );
});

/** The calls that led to an entry: open for a trace, at hand for trouble. */
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

/** HH:MM:SS. The time comes from user code and may be none; this never throws. */
function clock(timestamp: number): string {
  return new Date(timestamp).toTimeString().slice(0, 8);
}
