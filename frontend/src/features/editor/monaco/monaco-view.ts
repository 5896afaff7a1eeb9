import { type editor, type IPosition, Range } from 'monaco-editor/editor';
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

/** Keeps what is at the top of an editor there through every size that it takes, also one in which all would fit. */
export function keepTopLine(mounted: editor.IStandaloneCodeEditor): void {
  let top: { position: IPosition; beyond: number } | undefined;
  /** Where that was put last: what a new size has moved is no place that anybody went to. */
  let put = 0;
  const sizeNow = () => {
    const { width, height } = mounted.getLayoutInfo();
    return `${width} ${height}`;
  };
  let size = sizeNow();

  mounted.onDidScrollChange(({ scrollTop }) => {
    if (scrollTop === put || sizeNow() !== size) return;
    const position = mounted.getVisibleRanges()[0]?.getStartPosition();
    if (!position) return;
    put = scrollTop;
    top = { position, beyond: scrollTop - mounted.getTopForPosition(position.lineNumber, position.column) };
  });
  mounted.onDidLayoutChange(() =>
    queueMicrotask(() => {
      size = sizeNow();
      if (!top) return;
      const { lineNumber, column } = top.position;
      mounted.setScrollTop(mounted.getTopForPosition(lineNumber, column) + top.beyond);
      put = mounted.getScrollTop();
    }),
  );
}
