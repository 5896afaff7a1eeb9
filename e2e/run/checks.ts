import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { failedOnce, nothing, type Outcome, passedOnce, sum } from './outcome.ts';
import { run } from './run-command.ts';
import { jest, workersForCores } from './runners.ts';

const reports = fileURLToPath(new URL('../test-results/checks', import.meta.url));

const lintTools: readonly [title: string, command: string, ...args: string[]][] = [
  ['oxlint', 'oxlint'],
  ['format', 'biome', 'check', '--diagnostic-level=error', '.'],
  ['import directions', 'depcruise', 'backend', 'frontend', 'e2e'],
  ['unused code', 'knip', '--no-progress'],
  ['structure and names', 'node', 'e2e/run/structure-check.ts'],
];

/** The TypeScript projects of each folder. Each includes the folder's specs. */
const typeProjects: Record<string, string[]> = {
  'backend/contract': ['backend/contract/tsconfig.json'],
  backend: ['backend/tsconfig.json'],
  'frontend/engine': ['frontend/engine/tsconfig.json', 'frontend/engine/build/tsconfig.json'],
  frontend: ['frontend/tsconfig.json'],
  e2e: ['e2e/tsconfig.json', 'scripts/tsconfig.json'],
};

/** Each check with its folders. Nx caches an outcome until the inputs of the check change. */
const checks = {
  lint: { folders: ['all'], check: () => each(lintTools) },
  types: {
    folders: Object.keys(typeProjects),
    check: (folder: string) =>
      each((typeProjects[folder] ?? []).map((project) => [project, 'tsc', '--noEmit', '-p', project])),
  },
  units: {
    folders: ['backend/contract', 'frontend/engine', 'frontend', 'e2e'],
    // Left out: building the image takes minutes (`test:images`), and nightly specs have their own step.
    check: (folder: string) =>
      jest(`units-${folder.replace('/', '-')}`, [folder], {
        flags: ['--testPathIgnorePatterns', 'images/studio-image', '\\.nightly\\.spec'],
        // The longest checks: the page's specs in one process would delay all others, and `e2e`'s wait for servers.
        workers: folder === 'frontend' || folder === 'e2e' ? 2 : 1,
      }),
  },
};

export type Check = keyof typeof checks;
export const isCheck = (name = ''): name is Check => name in checks;

/** Runs one check of one folder, and stores the outcome where `cachedChecks` finds it. Nx calls it. */
export async function runCheck(name: Check, folder: string): Promise<Outcome> {
  const outcome = await checks[name].check(folder);
  const report = reportOf(name, folder);
  mkdirSync(path.dirname(report), { recursive: true });
  writeFileSync(report, JSON.stringify(outcome));
  return outcome;
}

/** Runs all checks in this table whose inputs have changed since they last passed. */
export async function cachedChecks(): Promise<Outcome> {
  rmSync(reports, { recursive: true, force: true });
  await nx('run-many', '-t', ...Object.keys(checks), `--parallel=${workersForCores}`);
  const names = Object.keys(checks) as Check[];
  return sum(
    names.flatMap((name) => checks[name].folders.map((folder) => readOutcome(reportOf(name, folder)))),
  );
}

/** Builds the parts of the product whose sources have changed. */
export async function build(): Promise<Outcome> {
  return (await nx('run-many', '-t', 'build')) === 0 ? passedOnce : failedOnce;
}

function nx(...args: string[]): Promise<number> {
  return run('nx', [...args, '--outputStyle=static-failures-only'], { NX_ISOLATE_PLUGINS: 'false' });
}

const reportOf = (name: Check, folder: string) => path.join(reports, name, `${folder}.json`);

function readOutcome(report: string): Outcome {
  if (!existsSync(report)) return failedOnce;
  // A cached outcome may lack fields that were added later.
  return { ...nothing, ...(JSON.parse(readFileSync(report, 'utf8')) as Partial<Outcome>) };
}

async function each(tools: readonly (readonly [string, string, ...string[]])[]): Promise<Outcome> {
  let outcome = nothing;
  for (const [title, command, ...args] of tools) {
    const code = await run(command, args);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${title}`);
    const failures = [{ name: title, message: `${command} ended with ${code}: see its output above.` }];
    outcome = sum([outcome, code === 0 ? passedOnce : { ...failedOnce, failures }]);
  }
  return outcome;
}
