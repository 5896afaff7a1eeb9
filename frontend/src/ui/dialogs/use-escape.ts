import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { isForInputMethod } from '../input-method.ts';

/**
 * Elements that open above a dialog, or are one; the status is that of a dialog that is loading. A toast that was pressed
 * leaves the focus to the place of toasts.
 */
const layer =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=status], .toast-place:not(:empty)';

interface EscapeProps {
  ref: RefObject<HTMLDivElement | null>;
  onEscapeKeyDown: (event: globalThis.KeyboardEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * For the content of a dialog: Esc closes the dialog with the focus, unless an element in it handles the key, such as
 * a field with an open list. Radix would pass the key to the layer that opened last, before the dialog's content:
 * that may be a toast, or for a moment after a second dialog has opened still the first.
 */
export function useEscape(close: () => void): EscapeProps {
  const content = useRef<HTMLDivElement>(null);
  return {
    ref: content,
    onEscapeKeyDown(event) {
      const isInLayer = event.target instanceof Element && event.target.closest(layer) !== null;
      if (isForInputMethod(event) || isInLayer) event.preventDefault();
    },
    onKeyDown({ key, nativeEvent, target }) {
      // React's events also bubble from layers that the dialog has opened; during composition Esc belongs to the
      // input method.
      const isOwn = target instanceof Node && content.current?.contains(target);
      if (key === 'Escape' && !isForInputMethod(nativeEvent) && isOwn) close();
    },
  };
}
