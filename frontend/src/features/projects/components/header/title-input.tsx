import { limits } from '@studio/contract/limits';
import { type Ref, useState } from 'react';
import { isForInputMethod } from '@/ui/input-method.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';
import * as texts from '../../texts.ts';

interface TitleInputProps {
  title: string;
  /** Called with the typed title; null: it is discarded. */
  onTyping: (title: string | null) => void;
  /** Called when the typed title is accepted: when the input loses the focus, and before a save by keyboard. */
  onCommit: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** The project's title. Enter accepts a change, Esc discards it. */
export function TitleInput({ title, onCommit, onTyping, ref }: TitleInputProps) {
  /** The typed title; null while it is not edited. */
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    onCommit();
    setTyped(null);
  };
  const type = (text: string | null) => {
    setTyped(text);
    onTyping(text);
  };
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
      onChange={(event) => type(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (isForInputMethod(event.nativeEvent)) return;
        if (event.key === 'Escape') type(null);
        if (event.key === 'Enter') commit();
      }}
      className="field-sizing-content h-hit min-w-12 max-w-72 truncate rounded-md border border-transparent bg-transparent px-2 font-medium hover:border-line focus:border-field focus:bg-ground two-rows:flex-1"
    />
  );
}
