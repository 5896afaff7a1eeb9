import { useEffect, useEffectEvent } from 'react';
import { captureKeys } from './capture-keys.ts';
import { isApple } from './platform.ts';

interface Shortcut {
  /** A lower-case letter, pressed with Ctrl or Cmd. */
  key: string;
  shift: boolean;
  /** On Apple's systems Cmd alone counts, as Ctrl with this key edits text there. */
  isEditing?: boolean;
  /** A selector: the shortcut is ignored inside such elements. */
  except?: string;
}

/** A global shortcut; the browser's default action is prevented. */
export function useShortcut({ key, shift, isEditing, except }: Shortcut, run: () => void): void {
  const pressed = useEffectEvent(run);
  useEffect(() => {
    return captureKeys((event) => {
      const { ctrlKey, metaKey } = event;
      const modified = metaKey || (ctrlKey && !(isEditing && isApple()));
      const command = modified && event.shiftKey === shift && !event.altKey;
      // Keyboards without Latin letters: the letter at the key's place on an English one.
      const pressedKey = event.key > '~' ? event.code.slice(3) : event.key;
      if (!command || pressedKey.toLowerCase() !== key) return;
      if (except && event.target instanceof Element && event.target.closest(except)) return;
      event.preventDefault();
      // Monaco has its own action.
      event.stopPropagation();
      if (!event.repeat) pressed();
    });
  }, [key, shift, isEditing, except]);
}
