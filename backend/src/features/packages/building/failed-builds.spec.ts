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

const brokenCode = 'const fine = 1;\nvar broken = ((;\nimport {';

it.each(['index.js', 'index.mjs', 'index.cjs'])(
  'a package whose %s cannot be parsed says so, and nothing of the machine',
  async (main) => {
    const name = `is-broken-${main}`;
    setup.registry.publish(name, { manifest: { main }, files: { [main]: brokenCode } });
    expect((await setup.resolve([name])).problems).toMatchObject([
      { code: 'refused', message: `"${main}" of ${name} 1.0.0 cannot be read: Unexpected token (line 2)` },
    ]);
  },
);

it('files that cannot be parsed are no fault of a package as long as nobody imports them', async () => {
  setup.registry.publish('has-broken-files', {
    manifest: { exports: { '.': './index.js', './named': './named.mjs', './in/*': './in/*.js' } },
    files: {
      'index.js': "export const load = () => import('./later.js'); export default 1;",
      'later.js': brokenCode,
      'named.mjs': brokenCode,
      'in/broken.js': brokenCode,
      'in/whole.js': 'export default 2;',
    },
  });
  const { problems } = await setup.resolve([
    'has-broken-files',
    'has-broken-files/in/whole',
    'has-broken-files/named',
    'has-broken-files/in/broken',
  ]);
  const reason = 'of has-broken-files 1.0.0 cannot be read: Unexpected token (line 2)';
  expect(problems.map(({ message }) => message)).toEqual([
    `"named.mjs" ${reason}`,
    `"in/broken.js" ${reason}`,
  ]);
  const { load } = await setup.modules.import('/packages/has-broken-files@1.0.0/');
  await expect((load as () => Promise<unknown>)()).rejects.toThrow(`"later.js" ${reason}`);
});
