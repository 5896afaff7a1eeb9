import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

/** Publishes these versions, the newest last. */
function publish(name: string, ...versions: string[]): void {
  for (const version of versions)
    setup.registry.publish(name, { version, files: { 'part.js': 'export default 1;' } });
}

/** Says which version a tag means; `latest` stays. */
async function tag(name: string, tags: Record<string, string>): Promise<void> {
  const description = JSON.parse(await (await fetch(`${setup.registry.address}/${name}`)).text());
  setup.registry.describe(name, { ...description, 'dist-tags': tags });
}

describe('a range in one import', () => {
  it('chooses the version for imports before it that have none', async () => {
    publish('has-parts', '1.0.0', '2.0.0');
    expect(await setup.resolve(['has-parts/part.js', 'has-parts@^1'])).toMatchObject({
      packages: { 'has-parts': '1.0.0' },
      problems: [],
    });
  });

  it('chooses it for what packages before it need beside them', async () => {
    publish('peer-of-one', '1.0.0', '2.0.0');
    setup.registry.publish('needs-any-peer', { manifest: { peerDependencies: { 'peer-of-one': '>=1' } } });
    expect(await setup.resolve(['needs-any-peer', 'peer-of-one@1.0.0'])).toMatchObject({
      packages: { 'peer-of-one': '1.0.0' },
      problems: [],
    });
  });
});

describe('a package that needs an older version of another one than the project has', () => {
  it.each([
    ['by a range that an import can name', '^1.0.0||^2.0.0'],
    ['by one with blanks: its newest version', '^1.0.0 || ^2.0.0'],
  ])('says which import leads to it, %s', async (_what, range) => {
    const name = `charts-${range.length}`;
    publish(name, '1.0.0', '2.5.0', '3.0.0');
    const plugin = `plugin-${range.length}`;
    setup.registry.publish(plugin, { manifest: { peerDependencies: { [name]: range } } });
    const named = `${name}@${range.includes(' ') ? '2.5.0' : range}`;
    const { problems } = await setup.resolve([plugin], { packages: { [name]: '3.0.0' } });
    expect(problems).toMatchObject([
      {
        code: 'version_conflict',
        message: `${plugin} 1.0.0 needs ${name} ${range}; this project has 3.0.0. Import "${named}", then update it in Packages`,
      },
    ]);
    expect(await setup.resolve([named, plugin])).toMatchObject({
      packages: { [name]: '2.5.0' },
      problems: [],
    });
  });

  it('says to update one that is too old', async () => {
    publish('too-old', '1.0.0', '2.0.0');
    setup.registry.publish('needs-newer', { manifest: { peerDependencies: { 'too-old': '^2' } } });
    const { problems } = await setup.resolve(['needs-newer'], { packages: { 'too-old': '1.0.0' } });
    expect(problems).toMatchObject([
      { message: 'needs-newer 1.0.0 needs too-old ^2; this project has 1.0.0. Update too-old in Packages' },
    ]);
  });
});

describe('a tag', () => {
  it('means no version that is stored while the registry cannot say which one', async () => {
    publish('tagged', '1.0.0');
    await setup.resolve(['tagged']);
    setup.registry.replaceResponse('/tagged', (_request, response) => response.writeHead(500).end());
    expect(await setup.resolve(['tagged@beta'])).toMatchObject({
      packages: {},
      problems: [{ specifier: 'tagged@beta', code: 'registry_unavailable' }],
    });
    expect((await setup.resolve(['tagged@latest'])).packages).toEqual({ tagged: '1.0.0' });
  });

  it('means the registry’s version in a dependency, too, whatever is stored', async () => {
    publish('ahead-of-time', '1.0.0');
    await setup.resolve(['ahead-of-time']);
    publish('ahead-of-time', '2.0.0-next.1');
    await tag('ahead-of-time', { latest: '1.0.0', next: '2.0.0-next.1' });
    setup.registry.publish('needs-next', { manifest: { dependencies: { 'ahead-of-time': 'next' } } });
    const { dependencies } = await setup.resolve(['needs-next'], { dependencies: true });
    expect(dependencies).toEqual({ 'needs-next@1.0.0': { 'ahead-of-time': '2.0.0-next.1' } });
  });
});
