import { type RefObject, useEffect } from 'react';

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

/** Everything in the console that opens and closes. */
const toggles = '[data-value-toggle]';

/**
 * The arrows of a tree: up and down go through what can be opened, right opens or goes in, left closes or goes out.
 * True where the key was one of them.
 */
function moveInTree(list: HTMLElement, target: HTMLElement, key: string): boolean {
  if (!target.matches(toggles)) return false;
  const isOpen = target.getAttribute('aria-expanded') === 'true';
  const all = [...list.querySelectorAll<HTMLElement>(toggles)];
  const next = all[all.indexOf(target) + 1];
  if (key === 'ArrowDown') next?.focus();
  else if (key === 'ArrowUp') all[all.indexOf(target) - 1]?.focus();
  else if (key === 'ArrowRight') {
    if (!isOpen) target.click();
    else if (next && target.parentElement?.contains(next)) next.focus();
  } else if (key === 'ArrowLeft') {
    if (isOpen) target.click();
    else target.closest('ul')?.parentElement?.querySelector<HTMLElement>(toggles)?.focus();
  } else return false;
  return true;
}
