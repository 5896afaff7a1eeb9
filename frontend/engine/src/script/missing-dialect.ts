import type { ScriptGoal } from './parse-script.js';
import { isJsx, readQuickly } from './read-script.js';

/** Sucrase can take long for texts that are made so: longer ones are not tried. */
const mostCharacters = 10_000;

/** Where plain JavaScript is wrong: what to choose, if all of it is right in another dialect. */
export async function missingDialect(
  source: string,
  goal: ScriptGoal,
  mistakeAt: number,
): Promise<string | null> {
  if (source[mistakeAt] === '<' && (await isJsx(source)))
    return 'This is JSX: choose React in Framework Configuration';
  if (source.length > mostCharacters) return null;
  if (await readQuickly(source, { typescript: true, jsx: false }, goal))
    return 'This is TypeScript: turn on TypeScript in Framework Configuration';
  if (await readQuickly(source, { typescript: true, jsx: true }, goal))
    return 'This is TypeScript with JSX: choose React and turn on TypeScript in Framework Configuration';
  return null;
}
