import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

it('a build that fails for the machine’s sake is no fault of the package, and says nothing of the machine', async () => {
  setup.registry.publish('built-later', { files: { 'index.js': 'export const later = true;' } });
  await setup.resolve([], { packages: { 'built-later': '1.0.0' }, dependencies: true });
  const folder = path.join(setup.studio.config.dataDir, 'packages', 'built-later@1.0.0--files');
  renameSync(path.join(folder, 'package.json'), path.join(folder, 'gone.json'));
  expect((await setup.resolve(['built-later'])).problems).toMatchObject([
    {
      code: 'registry_unavailable',
      message:
        'built-later cannot be built: the studio could not read or write its files. Try again in a minute',
    },
  ]);
});

it('a package that cannot be built says why, and nothing of the machine', async () => {
  setup.registry.publish('is-broken', {
    manifest: { main: 'index.mjs' },
    files: { 'index.mjs': 'export const broken = ;\nimport {' },
  });
  const { problems } = await setup.resolve(['is-broken']);
  expect(problems).toMatchObject([{ code: 'too_large' }]);
  expect(problems[0]?.message).toMatch(/^is-broken cannot be built: /);
  expect(problems[0]?.message).not.toMatch(/file:|package-plugin|node_modules/);
});
