/**
 * Whether the field of a list may have the focus as soon as it appears. On a touch screen the keyboard would cover the
 * list, unless a key of a keyboard has opened it.
 */
export function mayFocusAtOnce(): boolean {
  return matchMedia('(pointer: fine)').matches || document.activeElement?.matches(':focus-visible') === true;
}
