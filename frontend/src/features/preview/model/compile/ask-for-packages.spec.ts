import { expect, test } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { limits } from '@studio/contract/limits';
import type { ResolvePackages } from '@studio/contract/packages/package-routes';
import { askForPackages } from './ask-for-packages.ts';

const { fetch } = window;
afterEach(() => {
  window.fetch = fetch;
});

test('of more imports than can be asked for at once, those without a version come first', async () => {
  const asked: string[][] = [];
  window.fetch = async (_address, init) => {
    const { specifiers, packages } = JSON.parse(String(init?.body)) as ResolvePackages;
    asked.push(specifiers);
    const response = { packages, details: {}, types: {}, defaults: [], problems: [] };
    return { ok: true, status: 200, text: async () => JSON.stringify(response) } as Response;
  };
  const frozen = Array.from({ length: limits.specifiersPerLookup }, (_, index) => `frozen-${index}`);
  const packages = Object.fromEntries(frozen.map((name) => [name, '1.0.0']));
  const frameworkConfig = { ...defaultFrameworkConfig, packages };
  await askForPackages({ html: '', css: '', js: '', frameworkConfig }, [...frozen, 'react@18', 'd3']);
  expect(asked).toEqual([['d3', ...frozen].slice(0, limits.specifiersPerLookup)]);
});

test('a studio that does not answer is a problem of imports without a version, and none of the others', async () => {
  window.fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
  const frameworkConfig = { ...defaultFrameworkConfig, packages: { three: '0.1.0' } };
  const source = { html: '', css: '', js: '', frameworkConfig };
  expect(await askForPackages(source, ['three/typo', 'd3'])).toMatchObject({
    isAnswered: false,
    problems: [{ specifier: 'd3', code: 'registry_unavailable' }],
  });
  expect(await askForPackages(source, ['three/typo'])).toMatchObject({ isAnswered: false, problems: [] });
});
