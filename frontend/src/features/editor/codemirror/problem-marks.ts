import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { Problem } from '@studio/engine/problem';
import { offsetIn } from './code-mirror-view.ts';

/** Marks the problems of this text, and takes all earlier marks away. */
export function markProblems(state: EditorState, problems: readonly Problem[]): TransactionSpec {
  return setDiagnostics(
    state,
    problems.map(({ severity, message, line, column }) => ({
      severity,
      message,
      ...wordAt(state, line, column),
    })),
  );
}

/** The word at a position, or the one character: something that can be seen. */
function wordAt(state: EditorState, line: number, column: number): Pick<Diagnostic, 'from' | 'to'> {
  const start = offsetIn(state, { lineNumber: line, column });
  const word = state.wordAt(start);
  return { from: word?.from ?? start, to: word?.to ?? Math.min(start + 1, state.doc.length) };
}
