import { useEffect, useEffectEvent } from 'react';

interface Shortcut {
  /** A lower-case letter, pressed with Ctrl or Cmd. */
  key: string;
  shift: boolean;
  /** A selector: where the focus is within such an element, the keys are left to it. */
  except?: string;
}

/** A shortcut that works wherever the focus is; what the browser would do by itself never happens. */
export function useShortcut({ key, shift, except }: Shortcut, run: () => void): void {
  const pressed = useEffectEvent(run);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && event.shiftKey === shift && !event.altKey;
      if (!command || event.key.toLowerCase() !== key) return;
      if (except && event.target instanceof Element && event.target.closest(except)) return;
      event.preventDefault();
      // Monaco would do something of its own.
      event.stopPropagation();
      if (!event.repeat) pressed();
    };
    // Before the editors, which stop the keys they know.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [key, shift, except]);
}
