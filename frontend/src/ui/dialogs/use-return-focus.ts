import { useLayoutEffect, useRef } from 'react';
import { dialogs } from './find-dialogs.ts';

/**
 * For a dialog that was not opened by a Radix trigger: a handler of `onCloseAutoFocus` that returns the focus to the
 * element that had it when the dialog opened; if that is gone, to a remaining ancestor, or to the dialog behind. A focus
 * that has moved on since the dialog closed stays.
 */
export function useReturnFocus(): (event: Event) => void {
  const places = useRef<HTMLElement[]>([]);
  const lastFocused = useRef<Element>(null);
  // Not while it renders: `DialogLoading`, which it takes the place of, still has the focus then.
  useLayoutEffect(() => {
    places.current = focusPlaces(document.activeElement);
    return () => {
      lastFocused.current = document.activeElement;
    };
  }, []);
  return (event) => {
    event.preventDefault();
    const focused = document.activeElement;
    const isBehind = focused === document.body || focused?.closest(dialogs);
    if (!isBehind && focused !== lastFocused.current) return;
    const behind = [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1);
    // A toast that was pressed to open the dialog has left the focus to the place of toasts.
    const isToastGone = places.current[0]?.matches('.toast-place:empty') === true;
    for (const place of [...(isToastGone ? [] : places.current), behind]) {
      place?.focus();
      // It may have passed the focus on to something in it.
      if (place?.contains(document.activeElement)) return;
    }
  };
}

/** The element and those around it that can take the focus, innermost first. */
function focusPlaces(element: Element | null): HTMLElement[] {
  const places = element instanceof HTMLElement ? [element] : [];
  for (let around = element?.parentElement; around; around = around.parentElement)
    if (around.matches('[tabindex]')) places.push(around);
  return places;
}
