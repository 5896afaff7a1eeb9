import { type KeyboardEvent, useRef } from 'react';
import type { Language } from '../highlighting/grammars.ts';
import { codePainter, paintedMost } from '../highlighting/highlight.ts';

/** The colours of a text box. */
interface TextBoxColors {
  /** The text is another. */
  paint(): void;
  /** They stay as they are. */
  end(): void;
}

/**
 * Shows the text of a box in colours, in an element of the same type behind it: browsers colour nothing in a text box
 * itself. Of a long text only the beginning is coloured, and the box shows its own where more than that is in sight.
 */
export function colorTextBox(
  box: HTMLTextAreaElement,
  behind: HTMLElement,
  language: Language,
): TextBoxColors {
  const paintCode = codePainter(behind);
  let isWhole = true;

  function follow(): void {
    // Without the scroll bar that the box may have.
    behind.style.width = `${box.clientWidth}px`;
    // The last line of what is painted is the next one's place.
    const painted = behind.scrollHeight - Number.parseFloat(behind.style.lineHeight);
    const beyond = !isWhole && box.scrollTop + box.clientHeight > painted;
    behind.classList.toggle('invisible', beyond);
    box.classList.toggle('see-through', !beyond);
    behind.scrollTop = box.scrollTop;
    behind.scrollLeft = box.scrollLeft;
  }

  const sizes = new ResizeObserver(follow);
  sizes.observe(box);
  box.addEventListener('scroll', follow);
  return {
    paint() {
      const { value } = box;
      isWhole = value.length <= paintedMost;
      paintCode(isWhole ? value : value.slice(0, value.lastIndexOf('\n', paintedMost) + 1), language);
      follow();
    },
    end() {
      sizes.disconnect();
      box.removeEventListener('scroll', follow);
      behind.replaceChildren();
    },
  };
}

/** Keeps what is at the top of a text box there through every size that the box takes, also one in which all would fit. */
export function keepScrollTop(box: HTMLTextAreaElement): () => void {
  /** The part of the text above the top, and where that was put last. */
  let above = 0;
  let put = 0;
  const sizes = new ResizeObserver(() => {
    box.scrollTop = above * box.scrollHeight;
    put = box.scrollTop;
  });
  sizes.observe(box);
  const record = () => {
    put = box.scrollTop;
    above = put / box.scrollHeight;
  };
  box.oninput = record;
  box.onscroll = () => {
    // What a new size has moved is no place that anybody went to.
    if (box.scrollTop !== put) record();
  };
  return () => sizes.disconnect();
}

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
