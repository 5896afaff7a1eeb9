import type { Problem } from '@studio/engine/problem';
import { editor, MarkerSeverity } from 'monaco-editor/editor';
import { panes } from '../model/panes.ts';
import { modelOf } from './models.ts';

/** Names the markers as ours among those of Monaco's own services. */
const owner = 'studio';

/** Marks the problems in the panes that they belong to, and takes all earlier marks away. */
export function markProblems(problems: readonly Problem[]): void {
  for (const { language } of panes) {
    const model = modelOf(language);
    if (!model) continue;
    const own = problems.filter((problem) => problem.language === language);
    editor.setModelMarkers(
      model,
      owner,
      own.map(({ severity, message, line, column }) => ({
        severity: severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
        message,
        ...wordAt(model, line, column),
      })),
    );
  }
}

/** The word at a position, or the one character: something that can be seen. */
function wordAt(model: editor.ITextModel, line: number, column: number) {
  const { lineNumber, column: start } = model.validatePosition({ lineNumber: line, column });
  const word = model.getWordAtPosition({ lineNumber, column: start });
  return {
    startLineNumber: lineNumber,
    endLineNumber: lineNumber,
    startColumn: word?.startColumn ?? start,
    endColumn: word?.endColumn ?? start + 1,
  };
}
