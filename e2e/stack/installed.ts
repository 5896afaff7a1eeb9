import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first candidate (a path, or a name on PATH) that is executable, or undefined. */
export function findProgram(candidates: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return candidates
    .flatMap((candidate) =>
      candidate.includes('/') ? [candidate] : folders.map((folder) => join(folder, candidate)),
    )
    .find(isRunnable);
}

/**
 * Installs these Debian packages if a program is missing. `missing`: the name of one that is.
 * @returns why that failed, or undefined
 */
export function installMissing(missing: () => string | undefined, ...packages: string[]): string | undefined {
  if (!missing()) return undefined;
  const refusal = installDebianPackages(...packages);
  const still = missing();
  return still && refusedUnlessCi(refusal ?? `the installed ${still} cannot be found`);
}

/**
 * Why tests cannot run here: they are skipped, except in CI (the variable that build machines set), where tests that do
 * not run must not look like tests that pass. @throws the refusal, in CI
 */
export function refusedUnlessCi(refusal: string): string {
  if (process.env['CI']) throw new Error(`${refusal}, and in CI no test is skipped for that`);
  return refusal;
}

/** Installs Debian packages, which takes root and apt. @returns why that failed, or undefined */
export function installDebianPackages(...names: string[]): string | undefined {
  const all = names.join(', ');
  if (process.getuid?.() !== 0) return `${all} is not installed, and only root can install it`;
  if (!findProgram(['apt-get'])) return `${all} is not installed, and this machine has no apt-get`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' });
  try {
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return undefined;
  } catch {
    return `apt-get could not install ${all}`;
  }
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
