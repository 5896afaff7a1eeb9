import type { Dialect, ScriptGoal } from './parse-script.js';
import { readQuickly } from './read-script.js';

const dialects: [dialect: Dialect, hint: string][] = [
  [{ typescript: false, jsx: true }, 'This is JSX: choose React in Framework Configuration'],
  [{ typescript: true, jsx: false }, 'This is TypeScript: turn on TypeScript in Framework Configuration'],
  [
    { typescript: true, jsx: true },
    'This is TypeScript with JSX: choose React and turn on TypeScript in Framework Configuration',
  ],
];

/** Where plain JavaScript is wrong: what to choose, if all of it is right in another dialect. */
export async function missingDialect(source: string, goal: ScriptGoal): Promise<string | null> {
  for (const [dialect, hint] of dialects) if (await readQuickly(source, dialect, goal)) return hint;
  return null;
}
