import { type editor, Range } from 'monaco-editor/editor';

/**
 * Takes the colour swatches away when lines that had some are replaced, and has them made anew: until Monaco looks for
 * colours again, a second later, they would stand within words of the new text.
 */
export function keepSwatchesFresh(mounted: editor.IStandaloneCodeEditor): void {
  mounted.onDidChangeModelContent(({ changes }) => {
    const model = mounted.getModel();
    const replacesLines = changes.some(({ range }) => range.startLineNumber !== range.endLineNumber);
    if (!model || !replacesLines || !hasSwatch(model, writtenRange(model, changes))) return;
    mounted.updateOptions({ colorDecorators: false });
    mounted.updateOptions({ colorDecorators: true });
  });
}

/** Where the new text stands; of several changes, somewhere in the whole. */
function writtenRange(model: editor.ITextModel, changes: readonly editor.IModelContentChange[]): Range {
  const [change] = changes;
  if (!change || changes.length > 1) return model.getFullModelRange();
  const { range, rangeOffset, text } = change;
  return Range.fromPositions(Range.getStartPosition(range), model.getPositionAt(rangeOffset + text.length));
}

function hasSwatch(model: editor.ITextModel, range: Range): boolean {
  return model
    .getDecorationsInRange(range)
    .some(({ options }) => options.before?.inlineClassName?.includes('colorpicker-color-decoration'));
}
