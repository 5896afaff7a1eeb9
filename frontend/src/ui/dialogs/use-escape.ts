import { type KeyboardEvent, type RefObject, useRef } from 'react';

/** What opens above a dialog, or is one. */
const layer = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

interface EscapeProps {
  ref: RefObject<HTMLDivElement | null>;
  onEscapeKeyDown: (event: globalThis.KeyboardEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * For the content of a dialog: Esc closes the one that has the focus, unless something in it keeps the key to itself, such
 * as a field with an open list. Radix gives the key to what opened last, before anything in the dialog has it: that may be
 * a toast, and for a moment after a second dialog has taken the focus still the first.
 */
export function useEscape(close: () => void): EscapeProps {
  const content = useRef<HTMLDivElement>(null);
  return {
    ref: content,
    onEscapeKeyDown(event) {
      const isInLayer = event.target instanceof Element && event.target.closest(layer) !== null;
      if (event.isComposing || isInLayer) event.preventDefault();
    },
    onKeyDown({ key, nativeEvent, target }) {
      // React's events also come from what a dialog has opened; and during composition Esc belongs to the input method.
      const isOwn = target instanceof Node && content.current?.contains(target);
      if (key === 'Escape' && !nativeEvent.isComposing && isOwn) close();
    },
  };
}
