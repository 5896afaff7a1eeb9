import type { Language } from './grammars.ts';
import { codePainter, paintedMost } from './highlight.ts';

/** The colours of a text box. */
interface TextBoxColors {
  /** Call it when the text has changed. */
  paint(): void;
  /** Stops updating the colours. */
  end(): void;
}

/**
 * Shows the text of a box in colours, in an element with the same font behind it, since a text box cannot be coloured
 * itself. Only the beginning of a long text is coloured; when more is visible, the box shows its own text.
 */
export function colorTextBox(
  box: HTMLTextAreaElement,
  behind: HTMLElement,
  language: Language,
): TextBoxColors {
  const paintCode = codePainter(behind);
  let isWhole = true;
  let wasScrolled = false;

  function follow(): void {
    // Reads all measures before any change, because a read after a change forces a layout.
    const { clientWidth, clientHeight, scrollTop, scrollLeft } = box;
    // Excludes the box's scroll bar.
    behind.style.width = `${clientWidth}px`;
    // Without the last painted line, which is empty.
    const painted = () => behind.scrollHeight - Number.parseFloat(behind.style.lineHeight);
    const beyond = !isWhole && scrollTop + clientHeight > painted();
    behind.classList.toggle('invisible', beyond);
    box.classList.toggle('see-through', !beyond);
    const isScrolled = scrollTop !== 0 || scrollLeft !== 0;
    if (isScrolled || wasScrolled) Object.assign(behind, { scrollTop, scrollLeft });
    wasScrolled = isScrolled;
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
