import { useEffect, useEffectEvent } from 'react';

/** SPEC 9: Ctrl/Cmd+S saves, wherever the focus is; the browser's own dialog never opens. */
export function useSaveShortcut(onSave: () => void): void {
  const save = useEffectEvent(onSave);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!command || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat) save();
    };
    // Before the editors, which stop the keys they know.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
