import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { type Command, matching } from '../model/command.ts';
import * as texts from '../texts.ts';
import { CommandList } from './command-list.tsx';

interface CommandSearchProps {
  commands: readonly Command[];
  /** Called with a command that can be had. */
  onChoose: (command: Command) => void;
}

/** A combobox over a listbox (WAI-ARIA Authoring Practices): the field keeps the focus, arrows move through what it found. */
export function CommandSearch({ commands, onChoose }: CommandSearchProps) {
  const [typed, setTyped] = useState('');
  const [position, setPosition] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const found = matching(commands, typed);
  const idOf = (index: number) => `${list}-${index}`;

  // On a touch screen the keyboard would cover the list that was asked for.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);

  const moveTo = (index: number) => {
    setPosition(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' });
  };

  const choose = (command: Command) => {
    if (command.unavailable === undefined) onChoose(command);
  };

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
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
