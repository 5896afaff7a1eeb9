import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

interface Manager {
  managerFilePatterns: string[];
}
const renovate = JSON.parse(read('renovate.json')) as {
  'docker-compose': Manager;
  kubernetes: Manager;
  customManagers: (Manager & { matchStrings: string[] })[];
  packageRules: { matchPackageNames?: string[]; matchFileNames?: string[]; groupName?: string }[];
};
/** Files in which Renovate looks for images by default. */
const byItself = [
  /(^|\/)(docker-)?compose[^/]*\.ya?ml$/,
  /(^|\/)Dockerfile$/,
  /^\.github\/workflows\/[^/]+\.ya?ml$/,
];
const patternsOf = ({ managerFilePatterns }: Manager) =>
  managerFilePatterns.map((pattern) => new RegExp(pattern.slice(1, -1)));

it('Renovate reads every file that names an image', () => {
  const known = [...byItself, ...patternsOf(renovate['docker-compose']), ...patternsOf(renovate.kubernetes)];
  const files = globSync(['infra/**/*.{yml,yaml}', 'infra/**/Dockerfile', '.github/workflows/*.yml'], {
    cwd: root,
  });
  const withImages = files.filter((file) => /^(\s+(- )?image:|FROM) \S+[:@]/m.test(read(file)));
  expect(withImages.length).toBeGreaterThan(8);
  expect(withImages.filter((file) => !known.some((pattern) => pattern.test(file)))).toEqual([]);
});

it('Renovate reads the images that workflows run by name', () => {
  const [{ matchStrings } = { matchStrings: [] }] = renovate.customManagers;
  const found = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((file) =>
    matchStrings.flatMap((match) =>
      [...read(file).matchAll(new RegExp(match, 'g'))].map(({ groups }) => groups?.['depName'] ?? ''),
    ),
  );
  expect([...new Set(found)].toSorted()).toEqual([
    'aquasec/trivy',
    'ghcr.io/yannh/kubeconform',
    'rhysd/actionlint',
  ]);
});

it('Renovate raises Node everywhere at once, also in infra/', () => {
  const rules = renovate.packageRules.filter(
    ({ matchPackageNames, matchFileNames }) =>
      matchPackageNames?.includes('node') ?? matchFileNames?.includes('infra/**'),
  );
  // The last rule that matches wins.
  expect(rules.at(-1)?.groupName).toBe('Node');
});
