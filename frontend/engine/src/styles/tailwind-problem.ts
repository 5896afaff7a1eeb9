import type { Problem } from '../problem.js';

/**
 * What Tailwind threw, at its place in the pane: syntax errors carry an offset, all others name what they mean in
 * backticks, and that stands in the pane. `prefixLength`: how much was put in front of the first line.
 */
export function toTailwindProblem(error: unknown, pane: string, prefixLength: number): Problem {
  if (!(error instanceof Error)) throw error;
  const said = error instanceof RangeError ? 'Rules are nested too deep.' : error.message;
  const [firstLine = ''] = said.replace(/^style\.css:\d+:\d+: /, '').split('\n');
  const offset = offsetOf(error, pane, prefixLength);
  const before = pane.slice(0, offset).split('\n');
  return {
    language: 'css',
    severity: 'error',
    message: firstLine,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  };
}

function offsetOf(error: Error, pane: string, prefixLength: number): number {
  if ('loc' in error && Array.isArray(error.loc) && typeof error.loc[1] === 'number')
    return Math.max(0, error.loc[1] - prefixLength);
  const [, name] = /`([^`]+)`/.exec(error.message) ?? [];
  const word = /variant: (\S+)/.exec(error.message)?.[1] ?? name ?? '';
  return Math.max(0, pane.indexOf(word));
}
