import { indentLess, indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { columnsOf, type TabSize } from '../model/editor-look.ts';

/** How many lines are searched for an indentation. */
const searched = 200;

/** The indentation step from the settings, as in Monaco. Code with tabs keeps them. */
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

/** The indentation step that the code itself uses, if any. */
function ownStep({ doc }: EditorState): string | null {
  for (let number = 1; number <= Math.min(searched, doc.lines); number += 1) {
    const [step] = /^(\t| {2,8}(?=[^ *]))/.exec(doc.line(number).text.slice(0, 10)) ?? [];
    if (step) return step;
  }
  return null;
}

/** Tab indents; after Esc the next Tab moves the focus, as in the light editor (WCAG 2.1.2). */
export function tabIndents(): Extension {
  let released = false;
  return [
    EditorView.domEventObservers({
      keydown({ key }) {
        if (key !== 'Tab' && key !== 'Shift') released = key === 'Escape';
      },
      focus() {
        released = false;
      },
    }),
    keymap.of([
      {
        key: 'Tab',
        run: (view) => !released && indent(view),
        shift: (view) => !released && indentLess(view),
      },
    ]),
  ];
}

/** Indents one step at the caret, or the selected lines. */
function indent(view: EditorView): boolean {
  const { state } = view;
  if (!state.selection.main.empty) return indentMore(view);
  view.dispatch(state.replaceSelection(state.facet(indentUnit)), {
    scrollIntoView: true,
    userEvent: 'input',
  });
  return true;
}
