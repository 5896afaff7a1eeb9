import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const withoutGit = 'without-git';
/** Runs themselves rewrite documents. */
const code = ['--', '.', ':!docs'];

/**
 * A name for the current code: its commit, and a hash of later edits and new files outside `docs`. Without a repository
 * nobody can know whether the code is the same, so each call gives another name.
 */
export function stateOfCode(): string {
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD').trim();
    const edits = git('diff', 'HEAD', ...code);
    const added = git('ls-files', '--others', '--exclude-standard', '-z', ...code)
      .split('\0')
      .filter(Boolean);
    if (edits === '' && added.length === 0) return commit;
    const hash = createHash('sha256').update(edits);
    for (const file of added) hash.update(file).update(readFileSync(`${root}${file}`));
    return `${commit}-${hash.digest('hex').slice(0, 12)}`;
  } catch {
    return `${withoutGit}-${Date.now()}`;
  }
}

/** A state of the code as documents name it: `commit 0123456789ab`, and `with changes` if it was edited since. */
export function nameOfState(state: string): string {
  const [commit, edits] = state.split('-');
  if (state.startsWith(withoutGit)) return 'code without a repository';
  return `commit ${commit}${edits ? ' with changes' : ''}`;
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 2 ** 20,
  });
}
