import { failedOnce, type Outcome, passedOnce } from './outcome.ts';
import { run } from './run-command.ts';

/** A tool that either finds nothing to object to or fails. */
export interface Check {
  title: string;
  command: string;
  args: readonly string[];
}

export const build: Check = {
  title: 'build',
  command: 'npm',
  args: ['run', '--silent', 'build'],
};

export const lintChecks: readonly Check[] = [
  { title: 'oxlint', command: 'oxlint', args: [] },
  { title: 'format', command: 'biome', args: ['check', '--diagnostic-level=error', '.'] },
  { title: 'import directions', command: 'depcruise', args: ['backend', 'frontend', 'e2e'] },
  { title: 'unused code', command: 'knip', args: ['--no-progress'] },
  { title: 'structure and names', command: 'node', args: ['e2e/run/structure-check.ts'] },
];

/** Every folder with code is type-checked as a whole, its specs included. */
export const typeChecks: readonly Check[] = [
  'backend/contract/tsconfig.json',
  'backend/tsconfig.json',
  'frontend/engine/tsconfig.json',
  'frontend/engine/build/tsconfig.json',
  'frontend/tsconfig.json',
  'e2e/tsconfig.json',
].map((project) => ({ title: `types: ${project}`, command: 'tsc', args: ['--noEmit', '-p', project] }));

/** Runs one check; counts as one test. */
export async function runCheck({ title, command, args }: Check): Promise<Outcome> {
  const code = await run(command, args);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${title}`);
  return code === 0 ? passedOnce : failedOnce;
}
