import { limits } from '@studio/contract/limits';
import { type Ref, useEffect, useState } from 'react';
import { isForInputMethod } from '@/ui/input-method.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';
import * as texts from '../../texts.ts';

interface TitleInputProps {
  title: string;
  /** Called when the input loses the focus with a changed title, and before a save by keyboard. */
  onCommit: (title: string) => void;
  /** Called with the typed title; null when editing ends. */
  onTyping: (title: string | null) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The project's title. Enter accepts a change, Esc discards it. */
export function TitleInput({ title, onCommit, onTyping, ref }: TitleInputProps) {
  /** The typed title; null while it is not edited. */
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    if (typed !== null && typed !== title) onCommit(typed);
    setTyped(null);
  };
  useEffect(() => onTyping(typed), [typed, onTyping]);
  // Runs before the page's own handler of Ctrl+S, which saves.
  useShortcut({ key: 's', shift: false }, commit);
  return (
    <input
      ref={ref}
      aria-label={texts.projectTitle}
      dir="auto"
      value={typed ?? title}
      maxLength={limits.titleLength}
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (isForInputMethod(event.nativeEvent)) return;
        if (event.key === 'Escape') setTyped(null);
        if (event.key === 'Enter') commit();
      }}
      className="field-sizing-content h-hit min-w-24 max-w-72 truncate rounded-md border border-transparent bg-transparent px-2 font-medium hover:border-line focus:border-field focus:bg-ground max-md:flex-1"
    />
  );
}
