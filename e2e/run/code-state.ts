import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A name for the code as it is now: its commit, and a hash of what was edited since. Documents are left out: runs write some. */
export function stateOfCode(): string {
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD').trim();
    const edits = git('diff', 'HEAD', '--', '.', ':!docs');
    if (edits === '') return commit;
    return `${commit}-${createHash('sha256').update(edits).digest('hex').slice(0, 12)}`;
  } catch {
    return 'without-git';
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
