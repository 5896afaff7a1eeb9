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

/** A change that came from the live text, and so is no news to it. */
const followed = Annotation.define<true>();

/** An editor on a live text; until `close` both are kept alike. */
export interface OpenEditor {
  view: EditorView;
  close(): void;
}

/** Opens an editor in `parent`. CodeMirror's own line endings are plain: the live text keeps those that it had. */
export function openEditor(parent: HTMLElement, text: LiveText, extensions: Extension): OpenEditor {
  const past = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: withPlainEndings(text.read()),
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

  /** Changes only what differs, which can be undone. */
  function merge(code: string): void {
    view.dispatch({
      changes: changesBetween(view.state, code),
      annotations: [followed.of(true), isolateHistory.of('full')],
    });
  }

  /** Another document's text comes with a past of its own. */
  function replace(code: string): void {
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: code },
      selection: { anchor: 0 },
      effects: [past.reconfigure([]), EditorView.scrollIntoView(0)],
      annotations: [followed.of(true), Transaction.addToHistory.of(false)],
    });
    view.dispatch({ effects: past.reconfigure(history()) });
  }

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

/** What has to change for an editor to hold `code`, no more than that: carets elsewhere stay where they are. */
export function changesBetween({ doc }: EditorState, code: string): ChangeSpec[] {
  return differences(doc.toString(), code).map(({ start, end, text }) => ({
    from: start,
    to: end,
    insert: text,
  }));
}
