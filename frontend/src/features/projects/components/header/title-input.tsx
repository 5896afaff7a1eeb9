import { limits } from '@studio/contract/limits';
import { type Ref, useEffect, useState } from 'react';
import { useShortcut } from '@/ui/use-shortcut.ts';
import * as texts from '../../texts.ts';

interface TitleInputProps {
  title: string;
  /** Called when the input loses focus with another title in it, and before a save by keyboard. */
  onCommit: (title: string) => void;
  /** Follows what is being typed; null while the title stands. */
  onTyping: (title: string | null) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The project's title. Enter takes it, Esc gives it up. */
export function TitleInput({ title, onCommit, onTyping, ref }: TitleInputProps) {
  /** What is being typed; null while the title stands as it is. */
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    if (typed !== null && typed !== title) onCommit(typed);
    setTyped(null);
  };
  useEffect(() => onTyping(typed), [typed, onTyping]);
  // The page's own Ctrl+S, which saves, listens after this one.
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
        // Enter and Esc are the input method's, as long as it composes.
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') setTyped(null);
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
      className="field-sizing-content h-hit min-w-24 max-w-72 truncate rounded-md border border-transparent bg-transparent px-2 font-medium hover:border-line focus:border-field focus:bg-ground max-md:flex-1"
    />
  );
}
