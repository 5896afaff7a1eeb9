import { type editor, Range, Selection } from 'monaco-editor/editor';

/**
 * Inserts text that is dropped on an editor from elsewhere, as one undo step, and selects it. Monaco itself would escape
 * it for a snippet, which its standalone editor then inserts as it is.
 */
export function insertDroppedText(mounted: editor.IStandaloneCodeEditor): void {
  mounted.getContribution('editor.contrib.dropIntoEditorController')?.dispose();
  mounted.getDomNode()?.addEventListener('drop', (event) => {
    const { dataTransfer } = event;
    // A picture from another page has no more than its address.
    const text = dataTransfer?.getData('text/plain') || dataTransfer?.getData('URL');
    const position = mounted.getTargetAtClientPoint(event.clientX, event.clientY)?.position;
    if (!text || !position) return;
    event.preventDefault();
    mounted.pushUndoStop();
    mounted.executeEdits('drop', [{ range: Range.fromPositions(position), text }], (inserted) =>
      inserted.map(({ range }) => Selection.fromPositions(range.getStartPosition(), range.getEndPosition())),
    );
    mounted.pushUndoStop();
    mounted.focus();
  });
}
