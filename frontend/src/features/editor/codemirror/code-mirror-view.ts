import { isolateHistory } from '@codemirror/commands';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { Problem } from '@studio/engine/problem';
import type { FullEditorView } from '../components/full-editor.ts';
import type { LiveText } from '../model/live-text.ts';
import { type EditorPosition, withEndingsOf, withPlainEndings } from '../model/text-lines.ts';
import { changesBetween } from './open-editor.ts';

/** CSS pixels kept visible above and below a revealed position. */
const margin = 48;

/** The interface of a CodeMirror editor for its pane. */
export function viewOf(mounted: EditorView, text: LiveText): FullEditorView {
  return {
    resume({ anchor, caret, scrollTop, focused }) {
      const { state } = mounted;
      mounted.dispatch({ selection: { anchor: offsetIn(state, anchor), head: offsetIn(state, caret) } });
      mounted.scrollDOM.scrollTop = scrollTop;
      if (focused) mounted.contentDOM.focus({ preventScroll: true });
    },
    moveTo(caret) {
      const offset = offsetIn(mounted.state, caret);
      mounted.dispatch({
        selection: { anchor: offset },
        effects: EditorView.scrollIntoView(offset, { yMargin: margin }),
      });
      mounted.focus();
    },
    caret() {
      const { doc, selection } = mounted.state;
      return withEndingsOf(doc.sliceString(0, selection.main.head), text.read()).length;
    },
    showCommands: null,
    replace(code, caret) {
      const offset = withPlainEndings(code.slice(0, caret)).length;
      mounted.dispatch({
        changes: changesBetween(mounted.state, withPlainEndings(code)),
        selection: EditorSelection.cursor(offset),
        effects: EditorView.scrollIntoView(offset, { yMargin: margin }),
        annotations: isolateHistory.of('full'),
      });
    },
  };
}

/** The offset of a position; beyond the end of a line or of the text, that end. */
function offsetIn({ doc }: EditorState, { lineNumber, column }: EditorPosition): number {
  const line = doc.line(Math.max(1, Math.min(lineNumber, doc.lines)));
  return Math.min(line.from + Math.max(0, column - 1), line.to);
}

/** Marks the problems of this text, and removes all earlier marks. */
export function markProblems(state: EditorState, problems: readonly Problem[]): TransactionSpec {
  return setDiagnostics(
    state,
    problems.map((problem) => ({
      severity: problem.severity,
      message: problem.message,
      ...markedRange(state, problem),
    })),
  );
}

type MarkedRange = Pick<Diagnostic, 'from' | 'to'>;

/** What a fix would replace, the word at the position, or one character, so that the mark is visible. */
function markedRange(state: EditorState, problem: Problem): MarkedRange {
  const replaced = replacedRange(state, problem);
  if (replaced) return replaced;
  const start = offsetIn(state, { lineNumber: problem.line, column: problem.column });
  const word = state.wordAt(start);
  return { from: word?.from ?? start, to: word?.to ?? Math.min(start + 1, state.doc.length) };
}

/** The text that a problem's fix replaces; null if it has none, or the text has changed since. */
function replacedRange(state: EditorState, { line, column, fix }: Problem): MarkedRange | null {
  if (!fix) return null;
  const from = offsetIn(state, { lineNumber: line, column });
  const to = from + fix.text.length;
  return state.sliceDoc(from, to) === fix.text ? { from, to } : null;
}

/** Applies one of a problem's replacements as one undo step, unless the text has changed since. */
export function applyFix(view: EditorView, problem: Problem, replacement: string): void {
  const replaced = replacedRange(view.state, problem);
  if (!replaced) return;
  view.dispatch({
    changes: { ...replaced, insert: replacement },
    annotations: isolateHistory.of('full'),
  });
}

/** Keeps the caret visible when the editor becomes lower: a keyboard opens, or a phone is rotated. */
export const keepCaretInView = ViewPlugin.define((view) => {
  let height = 0;
  const sizes = new ResizeObserver(() => {
    const now = view.scrollDOM.clientHeight;
    if (now < height && view.hasFocus) {
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main) });
    }
    height = now;
  });
  sizes.observe(view.scrollDOM);
  return { destroy: () => sizes.disconnect() };
});
