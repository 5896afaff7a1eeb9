import { useEffect, useEffectEvent } from 'react';

/** While `active`, Esc calls `onEscape` unless something nearer (a widget of Monaco, a menu, a dialog) took it. */
export function useEscape(active: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !isTaken(event)) escape();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}

/** Menus and dialogs prevent the default. Monaco does so always, and stops what it has a use for before it comes here. */
function isTaken(event: KeyboardEvent): boolean {
  const inMonaco = event.target instanceof Element && event.target.closest('.monaco-editor') !== null;
  return event.defaultPrevented && !inMonaco;
}
