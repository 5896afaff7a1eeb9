import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

const problemsOf = async (...specifiers: string[]) => (await setup.resolve(specifiers)).problems;

const load = (name: string, subpath: string) => setup.modules.import(packagePath(name, '1.0.0', subpath));

describe('a path of a package without `exports`', () => {
  it('may be a folder whose own manifest says where its module is', async () => {
    setup.registry.publish('has-folders', {
      files: {
        'index.js': "export { gap } from './dist/constants.js';",
        'dist/constants.js': "export const gap = 'gap';",
        'constants/package.json': JSON.stringify({ module: '../dist/constants.js', main: 'gone.js' }),
        'both/package.json': JSON.stringify({ main: './real.js' }),
        'both/real.js': "export const which = 'named';",
        'both/index.js': "export const which = 'index';",
        'leads-out/package.json': JSON.stringify({ main: '../../../secret.js' }),
      },
    });
    expect(await problemsOf('has-folders/constants', 'has-folders/both')).toEqual([]);
    expect((await load('has-folders', './constants'))['gap']).toBe('gap');
    expect((await load('has-folders', './both'))['which']).toBe('named');
    expect(await problemsOf('has-folders/leads-out')).toMatchObject([{ code: 'unknown_path' }]);
  });

  it('may be a minified file, which is a module like others and built alone', async () => {
    const universal = (global: string, value: string) =>
      `!function(e,t){"object"==typeof exports?module.exports=t():e.${global}=t()}(this,function(){var n={};return n.is="${value}",n});`;
    setup.registry.publish('has-minified', {
      manifest: { type: 'commonjs' },
      files: {
        'index.js': "module.exports = 'main';",
        'dist/lib.js': universal('lib', 'readable'),
        'dist/lib.min.js': universal('lib', 'minified'),
        'dist/other.min.js': 'this is no JavaScript',
      },
    });
    expect(await problemsOf('has-minified/dist/lib.min.js')).toEqual([]);
    const found = await load('has-minified', './dist/lib.min.js');
    expect(found).toMatchObject({ default: { is: 'minified' }, is: 'minified' });
    expect((await load('has-minified', './dist/lib.js'))['is']).toBe('readable');
  });

  it('may be a script among examples or tools, which is a module like others', async () => {
    setup.registry.publish('part-of-examples', { files: { 'index.js': "export const part = 'part';" } });
    setup.registry.publish('has-examples', {
      manifest: { dependencies: { 'part-of-examples': '1' } },
      files: {
        'index.js': 'export const shared = {};',
        'examples/jsm/control.js':
          "export { shared } from '../../index.js'; export { part } from 'part-of-examples';",
        'scripts/tool.cjs': "exports.tool = require('./helper.cjs').help;",
        'scripts/helper.cjs': "exports.help = 'help';",
      },
    });
    const paths = ['examples/jsm/control.js', 'examples/jsm/control', 'scripts/tool.cjs'];
    expect(await problemsOf(...paths.map((path) => `has-examples/${path}`))).toEqual([]);
    const { shared } = await load('has-examples', '.');
    const control = await load('has-examples', './examples/jsm/control.js');
    expect([control['shared'], control['part']]).toEqual([shared, 'part']);
    expect((await load('has-examples', './scripts/tool.cjs'))['tool']).toBe('help');
  });
});

describe('what styles import without the name of a file', () => {
  it('is a style sheet as the main file, or by a path in `exports`', async () => {
    setup.registry.publish('is-styles', {
      manifest: { main: 'css/all.css', exports: { '.': './css/all.css', './dark': './css/dark.css' } },
      files: { 'css/all.css': 'a{}', 'css/dark.css': 'b{}' },
    });
    const { packages, problems } = await setup.resolve(['is-styles/*.css', 'is-styles/dark/*.css']);
    expect(problems).toEqual([]);
    expect(packages).toEqual({ 'is-styles': '1.0.0' });
    for (const [subpath, css] of [['.', 'a{}'] as const, ['./dark', 'b{}'] as const]) {
      const address = `${packagePath('is-styles', '1.0.0', subpath)}?file`;
      const response = await fetch(`http://127.0.0.1:${setup.studio.config.sandboxPort}${address}`);
      expect([response.headers.get('Content-Type'), await response.text()]).toEqual([
        'text/css; charset=utf-8',
        css,
      ]);
    }
  });

  it('is refused where it is a script, with the style sheets of the package; a script may import it', async () => {
    setup.registry.publish('has-styles', {
      files: { 'index.js': '', 'dist/all.css': '', 'dist/all.min.css': '', 'dist/one/part.css': '' },
    });
    const { packages, problems } = await setup.resolve(['has-styles/*.css', 'has-styles@1/dist/all/*.css']);
    expect(packages).toEqual({});
    expect(problems).toEqual([
      {
        specifier: 'has-styles@1/dist/all/*.css',
        code: 'unknown_path',
        message: 'has-styles 1.0.0 has no style sheet "dist/all"',
        suggestions: ['has-styles/dist/all.css'],
      },
      {
        specifier: 'has-styles/*.css',
        code: 'unknown_path',
        message: 'has-styles 1.0.0 has no style sheet as its main file',
        suggestions: ['has-styles/dist/all.css', 'has-styles/dist/one/part.css'],
      },
    ]);
    expect(await problemsOf('has-styles')).toEqual([]);
  });

  it('is a package that is unknown or has no such version, as anywhere', async () => {
    setup.registry.publish('has-one-version', {});
    expect(await problemsOf('leaflett/*.css', 'has-one-version@7/*.css')).toMatchObject([
      { code: 'unknown_version', suggestions: ['has-one-version'] },
      { code: 'unknown_package', suggestions: ['leaflet'] },
    ]);
  });
});

describe('a path of a package with `exports`', () => {
  it('is no script that these do not name, whose own imports would end the page; other files are there', async () => {
    setup.registry.publish('hides-scripts', {
      manifest: { exports: { '.': './index.js' } },
      files: {
        'dist/hidden.mjs': "export { default } from 'another';",
        'dist/hidden.cjs': "module.exports = require('another');",
        'dist/look.css': 'a {}',
      },
    });
    const hidden = ['hides-scripts/dist/hidden.mjs', 'hides-scripts/dist/hidden.cjs'];
    expect(await problemsOf(...hidden, 'hides-scripts/dist/look.css')).toMatchObject([
      {
        specifier: hidden[0],
        code: 'unknown_path',
        message: 'hides-scripts 1.0.0 does not export "dist/hidden.mjs"',
      },
      { specifier: hidden[1], code: 'unknown_path' },
    ]);
  });

  it('is suggested where there is no main module: its style sheets', async () => {
    setup.registry.publish('has-no-main', {
      manifest: { exports: { './font/*': './font/*' } },
      files: { 'font/icons.min.css': '', 'font/icons.css': '', 'font/more/old-icons.css': '' },
    });
    expect(await problemsOf('has-no-main')).toEqual([
      {
        specifier: 'has-no-main',
        code: 'unknown_path',
        message: 'has-no-main 1.0.0 has no main module',
        suggestions: ['has-no-main/font/icons.css', 'has-no-main/font/more/old-icons.css'],
      },
    ]);
    // An update asks for this file, which every package has.
    expect(await problemsOf('has-no-main@1/package.json')).toEqual([]);
  });

  it('that leads to a picture is a module with its address, as the picture’s own path is', async () => {
    setup.registry.publish('has-icon', {
      manifest: { exports: { './icon': './img/icon.svg' } },
      files: { 'img/icon.svg': '<svg/>' },
    });
    expect(await problemsOf('has-icon/icon')).toEqual([]);
    const address = String((await load('has-icon', './icon'))['default']);
    expect(new URL(address).pathname).toBe('/packages/has-icon@1.0.0/img/icon.svg');
  });
});

it('names may be as long as npm has them, of packages, versions and folders', async () => {
  const name = 'long-name-'.repeat(21);
  const version = `1.0.0-${'x'.repeat(58)}`;
  const folder = 'folder'.repeat(20);
  const files = { [`${folder}/deep.js`]: "export const is = 'deep';" };
  setup.registry.publish(name, { version, files });
  const asked = [`${name}@${version}`, `${name}@${version}/${folder}/deep.js`];
  expect(await setup.resolve(asked)).toMatchObject({ packages: { [name]: version }, problems: [] });
  const deep = await setup.modules.import(packagePath(name, version, `./${folder}/deep.js`));
  expect(deep['is']).toBe('deep');
});

it('a module deep in a package shares what its main module imports as well, by its whole address', async () => {
  setup.registry.publish('@shares/deep', {
    manifest: { exports: { '.': './index.js', './dist/a/*': './dist/a/*' } },
    files: {
      'index.js': "export { one } from './dist/one.js';",
      'dist/one.js': 'export const one = {};',
      'dist/a/b/deep.js': "import '../../one.js'; export { one } from '../../one.js';",
    },
  });
  expect(await problemsOf('@shares/deep', '@shares/deep/dist/a/b/deep.js')).toEqual([]);
  const { one } = await load('@shares/deep', '.');
  expect((await load('@shares/deep', './dist/a/b/deep.js'))['one']).toBe(one);
  const address = packagePath('@shares/deep', '1.0.0', './dist/a/b/deep.js');
  const code = await fetch(`http://127.0.0.1:${setup.studio.config.sandboxPort}${address}`);
  expect(await code.text()).toMatch(/^(?:import|export)[^.]*"\/packages\/@shares\/deep@1\.0\.0\/~\/main\//);
});

it('a main module is found where the `browser` field leads it to itself', async () => {
  setup.registry.publish('leads-to-itself', {
    manifest: {
      exports: { '.': { import: './dist/main.mjs' } },
      browser: {
        'leads-to-itself': './dist/main.mjs',
        'dist/main.mjs': './dist/main.mjs',
        './gone.js': false,
      },
    },
    files: { 'dist/main.mjs': "export const found = 'found';" },
  });
  expect(await problemsOf('leads-to-itself')).toEqual([]);
  expect((await load('leads-to-itself', '.'))['found']).toBe('found');
});

it.each([
  ['an ES module', 'browser.mjs', "export const is = 'for pages';", 'export const is = 1;', 'for pages'],
  [
    'CommonJS beside one that needs Node',
    'browser.cjs',
    "exports.is = 'for pages';",
    "import 'http';",
    'for pages',
  ],
  ['not CommonJS', 'browser.cjs', 'exports.is = 1;', "import 'events'; export const is = 'whole';", 'whole'],
])(
  'the main module is the file for browsers where that is %s: %s',
  async (_what, browser, forPages, whole, expected) => {
    const name = `two-mains-${expected.length}-${whole.length}`;
    setup.registry.publish(name, {
      manifest: { browser: `./${browser}`, module: 'whole.js' },
      files: { [browser]: forPages, 'whole.js': whole },
    });
    expect(await problemsOf(name)).toEqual([]);
    expect((await load(name, '.'))['is']).toBe(expected);
  },
);

it('a path beyond the modules that are built of a package is refused as such', async () => {
  const first = Array.from({ length: 2_000 }, (_, index) => [
    `first/${index}.js`,
    `export default ${index};`,
  ]);
  const exports = { '.': './index.js', './first/*': './first/*.js', './last/*': './last/*.js' };
  setup.registry.publish('has-many-modules', {
    manifest: { exports },
    files: { ...Object.fromEntries(first), 'last/one.js': 'export default 1;' },
  });
  expect(await problemsOf('has-many-modules', 'has-many-modules/last/one')).toMatchObject([
    {
      code: 'too_large',
      message:
        'has-many-modules 1.0.0 has more than 2000 modules, the most that are built of a package; "last/one" is beyond them',
    },
  ]);
  expect(await problemsOf('has-many-modules/last/none')).toMatchObject([{ code: 'unknown_path' }]);
});

it('a package with one named module is one file, which exports nothing more where another shares its code', async () => {
  setup.registry.publish('is-one', {
    files: { 'index.js': "export { one } from './src/one.js';", 'src/one.js': 'export const one = {};' },
    manifest: { exports: './index.js' },
  });
  setup.registry.publish('is-lazy', {
    files: {
      'index.js':
        "import { one } from './one.js'; export const get = () => one; export const load = () => import('./two.js');",
      'one.js': 'export const one = {}; export const two = [one];',
      'two.js':
        "import * as all from './index.js'; export { one, two } from './one.js'; export const names = Object.keys(all);",
    },
    manifest: { exports: './index.js' },
  });
  expect(await problemsOf('is-one', 'is-lazy')).toEqual([]);
  const code = await fetch(
    `http://127.0.0.1:${setup.studio.config.sandboxPort}${packagePath('is-one', '1.0.0', '.')}`,
  );
  expect(await code.text()).not.toMatch(/from|import/);
  const lazy = (await load('is-lazy', '.')) as { get(): object; load(): Promise<{ one: object; names: [] }> };
  expect(Object.keys(lazy)).toEqual(['get', 'load']);
  const { one, names } = await lazy.load();
  expect(names).toEqual(['get', 'load']);
  expect(one).toBe(lazy.get());
});
