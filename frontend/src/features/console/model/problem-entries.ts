import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';
import { fileNames } from './source-places.ts';

/** A problem as an entry. `id` (its message and an index among equal ones) stays the same while its line moves. */
interface ProblemEntry {
  id: string;
  entry: ConsoleEntry;
  /** The script cannot run because of it. */
  breaksScript: boolean;
}

/** The compilers' problems as entries, each with a link to its position. `timestamp` in ms since 1970. */
export function problemEntries(problems: readonly Problem[], timestamp: number): ProblemEntry[] {
  const seen = new Map<string, number>();
  return problems.map(({ language, severity, message, line, column }) => {
    const text = JSON.stringify([language, severity, message]);
    const place = seen.get(text) ?? 0;
    seen.set(text, place + 1);
    return {
      id: `${place} ${text}`,
      breaksScript: language === 'js' && severity === 'error',
      entry: {
        level: severity === 'error' ? 'error' : 'warn',
        args: [message],
        stack: `    at ${fileNames[language]}:${line}:${column}`,
        timestamp,
      },
    };
  });
}

/** Whether an uncaught error of the page says what a problem says: an import that cannot work throws its text. */
export function isErrorOf(error: ConsoleEntry, problem: ConsoleEntry): boolean {
  const [text] = error.args;
  const [message] = problem.args;
  if (error.level !== 'error') return false;
  if (typeof text !== 'string' || typeof message !== 'string') return false;
  return text.startsWith('JavaScript Error: ') && text.endsWith(`Error: ${message}`);
}
