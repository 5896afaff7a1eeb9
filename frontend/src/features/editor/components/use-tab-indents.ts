import { type KeyboardEvent, useRef } from 'react';

/**
 * Key handler of a text box in which Tab indents. After Esc the next Tab moves the focus, as it does in any other field
 * (WCAG 2.1.2); Shift+Tab always does. `columns`: how many spaces a step has.
 */
export function useTabIndents(columns: number): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const isReleased = useRef(false);
  return (event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (key === 'Tab' && !isReleased.current && !(shiftKey || ctrlKey || metaKey || altKey)) {
      // Old, and the only way that leaves a text box its undo.
      if (document.execCommand('insertText', false, ' '.repeat(columns))) event.preventDefault();
    }
    isReleased.current = key === 'Escape';
  };
}
