import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const withoutGit = 'without-git';

/** A name for the current code: its commit, and a hash of later edits outside `docs`, which runs themselves rewrite. */
export function stateOfCode(): string {
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD').trim();
    const edits = git('diff', 'HEAD', '--', '.', ':!docs');
    if (edits === '') return commit;
    return `${commit}-${createHash('sha256').update(edits).digest('hex').slice(0, 12)}`;
  } catch {
    return withoutGit;
  }
}

/** A state of the code as documents name it: `commit 0123456789ab`, and `with changes` if it was edited since. */
export function nameOfState(state: string): string {
  const [commit, edits] = state.split('-');
  if (state === withoutGit) return 'code without a repository';
  return `commit ${commit}${edits ? ' with changes' : ''}`;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
