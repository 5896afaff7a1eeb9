import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import {
  type ImportedPackages,
  importedPackages,
} from '../../../../test/support/requests/imported-package.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { startTestRegistry, type TestRegistry } from '../../../../test/support/test-registry.js';

let studio: TestStudio;
let registry: TestRegistry;
let modules: ImportedPackages;

beforeAll(async () => {
  registry = await startTestRegistry();
  studio = await startTestStudio({ MODULES: 'registry', PACKAGE_REGISTRY: registry.address });
  modules = importedPackages(`http://127.0.0.1:${studio.config.sandboxPort}`);
});
afterAll(async () => {
  modules.remove();
  await studio.stop();
  await registry.stop();
});

async function problemsOf(...specifiers: string[]): Promise<unknown[]> {
  const { body } = await studio.call('post', '/packages/resolve').send({ specifiers }).expect(200);
  return body.problems;
}

const load = (name: string, subpath: string) => modules.import(packagePath(name, '1.0.0', subpath));

describe('a path of a package without `exports`', () => {
  it('may be a folder whose own manifest says where its module is', async () => {
    registry.publish('has-folders', {
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
    registry.publish('has-minified', {
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
});

it('a path beyond the modules that are built of a package is refused as such', async () => {
  const first = Array.from({ length: 2_000 }, (_, index) => [
    `first/${index}.js`,
    `export default ${index};`,
  ]);
  const exports = { '.': './index.js', './first/*': './first/*.js', './last/*': './last/*.js' };
  registry.publish('has-many-modules', {
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
