import { useEffect, useEffectEvent } from 'react';
import { singleKeysAreOn } from '@/features/commands/model/single-keys.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';

/** Ctrl/Cmd+K opens the commands, `?` outside of text fields the help sheet, unless that is switched off; neither over something that waits for an answer. */
export function useCommandKeys(open: (dialog: 'commands' | 'shortcuts') => void): void {
  const openOver = useEffectEvent((dialog: 'commands' | 'shortcuts') => {
    if (!document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) open(dialog);
  });
  useShortcut({ key: 'k', shift: false }, () => openOver('commands'));
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.matches('input, textarea, [contenteditable]');
      if (key === '?' && !isTyping && singleKeysAreOn()) openOver('shortcuts');
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
