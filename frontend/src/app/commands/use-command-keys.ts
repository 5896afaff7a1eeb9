import { useEffect, useEffectEvent } from 'react';
import { singleKeysAreOn } from '@/features/commands/model/single-keys.ts';
import { captureKeys } from '@/ui/capture-keys.ts';
import { isDialogOpen } from '@/ui/dialogs/find-dialogs.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';

/**
 * Ctrl/Cmd+Shift+P and F1 open the commands; so does Ctrl/Cmd+K outside the editors, in which it begins other
 * shortcuts. `?` outside text fields opens the help sheet, unless that is switched off. None of them works while a
 * dialog waits for a response.
 */
export function useCommandKeys(open: (dialog: 'commands' | 'shortcuts') => void): void {
  const openOver = useEffectEvent((dialog: 'commands' | 'shortcuts') => {
    if (!isDialogOpen() && !document.querySelector('[role=menu]')) open(dialog);
  });
  useShortcut({ key: 'k', shift: false, isEditing: true, except: '[data-editor]' }, () =>
    openOver('commands'),
  );
  useShortcut({ key: 'p', shift: true }, () => openOver('commands'));
  useEffect(
    () =>
      captureKeys((event) => {
        const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
        if (key !== 'F1' || ctrlKey || metaKey || altKey || shiftKey) return;
        event.preventDefault();
        // Monaco would open its own command list.
        event.stopPropagation();
        openOver('commands');
      }),
    [],
  );
  useEffect(() => {
    const openHelp = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.matches('input, textarea, [contenteditable]');
      if (key === '?' && !isTyping && singleKeysAreOn()) openOver('shortcuts');
    };
    window.addEventListener('keydown', openHelp);
    return () => window.removeEventListener('keydown', openHelp);
  }, []);
}
