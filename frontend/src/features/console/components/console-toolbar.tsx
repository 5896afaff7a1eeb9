import { type ConsoleLevel, consoleLevels } from '@studio/contract/console';
import { Copy, Trash2 } from 'lucide-react';
import type { Ref } from 'react';
import { numberText } from '@/lib/count-of.ts';
import { IconButton } from '@/ui/button.tsx';
import type { ConsoleFilter } from '../model/console-view.ts';
import * as texts from '../texts.ts';

interface ConsoleToolbarProps {
  counts: Record<ConsoleLevel, number>;
  preserveLog: boolean;
  onPreserveLog: (preserve: boolean) => void;
  filter: ConsoleFilter;
  onFilter: (filter: ConsoleFilter) => void;
  filterRef: Ref<HTMLInputElement>;
  /** Whether any entry is shown. */
  canCopy: boolean;
  onCopy: () => void;
  onClear: () => void;
}

const labels: Record<ConsoleLevel, string> = {
  log: texts.logs,
  info: texts.infos,
  warn: texts.warnings,
  error: texts.errors,
};

/** The console's title, filters and actions. */
export function ConsoleToolbar(props: ConsoleToolbarProps) {
  const { counts, preserveLog, onPreserveLog, filter, onFilter, filterRef, canCopy, onCopy, onClear } = props;
  const total = consoleLevels.reduce((sum, level) => sum + counts[level], 0);
  const choices = [
    { level: null, label: texts.allLevels, count: total },
    ...consoleLevels.map((level) => ({ level, label: labels[level], count: counts[level] })),
  ];

  return (
    <header className="flex shrink-0 items-center border-b bg-panel pr-0.5 text-sm">
      <div className="scroll-row flex min-w-0 flex-1 items-center gap-x-2 pl-3 *:shrink-0 **:focus-visible:-outline-offset-2">
        <h2 className="font-medium max-sm:sr-only">{texts.title}</h2>
        <div role="group" aria-label={texts.levels} className="flex">
          {choices.map(({ level, label, count }) => (
            <button
              key={label}
              type="button"
              aria-pressed={filter.level === level}
              // A second press shows all levels again.
              onClick={() => onFilter({ ...filter, level: filter.level === level ? null : level })}
              className="console-switch"
            >
              {label} <span className="tabular-nums">{short(count)}</span>
            </button>
          ))}
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={preserveLog}
          title={texts.preserveLogHint}
          onClick={() => onPreserveLog(!preserveLog)}
          className="console-switch"
        >
          {texts.preserveLog}
        </button>
        <input
          ref={filterRef}
          type="search"
          aria-label={texts.filterConsole}
          placeholder={texts.filter}
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
          className="mr-1 ml-auto h-6 w-24 pointer-coarse:h-hit rounded-md border border-field bg-ground px-2 text-ink placeholder:text-faint sm:w-40"
        />
      </div>
      <IconButton label={texts.copyAll} icon={Copy} disabled={!canCopy} onClick={onCopy} />
      <IconButton label={texts.clear} icon={Trash2} onClick={onClear} />
    </header>
  );
}

function short(count: number): string {
  return count > 9_999 ? '9,999+' : numberText(count);
}
