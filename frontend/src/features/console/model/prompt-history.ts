/** What was asked before, oldest first, and where in it a person is; at its length: at a line of their own. */
export interface PromptHistory {
  lines: readonly string[];
  at: number;
  /** The line that was being written before going back. */
  draft: string;
}

/** How many lines are remembered. */
const remembered = 100;

export const emptyHistory: PromptHistory = { lines: [], at: 0, draft: '' };

/** Remembers a line; the same twice in a row is one. */
export function remember({ lines }: PromptHistory, line: string): PromptHistory {
  const next = lines.at(-1) === line ? lines : [...lines, line].slice(-remembered);
  return { lines: next, at: next.length, draft: '' };
}

/** Goes one line back or forth from `current`; null where there is none. */
export function recall(
  history: PromptHistory,
  step: -1 | 1,
  current: string,
): { history: PromptHistory; line: string } | null {
  const { lines, at } = history;
  const next = at + step;
  if (next < 0 || next > lines.length) return null;
  const draft = at === lines.length ? current : history.draft;
  return { history: { lines, at: next, draft }, line: lines[next] ?? draft };
}
