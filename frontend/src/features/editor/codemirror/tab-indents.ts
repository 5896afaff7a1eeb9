import { indentLess, indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

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

/** One step at the caret, or of the lines that are selected. */
function indent(view: EditorView): boolean {
  const { state } = view;
  if (!state.selection.main.empty) return indentMore(view);
  view.dispatch(state.replaceSelection(state.facet(indentUnit)), {
    scrollIntoView: true,
    userEvent: 'input',
  });
  return true;
}
