import { currentCompletions } from '@codemirror/autocomplete';
import { indentLess, indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { columnsOf, type TabSize } from '../model/editor-look.ts';
import { indentationStep } from '../model/indentation-step.ts';

/** The indentation step from the settings, as in Monaco. Code with tabs keeps them. */
export function indentation(tabSize: TabSize): Extension {
  return [
    EditorState.tabSize.of(columnsOf(tabSize)),
    indentUnit.compute(['doc'], ({ doc }) => indentationStep(doc.iterLines(), tabSize)),
  ];
}

/** Tab indents; after an Esc that has no other use the next Tab moves the focus, as in the light editor (WCAG 2.1.2). */
export function tabIndents(): Extension {
  const hold = (_event: Event, view: EditorView) => view.setTabFocusMode(false);
  return [
    EditorView.domEventObservers({
      keydown({ key }, view) {
        if (key === 'Tab' || key === 'Shift') return;
        // Esc closes the list of snippets, and minimizes a maximized pane.
        const isUsed = currentCompletions(view.state).length > 0 || view.dom.closest('.maximized') !== null;
        // After CodeMirror, which lets Tab leave for two seconds after any Esc.
        queueMicrotask(() => view.setTabFocusMode(key === 'Escape' && !isUsed));
      },
      focus: hold,
      pointerdown: hold,
    }),
    keymap.of([{ key: 'Tab', run: indent, shift: indentLess }]),
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
