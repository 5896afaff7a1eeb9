import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ResolvedPackages } from '@studio/contract/packages/package-routes';
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

async function typesFor(specifier: string): Promise<ResolvedPackages> {
  const { body } = await studio
    .call('post', '/packages/resolve')
    .send({ specifiers: [specifier], types: true })
    .expect(200);
  return ResolvedPackages.parse(body);
}

describe('the declarations of packages that depend on each other', () => {
  it('are none where neither the package nor its @types has any', async () => {
    registry.publish('stubbed');
    registry.publish('@types/stubbed', { manifest: { dependencies: { stubbed: '*' } } });
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
      registry.publish(`@types/${name}`, {
        manifest: { types: 'index.d.ts', dependencies: { [`@types/${other}`]: '*' } },
        files,
      });
    registry.publish('round');
    expect((await typesFor('round')).types).toEqual({
      round: '/packages/@types/round@1.0.0/index.d.ts',
      square: '/packages/@types/square@1.0.0/index.d.ts',
    });
  });
});
