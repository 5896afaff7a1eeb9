import { execFileSync } from 'node:child_process';

/** How much of a kind of tests a change can reach: all, what imports a changed file, or nothing. */
export type Reach = 'all' | 'changed' | 'nothing';

/** What has to run again after some commits. */
export interface Affected {
  /** The commit that the others are compared with. */
  since: string;
  backend: Reach;
  browser: Reach;
  /** Whether what a project looks like, or its package, can have changed. */
  exports: boolean;
}

/** Files that all tests stand on: packages, settings, and what both halves of the product share. */
const everything =
  /^(package(-lock)?\.json|nx\.json|tsconfig.*|backend\/contract\/|frontend\/engine\/|e2e\/(stack|run)\/)/;
const spec = /\.spec\.tsx?$/;
const backendCode = /^backend\/(src|test|package|jest)/;
const productCode = /^(backend\/src|frontend)\//;
const exportCode =
  /^(package-lock\.json|frontend\/(engine|sandbox|src\/features\/export)\/|e2e\/(corpus|exports)\/|backend\/src\/features\/frameworks\/)/;
const browserTests = /^e2e\/(specs|pages|fixtures|corpus|exports|fidelity|playwright\.config)/;

/** Says what the changes since a commit, with those not committed yet, can affect. */
export function affectedSince(since: string): Affected {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return affectedBy(since, [
    ...git('diff', '--name-only', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]);
}

/** Says what a change of these files can affect. */
export function affectedBy(since: string, files: readonly string[]): Affected {
  const exports = files.some((file) => exportCode.test(file));
  if (files.some((file) => everything.test(file))) return { since, backend: 'all', browser: 'all', exports };
  const product = files.some((file) => productCode.test(file) && !spec.test(file));
  return {
    since,
    backend: files.some((file) => backendCode.test(file)) ? 'changed' : 'nothing',
    browser: product ? 'all' : files.some((file) => browserTests.test(file)) ? 'changed' : 'nothing',
    exports,
  };
}
