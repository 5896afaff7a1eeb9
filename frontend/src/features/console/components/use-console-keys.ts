import { type RefObject, useEffect } from 'react';
import { moveInTree } from './tree-keys.ts';

/** The keys of the console: `/` leads to the filter, the arrows through what opens and closes. */
export function useConsoleKeys(
  panel: RefObject<HTMLElement | null>,
  filter: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof HTMLElement)) return;
      const isTyping = target.matches('input, textarea');
      if (key === '/' && !isTyping) filter.current?.focus();
      else if (!moveInTree(element, target, key)) return;
      event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [panel, filter]);
}
