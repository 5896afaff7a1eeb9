import type { Language } from '@/features/editor/highlighting/grammars.ts';
import { colorTextBox } from '@/features/editor/highlighting/text-box-colors.ts';
import { element } from './elements.ts';

interface SourceBox {
  element: HTMLElement;
  setText(text: string): void;
}

const lineHeight = '20px';

/** A text box with coloured code. Tab leaves it, like any other field. */
export function createSourceBox(
  name: string,
  language: Language,
  text: string,
  onEdit: (text: string) => void,
): SourceBox {
  const behind = element('pre', { className: 'code-text', ariaHidden: 'true' });
  const box = element('textarea', {
    className: 'light-editor code-text',
    ariaLabel: name,
    value: text,
    spellcheck: false,
    autocapitalize: 'off',
  });
  for (const { style } of [behind, box]) style.lineHeight = lineHeight;
  const { paint } = colorTextBox(box, behind, language);
  box.oninput = () => {
    paint();
    onEdit(box.value);
  };
  paint();
  return {
    element: element('div', { className: 'source' }, behind, box),
    setText(changed) {
      box.value = changed;
      paint();
    },
  };
}
