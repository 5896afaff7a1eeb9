import { useState } from 'react';

/**
 * For a dialog that was not opened by a Radix trigger: a handler of `onCloseAutoFocus` that returns
 * the focus to where it was when the dialog opened, or to the dialog behind if that element is gone.
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
