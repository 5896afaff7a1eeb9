import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';
import { Database } from '../../../database/database.js';
import { Shelf } from '../catalog/shelf.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

async function read(name: string, version: string, subpath = '.') {
  const response = await fetch(
    `http://127.0.0.1:${setup.studio.config.sandboxPort}${packagePath(name, version, subpath)}`,
  );
  return { status: response.status, text: await response.text() };
}

it('brings the optional peers of what it depends on, as npm installs them beside each other', async () => {
  setup.registry.publish('store-of-others', {
    manifest: {
      peerDependencies: { 'store-helper': '>=1' },
      peerDependenciesMeta: { 'store-helper': { optional: true } },
    },
    files: { 'index.js': "export { help } from 'store-helper/shim/help.js';" },
  });
  setup.registry.publish('store-helper', { files: { 'shim/help.js': "export const help = 'help';" } });
  setup.registry.publish('store-helper', { version: '2.0.0' });
  setup.registry.publish('uses-store', {
    manifest: { dependencies: { 'store-of-others': '1', 'store-helper': '^1' } },
    files: { 'index.js': "export { help } from 'store-of-others';" },
  });
  const { packages, problems } = await setup.resolve(['uses-store']);
  expect(problems).toEqual([]);
  expect(packages).toEqual({ 'uses-store': '1.0.0', 'store-helper': '1.0.0' });
  expect((await setup.resolve(['store-of-others'])).packages['store-helper']).not.toBe('1.0.0');
});

it('has a package of hundreds of modules that all lead to hundreds of another one', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `${'outlined-'.repeat(7)}${index}`);
  const fileOf = (code: (name: string) => string) =>
    Object.fromEntries(names.map((name) => [`icons/${name}.js`, code(name)]));
  setup.registry.publish('icon-shapes', {
    files: fileOf((name) => `export default () => document.createElement('i').append('${name}');`),
  });
  setup.registry.publish('many-icons', {
    manifest: {
      dependencies: { 'icon-shapes': '1' },
      exports: {
        '.': './index.js',
        ...Object.fromEntries(names.map((name) => [`./icons/${name}.js`, `./icons/${name}.js`])),
      },
    },
    files: {
      ...fileOf(
        (name) => `import shape from 'icon-shapes/icons/${name}.js'; export const draw = () => shape();`,
      ),
      'index.js': names
        .map((name, index) => `export { draw as draw${index} } from './icons/${name}.js';`)
        .join('\n'),
    },
  });
  const path = `many-icons/icons/${names[7]}.js`;
  expect((await setup.resolve(['many-icons', path])).problems).toEqual([]);
  expect(await read('many-icons', '1.0.0', `./icons/${names[7]}.js`)).toMatchObject({ status: 200 });
});

it('asks for another version of a peer for the package itself, not for what it depends on', async () => {
  const peerDependencies = { react: '^16.0.0 || ^17.0.0' };
  setup.registry.publish('old-hooks', { manifest: { peerDependencies } });
  setup.registry.publish('uses-old-hooks', { manifest: { dependencies: { 'old-hooks': '1' } } });
  const carried = { react: '19.3.1' };
  expect((await setup.resolve(['uses-old-hooks'], { carried })).problems).toEqual([]);
  expect((await setup.resolve(['uses-old-hooks', 'old-hooks'], { carried })).problems).toMatchObject([
    { specifier: 'old-hooks', code: 'version_conflict' },
  ]);
});

it.each([
  ['a path that the page’s copy does not have', 'react-dom/test-utils', {}, '18.3.1'],
  ['a path that the page’s version does not have', 'react-dom/client', {}, '17.0.2'],
  ['a path that a package of the project does not have', 'has-paths/gone.js', { 'has-paths': '1' }, '19.3.1'],
])('names %s, which would end the whole page: %s', async (_what, path, peerDependencies, react) => {
  setup.registry.publish('has-paths');
  const name = `imports-${path.replaceAll(/\W/g, '-')}`;
  setup.registry.publish(name, {
    manifest: { peerDependencies },
    files: { 'index.js': `import '${path}'; export const is = 'there';` },
  });
  const carried = { react, 'react-dom': react };
  const [problem, ...others] = (await setup.resolve([name], { carried })).problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ specifier: name, code: 'unknown_path' });
  expect(problem?.message).toContain(path.split('/')[1]);
});

it('gets style sheets and JSON of a package of the project as modules', async () => {
  setup.registry.publish('has-styles', { files: { 'a.css': 'a { color: red }', 'b.json': '{"b":1}' } });
  setup.registry.publish('wants-styles', {
    manifest: { peerDependencies: { 'has-styles': '1' } },
    files: { 'index.js': "import 'has-styles/a.css'; export { default } from 'has-styles/b.json';" },
  });
  const { packages, problems } = await setup.resolve(['wants-styles']);
  expect([packages, problems]).toEqual([{ 'wants-styles': '1.0.0', 'has-styles': '1.0.0' }, []]);
  const { text } = await read('wants-styles', '1.0.0');
  const imported = [...text.matchAll(/"has-styles(\/[^"]*)"/g)].map(([, rest]) => rest);
  expect(new Set(imported)).toEqual(new Set(['/a.css?module', '/b.json?module']));
});

it('lets a manifest name other packages in place of imports: for browsers, or by names of its own', async () => {
  setup.registry.publish('stream-for-pages', { files: { 'index.js': "export const stream = 'for pages';" } });
  setup.registry.publish('fetch-for-pages', { files: { 'index.js': "export const fetch = 'for pages';" } });
  setup.registry.publish('names-instead', {
    manifest: {
      browser: { stream: 'stream-for-pages' },
      imports: { '#fetch': { node: 'node:http', default: 'fetch-for-pages' } },
      dependencies: { 'stream-for-pages': '1', 'fetch-for-pages': '1' },
    },
    files: { 'index.js': "export { stream } from 'stream'; export { fetch } from '#fetch';" },
  });
  expect((await setup.resolve(['names-instead'])).problems).toEqual([]);
  expect(await setup.modules.import(packagePath('names-instead', '1.0.0'))).toMatchObject({
    stream: 'for pages',
    fetch: 'for pages',
  });
});

it('leaves JSON of another package to the browser where it is imported with its type', async () => {
  setup.registry.publish('has-typed-data', { files: { 'days.json': '[1]' } });
  setup.registry.publish('wants-data', {
    manifest: { dependencies: { 'has-typed-data': '1' } },
    files: {
      'index.js':
        "import days from 'has-typed-data/days.json' with { type: 'json' }; export { default as plain } from 'has-typed-data/plain.json'; export { days };",
    },
  });
  expect((await setup.resolve(['wants-data'])).problems).toEqual([]);
  const { text } = await read('wants-data', '1.0.0');
  const imported = [...text.matchAll(/"\/packages\/has-typed-data@1\.0\.0\/([^"]*)"/g)].map(
    ([, rest]) => rest,
  );
  expect(new Set(imported)).toEqual(new Set(['days.json', 'plain.json?module']));
});

it('gives packages a Popper of their own: they name paths of it that the page’s does not have', async () => {
  setup.registry.publish('@popperjs/core', {
    version: '2.11.8',
    files: { 'lib/popper-lite.js': "export const lite = 'lite';" },
  });
  setup.registry.publish('places-things', {
    manifest: { dependencies: { '@popperjs/core': '^2.11.0' } },
    files: { 'index.js': "export { lite } from '@popperjs/core/lib/popper-lite.js';" },
  });
  const { packages, problems } = await setup.resolve(['places-things']);
  expect([packages, problems]).toEqual([{ 'places-things': '1.0.0' }, []]);
  expect((await setup.modules.import(packagePath('places-things', '1.0.0')))['lite']).toBe('lite');
});

it('brings what a dependency imports although it calls that optional, or does not name it', async () => {
  setup.registry.publish('engine-of-styles', {
    manifest: {
      peerDependencies: { 'optional-styles': '^1' },
      peerDependenciesMeta: { 'optional-styles': { optional: true } },
    },
    files: {
      'index.js': "export { style } from 'optional-styles';\nexport { base } from 'unnamed-styles/base.js';",
    },
  });
  const style = { files: { 'index.js': "export { style } from 'behind-styles';" } };
  setup.registry.publish('optional-styles', {
    ...style,
    manifest: { dependencies: { 'behind-styles': '1' } },
  });
  setup.registry.publish('optional-styles', { version: '2.0.0' });
  setup.registry.publish('behind-styles', {
    files: { 'index.js': "import 'last-styles'; export const style = 'style';" },
  });
  setup.registry.publish('last-styles');
  setup.registry.publish('unnamed-styles', { files: { 'base.js': "export const base = 'base';" } });
  setup.registry.publish('unnamed-styles', { version: '2.0.0' });
  setup.registry.publish('kit-of-styles', {
    manifest: { dependencies: { 'engine-of-styles': '1', 'unnamed-styles': '^1' } },
    files: { 'index.js': "export * from 'engine-of-styles';" },
  });
  const { packages, problems } = await setup.resolve(['kit-of-styles']);
  expect(problems).toEqual([]);
  expect(packages).toEqual({
    'kit-of-styles': '1.0.0',
    'optional-styles': '1.0.0',
    'last-styles': '1.0.0',
    'unnamed-styles': '1.0.0',
  });
});

it('brings what a dependency needs that a module passes on as a whole', async () => {
  setup.registry.publish('parts-of-pages', {
    manifest: { dependencies: { 'texts-of-pages': '1' } },
    files: { 'index.js': "export { text } from 'texts-of-pages';" },
  });
  setup.registry.publish('texts-of-pages', {
    files: { 'index.js': "export { text } from 'base-of-texts';" },
  });
  setup.registry.publish('base-of-texts', { files: { 'index.js': "export const text = 'text';" } });
  setup.registry.publish('pages-by-path', {
    manifest: { dependencies: { 'parts-of-pages': '1' } },
    files: {
      'lib/all.js': "export * from 'parts-of-pages';",
      'lib/page.js': "import { text } from './all.js';\nexport const page = text;",
    },
  });
  const { packages, problems } = await setup.resolve(['pages-by-path/lib/page']);
  expect([packages, problems]).toEqual([{ 'pages-by-path': '1.0.0', 'base-of-texts': '1.0.0' }, []]);
});

it('reports at the project’s import what a dependency imports and does not exist', async () => {
  setup.registry.publish('leans-on-nothing', { files: { 'index.js': "import 'nowhere-to-be-had';" } });
  setup.registry.publish('uses-leaning', {
    manifest: { dependencies: { 'leans-on-nothing': '1' } },
    files: { 'index.js': "import 'leans-on-nothing';" },
  });
  expect((await setup.resolve(['uses-leaning@1'])).problems).toEqual([
    {
      specifier: 'uses-leaning@1',
      code: 'unknown_package',
      message: expect.stringMatching(/^leans-on-nothing 1\.0\.0 needs nowhere-to-be-had: /),
      suggestions: [],
    },
  ]);
});

it('is imported as styles or data even if its path has no such extension', async () => {
  setup.registry.publish('has-themes', {
    manifest: { exports: { '.': './all.css', './theme': './dist/theme.css', './names': './names.json' } },
    files: { 'all.css': 'a {}', 'dist/theme.css': 'b {}', 'names.json': '["a"]' },
  });
  expect((await setup.resolve(['has-themes', 'has-themes/theme', 'has-themes/names'])).problems).toEqual([]);
  expect((await read('has-themes', '1.0.0')).text).toContain('"/packages/has-themes@1.0.0/all.css"');
  const theme = await read('has-themes', '1.0.0', './theme');
  expect(theme.text).toContain('"/packages/has-themes@1.0.0/dist/theme.css"');
  expect((await read('has-themes', '1.0.0', './dist/theme.css')).text).toBe('b {}');
  expect(await setup.modules.import(packagePath('has-themes', '1.0.0', './names'))).toMatchObject({
    default: ['a'],
  });
  const origin = `http://127.0.0.1:${setup.studio.config.sandboxPort}`;
  const asFile = await fetch(`${origin}${packagePath('has-themes', '1.0.0', './names')}?file`);
  expect(await asFile.json()).toEqual(['a']);
});

it('imports and requires the styles and the data of another package', async () => {
  setup.registry.publish('has-data', { files: { 'data.json': '{"a":1}', 'look.css': 'a {}' } });
  const manifest = { dependencies: { 'has-data': '1' } };
  setup.registry.publish('takes-data', {
    manifest,
    files: { 'index.js': "import data from 'has-data/data.json';\nexport const { a } = data;" },
  });
  setup.registry.publish('requires-data', {
    manifest,
    files: { 'index.js': "exports.a = require('has-data/data.json').a;" },
  });
  setup.registry.publish('takes-look', { manifest, files: { 'index.js': "import 'has-data/look.css';" } });
  await setup.resolve(['takes-data', 'requires-data', 'takes-look']);
  for (const name of ['takes-data', 'requires-data'])
    expect(await setup.modules.import(packagePath(name, '1.0.0'))).toMatchObject({ a: 1 });
  expect(await codeOf(packagePath('takes-look', '1.0.0'))).toContain(
    '"/packages/has-data@1.0.0/look.css?module"',
  );
});

it('imports what a version of the shelf is stored with, although the shelf has another version of that by now', async () => {
  const { studio, registry, resolve } = setup;
  const shelf = await new Shelf().list();
  const version = shelf.find(({ name }) => name === 'jszip')?.version ?? '';
  const former = '0.0.7';
  registry.publish('pako', { version: former });
  await resolve([`pako@${former}`]);
  const dependencies = { pako: former };
  const stored = { name: 'jszip', version, license: 'MIT', description: '', size: 1, dependencies };
  await studio.studio.app
    .get(Database)
    .sql.insertInto('stored_packages')
    .values({ ...stored, source: 'shelf' })
    .execute();
  expect(await codeOf(packagePath('jszip', version, './lib/flate.js'))).toContain(
    packagePath('pako', former),
  );
  // An import that no manifest names is what another package has beside it.
  registry.publish('uses-pako', { files: { 'index.js': "export { default } from 'pako';" } });
  expect(await resolve(['jszip/lib/flate.js', 'uses-pako'])).toMatchObject({
    packages: { jszip: version, 'uses-pako': '1.0.0', pako: former },
    problems: [],
  });
});

/** The code of a module and of the chunk that it imports. */
async function codeOf(path: string): Promise<string> {
  const code = async (address: string) =>
    (await fetch(`http://127.0.0.1:${setup.studio.config.sandboxPort}${address}`)).text();
  const module = await code(path);
  const [, chunk] = /(?:from|import)"(\/packages\/[^"]*~[^"]*)"/.exec(module) ?? [];
  return module + (chunk === undefined ? '' : await code(chunk));
}
