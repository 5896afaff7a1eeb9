import { type editor, Range } from 'monaco-editor/editor';
import type { FullEditorView } from '../components/full-editor.ts';
import { difference } from '../model/text-difference.ts';

/** One Monaco editor as its pane deals with it. */
export function viewOf(mounted: editor.IStandaloneCodeEditor): FullEditorView {
  return {
    resume({ anchor, caret, scrollTop, focused }) {
      mounted.setSelection({
        selectionStartLineNumber: anchor.lineNumber,
        selectionStartColumn: anchor.column,
        positionLineNumber: caret.lineNumber,
        positionColumn: caret.column,
      });
      mounted.setScrollTop(scrollTop);
      if (focused) mounted.focus();
    },
    moveTo(caret) {
      mounted.setPosition(caret);
      mounted.revealPositionInCenterIfOutsideViewport(caret);
      mounted.focus();
    },
    caret() {
      const position = mounted.getPosition();
      return position ? (mounted.getModel()?.getOffsetAt(position) ?? 0) : 0;
    },
    showCommands() {
      mounted.focus();
      void mounted.getAction('editor.action.quickCommand')?.run();
    },
    replace(text, caret) {
      const model = mounted.getModel();
      if (!model) return;
      const { start, end, text: replacement } = difference(model.getValue(), text);
      const range = Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
      mounted.pushUndoStop();
      mounted.executeEdits('format', [{ range, text: replacement }]);
      mounted.pushUndoStop();
      mounted.setPosition(model.getPositionAt(caret));
      mounted.revealPositionInCenterIfOutsideViewport(model.getPositionAt(caret));
    },
  };
}
