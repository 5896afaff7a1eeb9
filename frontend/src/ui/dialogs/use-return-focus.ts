import { useState } from 'react';

/**
 * For a dialog that was not opened by a trigger of Radix's own: a handler of `onCloseAutoFocus` that leads
 * the focus back to where it was when the dialog was drawn first, or to the dialog behind if that is gone.
 */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (before instanceof HTMLElement) before.focus();
    if (document.activeElement !== before)
      [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)?.focus();
  };
}
