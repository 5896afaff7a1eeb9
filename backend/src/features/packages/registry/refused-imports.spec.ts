import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

describe('a version that there is not', () => {
  beforeAll(() => setup.registry.publish('few-versions', { files: { 'deep/path.js': 'export default 1;' } }));
  const suggested = async (specifiers: string[], rest: object = {}) =>
    (await setup.resolve(specifiers, rest)).problems.map(({ code, suggestions }) => [code, ...suggestions]);

  it('in the registry: the same import without a version is suggested', async () => {
    expect(await suggested(['few-versions@99', 'few-versions@98/deep/path.js'])).toEqual([
      ['unknown_version', 'few-versions'],
      ['unknown_version', 'few-versions/deep/path.js'],
    ]);
  });

  it('in the project, which has another one: the same', async () => {
    const packages = { 'few-versions': '1.0.0' };
    expect(await suggested(['few-versions@^2/deep/path.js'], { packages })).toEqual([
      ['version_conflict', 'few-versions/deep/path.js'],
    ]);
  });

  it('of a dependency: nothing else is suggested', async () => {
    setup.registry.publish('needs-many', { manifest: { dependencies: { 'few-versions': '^99' } } });
    expect(await suggested(['needs-many@1'])).toEqual([['unknown_version']]);
  });
});

describe('a package that a dependency needs beside it, and does not import', () => {
  const publish = (peer: string) => {
    setup.registry.publish(`wants-${peer}`, { manifest: { peerDependencies: { [peer]: '1' } } });
    const manifest = { dependencies: { [`wants-${peer}`]: '1' } };
    const files = { 'index.js': `export { default } from 'wants-${peer}';` };
    setup.registry.publish(`uses-${peer}`, { manifest, files });
  };

  it('is no problem of the import where it cannot be had, as with npm', async () => {
    publish('nowhere-to-be-had');
    const packages = { 'uses-nowhere-to-be-had': '1.0.0' };
    expect(await setup.resolve(Object.keys(packages))).toMatchObject({ packages, problems: [] });
  });

  it('is a problem while the registry does not answer, so that it is asked for again', async () => {
    publish('away-for-now');
    setup.registry.replaceResponse('/away-for-now', (_request, response) => response.writeHead(500).end());
    expect((await setup.resolve(['uses-away-for-now'])).problems).toMatchObject([
      { specifier: 'wants-away-for-now', code: 'registry_unavailable' },
    ]);
  });
});
