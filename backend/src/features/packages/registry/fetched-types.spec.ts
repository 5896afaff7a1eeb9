import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

const typesFor = (specifier: string) => setup.resolve([specifier], { types: true });

describe('the declarations of packages that depend on each other', () => {
  it('are none where neither the package nor its @types has any', async () => {
    setup.registry.publish('stubbed');
    setup.registry.publish('@types/stubbed', { manifest: { dependencies: { stubbed: '*' } } });
    expect(await typesFor('stubbed')).toMatchObject({
      problems: [],
      packages: { stubbed: '1.0.0' },
      types: {},
    });
  });

  it('are found once each where @types need one another', async () => {
    const files = { 'index.d.ts': 'export default 1;' };
    for (const [name, other] of [
      ['round', 'square'],
      ['square', 'round'],
    ])
      setup.registry.publish(`@types/${name}`, {
        manifest: { types: 'index.d.ts', dependencies: { [`@types/${other}`]: '*' } },
        files,
      });
    setup.registry.publish('round');
    expect((await typesFor('round')).types).toEqual({
      round: '/packages/@types/round@1.0.0/index.d.ts',
      square: '/packages/@types/square@1.0.0/index.d.ts',
    });
  });
});

describe('the declarations in @types', () => {
  const declare = (name: string, ...versions: string[]) => {
    const published = { manifest: { types: 'index.d.ts' }, files: { 'index.d.ts': 'export default 1;' } };
    for (const version of versions) setup.registry.publish(name, { ...published, version });
  };

  it('are of the same major version, whose minor may be behind', async () => {
    setup.registry.publish('typed-late', { version: '3.7.1' });
    declare('@types/typed-late', '2.9.0', '3.5.9', '4.0.1');
    expect((await typesFor('typed-late')).types).toEqual({
      'typed-late': '/packages/@types/typed-late@3.5.9/index.d.ts',
    });
  });

  it('are of the same minor version before 1.0.0, else the newest', async () => {
    setup.registry.publish('typed-early', { version: '0.3.7' });
    declare('@types/typed-early', '0.3.2', '0.4.0');
    setup.registry.publish('typed-once', { version: '3.0.0' });
    declare('@types/typed-once', '1.0.0', '1.1.0');
    expect((await typesFor('typed-early')).types['typed-early']).toContain('@0.3.2/');
    expect((await typesFor('typed-once')).types['typed-once']).toContain('@1.1.0/');
  });

  it('are the registry’s where the shelf has another major version, and the shelf’s where nobody has that one', async () => {
    for (const version of ['3.7.1', '2.2.4']) setup.registry.publish('jquery', { version });
    declare('@types/jquery', '3.5.30');
    expect((await typesFor('jquery@3.7.1')).types['jquery']).toContain('/@types/jquery@3.5.30/');
    expect((await typesFor('jquery@2.2.4')).types['jquery']).toMatch(/\/@types\/jquery@4\./);
  });
});

it('a package of types alone has a version and declarations, and is an error for code that runs', async () => {
  setup.registry.publish('only-types', {
    manifest: { exports: { '.': { types: './index.d.ts' } } },
    files: { 'index.d.ts': 'export type Shape = 1;' },
  });
  expect(await typesFor('only-types')).toMatchObject({
    packages: { 'only-types': '1.0.0' },
    types: { 'only-types': '/packages/only-types@1.0.0/index.d.ts' },
    problems: [
      {
        specifier: 'only-types',
        code: 'types_only',
        message: 'only-types 1.0.0 has only types, which TypeScript imports with "import type"',
      },
    ],
  });
});
