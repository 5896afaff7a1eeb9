import { useEffect, useEffectEvent } from 'react';
import { singleKeysAreOn } from '@/features/commands/model/single-keys.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';

/**
 * Ctrl/Cmd+Shift+P opens the commands, and so does Ctrl/Cmd+K outside of the editors, where it begins shortcuts of their
 * own. `?` outside of text fields opens the help sheet, unless that is switched off. None does over something that waits
 * for an answer.
 */
export function useCommandKeys(open: (dialog: 'commands' | 'shortcuts') => void): void {
  const openOver = useEffectEvent((dialog: 'commands' | 'shortcuts') => {
    if (!document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) open(dialog);
  });
  useShortcut({ key: 'k', shift: false, except: '[data-editor]' }, () => openOver('commands'));
  useShortcut({ key: 'p', shift: true }, () => openOver('commands'));
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.matches('input, textarea, [contenteditable]');
      if (key === '?' && !isTyping && singleKeysAreOn()) openOver('shortcuts');
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
