import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classes } from '@/ui/classes.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { mayFocusAtOnce } from '@/ui/fields/focus-at-once.ts';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { isForInputMethod } from '@/ui/input-method.ts';
import * as texts from '../texts.ts';
import { Keys } from './shortcuts.tsx';

interface CommandPaletteProps {
  commands: readonly Command[];
  onClose: () => void;
}

/** All commands of the studio, with a search. */
export default function CommandPalette({ commands, onClose }: CommandPaletteProps) {
  /** Runs after the palette has closed, so that a dialog it opens returns the focus to where it was before. */
  const chosen = useRef<Command['run']>(null);
  return (
    <Dialog title={texts.commands} onClose={onClose} onClosed={() => void chosen.current?.()}>
      <CommandSearch
        commands={commands}
        onChoose={({ run }) => {
          chosen.current = run;
          onClose();
        }}
      />
    </Dialog>
  );
}

interface CommandSearchProps {
  commands: readonly Command[];
  /** Called with an available command. */
  onChoose: (command: Command) => void;
}

/** A combobox over a listbox (WAI-ARIA Authoring Practices): the field keeps the focus, arrow keys move through the results. */
function CommandSearch({ commands, onChoose }: CommandSearchProps) {
  const [typed, setTyped] = useState('');
  const [position, setPosition] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const found = matching(commands, typed);
  const idOf = (index: number) => `${list}-${index}`;

  useEffect(() => {
    if (mayFocusAtOnce()) field.current?.focus();
  }, []);

  const moveTo = (index: number) => {
    setPosition(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' });
  };

  const choose = (command: Command) => {
    if (command.unavailable === undefined) onChoose(command);
  };

  function onKeyDown(event: KeyboardEvent) {
    if (isForInputMethod(event.nativeEvent)) return;
    const { key, ctrlKey } = event;
    const command = found[position];
    if (!command) return;
    if (key === 'ArrowDown') moveTo((position + 1) % found.length);
    else if (key === 'ArrowUp') moveTo((position + found.length - 1) % found.length);
    else if (key === 'Home' && ctrlKey) moveTo(0);
    else if (key === 'End' && ctrlKey) moveTo(found.length - 1);
    else if (key === 'Enter') choose(command);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="px-3 pt-3">
        <input
          ref={field}
          role="combobox"
          aria-label={texts.searchCommands}
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? idOf(position) : undefined}
          placeholder={texts.searchHint}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setPosition(0);
          }}
          onKeyDown={onKeyDown}
          className={fieldLook}
        />
      </div>
      <CommandList id={list} commands={found} position={position} idOf={idOf} onChoose={choose} />
      <p role="status" className="shrink-0 border-t px-4 py-2 text-faint text-xs">
        {texts.countedCommands(found.length)}
      </p>
    </>
  );
}

interface CommandListProps {
  id: string;
  commands: readonly Command[];
  /** The index of the selected command. */
  position: number;
  /** The element id of the command at a position. */
  idOf: (position: number) => string;
  onChoose: (command: Command) => void;
}

/** The search results. Unavailable commands are listed with the reason. */
function CommandList({ id, commands, position, idOf, onChoose }: CommandListProps) {
  const reasons = useId();
  return (
    <div className="relative h-[min(60dvh,26rem)] overflow-auto p-2">
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
              {/* Group and label are the accessible name; keys and reason are exposed as shortcut and description. */}
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

/** A command of the palette. */
export interface Command {
  group: string;
  label: string;
  /** Its shortcut, as the help sheet shows it. */
  keys?: string | undefined;
  /** Why it is unavailable, in a sentence; undefined if it is available. */
  unavailable?: string | undefined;
  run: () => void | Promise<void>;
}

/** The commands that contain every typed word, ignoring case; those whose label begins with the text come first. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const found = commands.filter(({ group, label }) => {
    const name = `${group} ${label}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  if (text === '') return found;
  return found.toSorted((a, b) => Number(begins(b, text)) - Number(begins(a, text)));
}

const begins = ({ label }: Command, text: string) => label.toLowerCase().startsWith(text);
