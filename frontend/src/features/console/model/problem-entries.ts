import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';
import { fileNames } from './stack-frames.ts';

/** The problems that were not there before, as entries: one that stays while a person types is told once. */
export function entriesOfNewProblems(
  before: readonly Problem[],
  now: readonly Problem[],
  timestamp: number,
): ConsoleEntry[] {
  const known = new Set(before.map(identity));
  return now
    .filter((problem) => !known.has(identity(problem)))
    .map(({ language, severity, message, line, column }) => ({
      level: severity === 'error' ? 'error' : 'warn',
      args: [message],
      stack: `    at ${fileNames[language]}:${line}:${column}`,
      timestamp,
    }));
}

/** What a problem says and where it points; lines above it may come and go. */
function identity({ language, severity, message }: Problem): string {
  return JSON.stringify([language, severity, message]);
}
