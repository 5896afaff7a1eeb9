import { editor } from 'monaco-editor/editor';

/** Lines that are coloured before an editor is shown: more than are in sight. */
const linesShown = 100;

/**
 * Resolves when the beginning of the text has its colours, so that nothing that was coloured before turns plain: the
 * grammars come as files of their own, and without them an editor shows plain text. Without a grammar it resolves, too.
 */
export async function whenColored(mounted: editor.IStandaloneCodeEditor): Promise<void> {
  const model = mounted.getModel();
  if (!model) return;
  const lastLine = Math.min(linesShown, model.getLineCount());
  const beginning = model.getValueInRange({
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: lastLine,
    endColumn: model.getLineMaxColumn(lastLine),
  });
  try {
    // Waits for the grammar, and for those of the languages within.
    await editor.colorize(beginning, model.getLanguageId(), {});
  } catch (error) {
    console.warn('A language of the editor could not be loaded.', error);
  }
  if (model.isDisposed()) return;
  // Has the lines up to this one coloured in the model itself; by now the text may be a shorter one.
  editor.colorizeModelLine(model, Math.min(lastLine, model.getLineCount()));
  mounted.render(true);
}
