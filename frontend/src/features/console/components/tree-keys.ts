/** Everything in the console that opens and closes. */
const toggles = '[data-value-toggle]';

/**
 * The arrows of a tree: up and down go through what can be opened, right opens or goes in, left closes or goes out.
 * True where the key was one of them.
 */
export function moveInTree(list: HTMLElement, target: HTMLElement, key: string): boolean {
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
