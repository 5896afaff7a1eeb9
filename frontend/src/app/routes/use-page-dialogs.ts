import { useEffect, useEffectEvent, useRef } from 'react';
import { singleKeysAreOn } from '@/features/commands/model/single-keys.ts';
import { isDialogOpen } from '@/ui/dialogs/find-dialogs.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';

/**
 * Ctrl/Cmd+Shift+P and F1 open the commands; so does Ctrl/Cmd+K outside the editors, in which it begins other
 * shortcuts. `?` outside text fields opens the help sheet, unless that is switched off. None of them works while a
 * dialog waits for an answer.
 */
export function useCommandKeys(open: (dialog: 'commands' | 'shortcuts') => void): void {
  const openOver = useEffectEvent((dialog: 'commands' | 'shortcuts') => {
    if (!isDialogOpen() && !document.querySelector('[role=menu]')) open(dialog);
  });
  useShortcut({ key: 'k', shift: false, isEditing: true, except: '[data-editor]' }, () =>
    openOver('commands'),
  );
  useShortcut({ key: 'p', shift: true }, () => openOver('commands'));
  useEffect(() => {
    const openCommands = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key !== 'F1' || ctrlKey || metaKey || altKey || shiftKey) return;
      event.preventDefault();
      // Monaco would open its own command list.
      event.stopPropagation();
      openOver('commands');
    };
    const openHelp = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.matches('input, textarea, [contenteditable]');
      if (key === '?' && !isTyping && singleKeysAreOn()) openOver('shortcuts');
    };
    window.addEventListener('keydown', openCommands, { capture: true });
    window.addEventListener('keydown', openHelp);
    return () => {
      window.removeEventListener('keydown', openCommands, { capture: true });
      window.removeEventListener('keydown', openHelp);
    };
  }, []);
}

/** The user counts as not typing this many milliseconds after the last key. */
const pause = 1_000;

/**
 * Opens the Conflict dialog once for each conflict, in a pause of typing and not over another dialog. Afterwards,
 * even for later texts of the other window, it can be opened from the notice bar.
 */
export function useConflictDialog(hasConflict: boolean, open: () => void): void {
  const lastKey = useRef(-Infinity);
  const interrupt = useEffectEvent(() => {
    if (!isDialogOpen()) open();
  });

  useEffect(() => {
    const note = () => {
      lastKey.current = performance.now();
    };
    const events = ['keydown', 'input'] as const;
    for (const event of events) window.addEventListener(event, note, true);
    return () => {
      for (const event of events) window.removeEventListener(event, note, true);
    };
  }, []);

  useEffect(() => {
    if (!hasConflict) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const waitForPause = () => {
      const left = lastKey.current + pause - performance.now();
      if (left <= 0) interrupt();
      else timer = setTimeout(waitForPause, left);
    };
    waitForPause();
    return () => clearTimeout(timer);
  }, [hasConflict]);
}
