import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Outcome } from './outcome.ts';
import { jestOutcome, playwrightOutcome } from './reports.ts';
import { run } from './run-command.ts';

const reports = fileURLToPath(new URL('../test-results/reports', import.meta.url));

/** Node's flags for specs: the back end's and the engine's are loaded by Node itself, those of the page by jest. */
const modules = pathToFileURL(fileURLToPath(new URL('./jest/typescript-modules.ts', import.meta.url))).href;
const jestFlags = `--experimental-vm-modules --disable-warning=ExperimentalWarning --enable-source-maps --import ${modules}`;

/** How much runs at a time: each waits for its servers a quarter of the time, so three keep two cores busy. */
export const workersForCores = Math.ceil(availableParallelism() * 1.5);

/** How one call of jest differs from the next. */
export interface JestRun {
  flags?: string[];
  env?: Record<string, string>;
  /** How many files run at a time; `workersForCores` unless told. */
  workers?: number | undefined;
}

/** Runs specs of the given folders. */
export async function jest(
  name: string,
  projects: string[],
  { flags = [], env = {}, workers = workersForCores }: JestRun = {},
): Promise<Outcome> {
  const report = freshReport(name);
  const args = ['--json', `--outputFile=${report}`, '--passWithNoTests', `--maxWorkers=${workers}`];
  const code = await run('jest', ['--projects', ...projects, ...args, ...flags], {
    NODE_OPTIONS: jestFlags,
    ...env,
  });
  return agree(jestOutcome(report), code);
}

/** Runs specs in a real browser. */
export async function playwright(
  name: string,
  flags: string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const report = freshReport(name);
  const args = [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter=list,json',
    '--pass-with-no-tests',
  ];
  const code = await run('playwright', [...args, ...flags], { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env });
  return agree(playwrightOutcome(report), code);
}

/** Where a step writes what its tests came to; nothing is there of an earlier run. */
export function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true });
  const file = `${reports}/${name}.json`;
  rmSync(file, { force: true });
  return file;
}

/** A tool that ends badly without naming a failed test has failed all the same. */
function agree(outcome: Outcome, code: number): Outcome {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}
