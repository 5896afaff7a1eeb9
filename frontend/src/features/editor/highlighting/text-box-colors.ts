import type { Language } from './grammars.ts';
import { codePainter, paintedMost } from './highlight.ts';

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
  let wasScrolled = false;

  function follow(): void {
    // All that is asked of the box comes before anything is changed: each question after a change costs a layout.
    const { clientWidth, clientHeight, scrollTop, scrollLeft } = box;
    // Without the scroll bar that the box may have.
    behind.style.width = `${clientWidth}px`;
    // The last line of what is painted is the next one's place.
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
