import { indentUnit } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { columnsOf, type TabSize } from '../model/code-style.ts';

/** Lines in which an indentation is looked for. */
const searched = 200;

/** A step of indentation as the person likes it, as in Monaco. Code that has tabs keeps them. */
export function indentation(tabSize: TabSize): Extension {
  const spaces = ' '.repeat(columnsOf(tabSize));
  return [
    EditorState.tabSize.of(columnsOf(tabSize)),
    indentUnit.compute(['doc'], (state) => {
      const own = ownStep(state);
      return own === '\t' || (own !== null && tabSize === 'auto') ? own : spaces;
    }),
  ];
}

/** What the code itself begins a line with. */
function ownStep({ doc }: EditorState): string | null {
  for (let number = 1; number <= Math.min(searched, doc.lines); number += 1) {
    const [step] = /^(\t| {2,8}(?=[^ *]))/.exec(doc.line(number).text.slice(0, 10)) ?? [];
    if (step) return step;
  }
  return null;
}
