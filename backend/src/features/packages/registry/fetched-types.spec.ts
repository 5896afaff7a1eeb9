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
