import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The specs of a folder that changes since a commit reach through imports and whose paths match one of `only`. Jest
 * itself ignores the commit where it is given patterns.
 */
export async function changedSpecs(
  folder: string,
  since: string,
  { only, without }: { only: readonly string[]; without: readonly string[] },
): Promise<string[]> {
  const ignored = without.length > 0 ? ['--testPathIgnorePatterns', ...without] : [];
  const { stdout } = await promisify(execFile)(
    'jest',
    ['--projects', folder, `--changedSince=${since}`, '--listTests', '--json', ...ignored],
    { cwd: root },
  );
  const specs = JSON.parse(stdout) as string[];
  return specs.filter((file) => only.some((pattern) => new RegExp(pattern).test(file)));
}
