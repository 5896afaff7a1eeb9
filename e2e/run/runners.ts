import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Outcome } from './outcome.ts';
import { jestOutcome, playwrightOutcome } from './reports.ts';
import { run } from './run-command.ts';

const reports = fileURLToPath(new URL('../test-results/reports', import.meta.url));

/** Node's flags for specs. Node itself loads specs of the back end, the engine and e2e; jest loads those of the page. */
const modules = pathToFileURL(fileURLToPath(new URL('./jest/typescript-modules.ts', import.meta.url))).href;
const jestFlags = `--experimental-vm-modules --disable-warning=ExperimentalWarning --enable-source-maps --import ${modules}`;

/** Default number of workers. Each waits a quarter of the time for its servers, so three keep two cores busy. */
export const workersForCores = Math.ceil(availableParallelism() * 1.5);

/** Options of a jest run. */
export interface JestRun {
  flags?: string[];
  env?: Record<string, string>;
  /** How many files run at a time; default: `workersForCores`. */
  workers?: number | undefined;
}

/** Runs the specs of these folders; `name` names the report. */
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

/** Runs specs in a real browser; `name` names the report. */
export async function playwright(
  name: string,
  flags: string[],
  env: Record<string, string>,
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

/** The path for the report of a step. Deletes the report of an earlier run. */
function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true });
  const file = `${reports}/${name}.json`;
  rmSync(file, { force: true });
  return file;
}

/** Counts a failure if the tool's exit code is not 0 although its report names no failed test. */
function agree(outcome: Outcome, code: number): Outcome {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}
