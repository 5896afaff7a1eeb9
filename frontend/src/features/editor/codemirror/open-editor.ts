import { history, isolateHistory } from '@codemirror/commands';
import {
  Annotation,
  type ChangeSpec,
  Compartment,
  EditorState,
  type Extension,
  Transaction,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { differences } from '../model/line-differences.ts';
import type { LiveText } from '../model/live-text.ts';
import { withEndingsOf, withPlainEndings } from '../model/text-lines.ts';

/** Marks a change that came from the live text and must not be sent back to it. */
const followed = Annotation.define<true>();

/** An editor on a live text; both are synchronized until `close`. */
export interface OpenEditor {
  view: EditorView;
  close(): void;
}

/** Opens an editor in `parent`. CodeMirror uses `\n`; the live text keeps its own line endings. */
export function openEditor(parent: HTMLElement, text: LiveText, extensions: Extension): OpenEditor {
  const past = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: withPlainEndings(text.opened()),
      extensions: [
        past.of(history()),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (!docChanged || transactions.some((one) => one.annotation(followed))) return;
          text.type(withEndingsOf(state.doc.toString(), text.read()), view);
        }),
        extensions,
      ],
    }),
  });

  /** Changes only the differing parts, as an undoable step. */
  function merge(code: string): void {
    view.dispatch({
      changes: changesBetween(view.state, code),
      annotations: [followed.of(true), isolateHistory.of('full')],
    });
  }

  /** Opens another document's text with a new undo history. */
  function replace(code: string): void {
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: code },
      selection: { anchor: 0 },
      effects: [past.reconfigure([]), EditorView.scrollIntoView(0)],
      annotations: [followed.of(true), Transaction.addToHistory.of(false)],
    });
    view.dispatch({ effects: past.reconfigure(history()) });
  }

  // What was typed before this editor came.
  if (text.read() !== text.opened()) merge(withPlainEndings(text.read()));
  const unsubscribe = text.subscribe((change) => {
    if (change.kind === 'typed' && change.view === view) return;
    const code = withPlainEndings(change.text);
    if (change.kind === 'replaced') replace(code);
    else merge(code);
  });

  return {
    view,
    close() {
      unsubscribe();
      view.destroy();
    },
  };
}

/** The minimal changes that turn an editor's text into `code`, so that carets elsewhere do not move. */
export function changesBetween({ doc }: EditorState, code: string): ChangeSpec[] {
  return differences(doc.toString(), code).map(({ start, end, text }) => ({
    from: start,
    to: end,
    insert: text,
  }));
}
