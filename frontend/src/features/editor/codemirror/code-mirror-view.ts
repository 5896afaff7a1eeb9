import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, type EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { FullEditorView } from '../components/full-editor.ts';
import { withEndingsOf, withPlainEndings } from '../model/line-endings.ts';
import type { LiveText } from '../model/live-text.ts';
import type { TextPosition } from '../model/text-lines.ts';
import { changesBetween } from './changes-between.ts';

/** CSS pixels that are seen above and below a place that is shown. */
const margin = 48;

/** One CodeMirror editor as its pane deals with it. */
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
export function offsetIn({ doc }: EditorState, { lineNumber, column }: TextPosition): number {
  const line = doc.line(Math.max(1, Math.min(lineNumber, doc.lines)));
  return Math.min(line.from + Math.max(0, column - 1), line.to);
}
