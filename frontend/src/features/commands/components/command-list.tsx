import { useId } from 'react';
import { classes } from '@/ui/classes.ts';
import type { Command } from '../model/command.ts';
import * as texts from '../texts.ts';
import { Keys } from './keys.tsx';

interface CommandListProps {
  id: string;
  commands: readonly Command[];
  /** The one that Enter takes. */
  position: number;
  /** The element id of the command at a position. */
  idOf: (position: number) => string;
  onChoose: (command: Command) => void;
}

/** What the palette has found. One that cannot be had now stays in it and says why. */
export function CommandList({ id, commands, position, idOf, onChoose }: CommandListProps) {
  const reasons = useId();
  return (
    <div className="h-[min(60dvh,26rem)] overflow-auto p-2">
      {commands.length === 0 && <p className="p-4 text-center text-muted">{texts.noCommand}</p>}
      <div id={id} role="listbox" aria-label={texts.commands}>
        {commands.map((command, index) => {
          const { group, label, keys, unavailable } = command;
          const name = `${group}: ${label}`;
          const reason = unavailable === undefined ? undefined : `${reasons}-${index}`;
          return (
            <button
              type="button"
              key={name}
              id={idOf(index)}
              role="option"
              tabIndex={-1}
              aria-keyshortcuts={keys?.replace('Ctrl', 'Control').replace('Cmd', 'Meta')}
              aria-selected={index === position}
              aria-disabled={unavailable !== undefined}
              aria-describedby={reason}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(command)}
              className={classes(
                'flex min-h-hit w-full select-none items-center text-left gap-2.5 rounded-md px-2.5 py-1 hover:bg-hover aria-disabled:cursor-default aria-disabled:text-faint',
                index === position && 'bg-chosen',
              )}
            >
              {/* Group and label are the name; keys and reason are told as shortcut and description. */}
              <span className="w-24 shrink-0 truncate text-muted text-sm max-sm:sr-only">{`${group}: `}</span>
              <span className="min-w-0 flex-1">
                {label}
                {unavailable !== undefined && (
                  <span aria-hidden id={reason} className="block text-sm">
                    {unavailable}
                  </span>
                )}
              </span>
              {keys !== undefined && (
                <span aria-hidden>
                  <Keys>{keys}</Keys>
                </span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}
