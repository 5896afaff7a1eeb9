import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { packagePath } from '@studio/contract/packages/specifier';
import { importedPackages } from '../../../../test/support/requests/imported-package.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { startTestRegistry, type TestRegistry } from '../../../../test/support/test-registry.js';

let studio: TestStudio;
let registry: TestRegistry;

beforeAll(async () => {
  registry = await startTestRegistry();
  studio = await startTestStudio({ MODULES: 'registry', PACKAGE_REGISTRY: registry.address });
});
afterAll(async () => {
  await studio.stop();
  await registry.stop();
});

async function resolve(specifiers: string[], rest: object = {}): Promise<ResolvedPackages> {
  const { body } = await studio
    .call('post', '/packages/resolve')
    .send({ specifiers, ...rest })
    .expect(200);
  return ResolvedPackages.parse(body);
}

async function read(name: string, version: string, subpath = '.') {
  const answer = await fetch(
    `http://127.0.0.1:${studio.config.sandboxPort}${packagePath(name, version, subpath)}`,
  );
  return { status: answer.status, text: await answer.text() };
}

it('brings the optional peers of what it depends on, as npm installs them beside each other', async () => {
  registry.publish('store-of-others', {
    manifest: {
      peerDependencies: { 'store-helper': '>=1' },
      peerDependenciesMeta: { 'store-helper': { optional: true } },
    },
    files: { 'index.js': "export { help } from 'store-helper/shim/help.js';" },
  });
  registry.publish('store-helper', { files: { 'shim/help.js': "export const help = 'help';" } });
  registry.publish('store-helper', { version: '2.0.0' });
  registry.publish('uses-store', {
    manifest: { dependencies: { 'store-of-others': '1', 'store-helper': '^1' } },
    files: { 'index.js': "export { help } from 'store-of-others';" },
  });
  const { packages, problems } = await resolve(['uses-store']);
  expect(problems).toEqual([]);
  expect(packages).toEqual({ 'uses-store': '1.0.0', 'store-helper': '1.0.0' });
  expect((await resolve(['store-of-others'])).packages['store-helper']).not.toBe('1.0.0');
});

it('brings what a dependency imports although it calls that optional, or does not name it', async () => {
  registry.publish('engine-of-styles', {
    manifest: {
      peerDependencies: { 'optional-styles': '^1' },
      peerDependenciesMeta: { 'optional-styles': { optional: true } },
    },
    files: {
      'index.js': "export { style } from 'optional-styles';\nexport { base } from 'unnamed-styles/base.js';",
    },
  });
  const style = { files: { 'index.js': "export { style } from 'behind-styles';" } };
  registry.publish('optional-styles', { ...style, manifest: { dependencies: { 'behind-styles': '1' } } });
  registry.publish('optional-styles', { version: '2.0.0' });
  registry.publish('behind-styles', {
    files: { 'index.js': "import 'last-styles'; export const style = 'style';" },
  });
  registry.publish('last-styles');
  registry.publish('unnamed-styles', { files: { 'base.js': "export const base = 'base';" } });
  registry.publish('unnamed-styles', { version: '2.0.0' });
  registry.publish('kit-of-styles', {
    manifest: { dependencies: { 'engine-of-styles': '1', 'unnamed-styles': '^1' } },
    files: { 'index.js': "export * from 'engine-of-styles';" },
  });
  const { packages, problems } = await resolve(['kit-of-styles']);
  expect(problems).toEqual([]);
  expect(packages).toEqual({
    'kit-of-styles': '1.0.0',
    'optional-styles': '1.0.0',
    'last-styles': '1.0.0',
    'unnamed-styles': '1.0.0',
  });
});

it('says at its import what a dependency imports that is nowhere', async () => {
  registry.publish('leans-on-nothing', { files: { 'index.js': "import 'nowhere-to-be-had';" } });
  registry.publish('uses-leaning', {
    manifest: { dependencies: { 'leans-on-nothing': '1' } },
    files: { 'index.js': "import 'leans-on-nothing';" },
  });
  expect((await resolve(['uses-leaning@1'])).problems).toEqual([
    {
      specifier: 'uses-leaning@1',
      code: 'unknown_package',
      message: expect.stringMatching(/^leans-on-nothing 1\.0\.0 needs nowhere-to-be-had: /),
      suggestions: [],
    },
  ]);
});

it('is imported as styles or data where its path does not say so', async () => {
  registry.publish('has-themes', {
    manifest: { exports: { '.': './all.css', './theme': './dist/theme.css', './names': './names.json' } },
    files: { 'all.css': 'a {}', 'dist/theme.css': 'b {}', 'names.json': '["a"]' },
  });
  expect((await resolve(['has-themes', 'has-themes/theme', 'has-themes/names'])).problems).toEqual([]);
  expect((await read('has-themes', '1.0.0')).text).toContain('"/packages/has-themes@1.0.0/all.css"');
  const theme = await read('has-themes', '1.0.0', './theme');
  expect(theme.text).toContain('"/packages/has-themes@1.0.0/dist/theme.css"');
  expect((await read('has-themes', '1.0.0', './dist/theme.css')).text).toBe('b {}');
  const modules = importedPackages(`http://127.0.0.1:${studio.config.sandboxPort}`);
  expect(await modules.import(packagePath('has-themes', '1.0.0', './names'))).toMatchObject({
    default: ['a'],
  });
  modules.remove();
  const origin = `http://127.0.0.1:${studio.config.sandboxPort}`;
  const asFile = await fetch(`${origin}${packagePath('has-themes', '1.0.0', './names')}?file`);
  expect(await asFile.json()).toEqual(['a']);
});

it('imports and requires the styles and the data of another package', async () => {
  registry.publish('has-data', { files: { 'data.json': '{"a":1}', 'look.css': 'a {}' } });
  const manifest = { dependencies: { 'has-data': '1' } };
  registry.publish('takes-data', {
    manifest,
    files: { 'index.js': "import data from 'has-data/data.json';\nexport const { a } = data;" },
  });
  registry.publish('requires-data', {
    manifest,
    files: { 'index.js': "exports.a = require('has-data/data.json').a;" },
  });
  registry.publish('takes-look', { manifest, files: { 'index.js': "import 'has-data/look.css';" } });
  await resolve(['takes-data', 'requires-data', 'takes-look']);
  const origin = `http://127.0.0.1:${studio.config.sandboxPort}`;
  const modules = importedPackages(origin);
  for (const name of ['takes-data', 'requires-data'])
    expect(await modules.import(packagePath(name, '1.0.0'))).toMatchObject({ a: 1 });
  modules.remove();
  expect(await codeOf(origin, 'takes-look')).toContain('"/packages/has-data@1.0.0/look.css?module"');
});

/** Of the module of a package, and of the chunk that it imports. */
async function codeOf(origin: string, name: string): Promise<string> {
  const read = async (address: string) => (await fetch(origin + address)).text();
  const module = await read(packagePath(name, '1.0.0'));
  const [, chunk] = /(?:from|import)"(\/packages\/[^"]*~[^"]*)"/.exec(module) ?? [];
  return module + (chunk === undefined ? '' : await read(chunk));
}
