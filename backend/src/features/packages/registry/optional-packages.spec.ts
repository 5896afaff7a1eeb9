import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

const resolve = (name: string) => setup.resolve([name]);

async function importOf(name: string): Promise<Record<string, unknown>> {
  expect((await resolve(name)).problems).toEqual([]);
  return setup.modules.import(packagePath(name, '1.0.0'));
}

const optionally = (...names: string[]) => ({
  optionalDependencies: Object.fromEntries(names.map((name) => [name, '1'])),
});
const loads = (name: string) => ({ 'index.js': `export const load = () => import('${name}');` });
const archivesOf = (name: string) => setup.registry.requests.filter((path) => path.startsWith(`/-/${name}-`));

it('a dependency that is code for a machine is left out like an optional one: packages for both name it for Node', async () => {
  setup.registry.publish('level-for-node', { files: { 'binding.gyp': '{}' } });
  setup.registry.publish('store-for-both', {
    manifest: {
      dependencies: { 'level-for-node': '1' },
      browser: { './index.js': './browser.js' },
    },
    files: {
      'index.js': "import 'level-for-node';",
      'browser.js': "export const load = () => import('level-for-node'); export const ready = 1;",
    },
  });
  setup.registry.publish('uses-store-for-both', {
    manifest: { dependencies: { 'store-for-both': '1' } },
    files: { 'index.js': "export * from 'store-for-both';" },
  });
  const { ready, load } = (await importOf('uses-store-for-both')) as { ready: 1; load(): Promise<unknown> };
  expect(ready).toBe(1);
  await expect(load()).rejects.toThrow('Cannot find "level-for-node", which store-for-both asks for');
});

describe('an optional dependency', () => {
  it('is fetched with what it needs itself', async () => {
    setup.registry.publish('draws-texts', {
      manifest: optionally('text-drawer'),
      files: loads('text-drawer'),
    });
    setup.registry.publish('text-drawer', {
      manifest: { dependencies: { 'letter-drawer': '1' } },
      files: { 'index.js': "export { letter } from 'letter-drawer';" },
    });
    setup.registry.publish('letter-drawer', { files: { 'index.js': "export const letter = 'a';" } });
    const { load } = (await importOf('draws-texts')) as { load(): Promise<{ letter: string }> };
    expect((await load()).letter).toBe('a');
  });

  it.each([
    ['is-unknown', () => undefined],
    ['is-too-large', () => setup.registry.publish('is-too-large', { dist: { unpackedSize: 500_000_000 } })],
    [
      'has-machine-code',
      () => setup.registry.publish('has-machine-code', { files: { 'binding.gyp': '{}' } }),
    ],
    [
      'needs-unknown',
      () => setup.registry.publish('needs-unknown', { manifest: { dependencies: { 'is-gone': '1' } } }),
    ],
  ])('that %s is left out, and fails where it is loaded', async (name, publish) => {
    publish();
    setup.registry.publish(`asks-${name}`, { manifest: optionally(name), files: loads(name) });
    const { load } = (await importOf(`asks-${name}`)) as { load(): Promise<unknown> };
    await expect(load()).rejects.toThrow(`Cannot find "${name}", which asks-${name} asks for`);
  });

  it('for some systems or processors alone is not fetched', async () => {
    setup.registry.publish('for-one-system', { manifest: { os: ['linux'], cpu: ['x64'] } });
    setup.registry.publish('has-ways', { manifest: optionally('for-one-system') });
    await importOf('has-ways');
    expect(archivesOf('for-one-system')).toEqual([]);
  });

  it('may have the package that asks for it as its own', async () => {
    const files = (name: string) => ({
      'index.js': `export const load = () => import('${name}'); export const self = 1;`,
    });
    setup.registry.publish('ring-of-two', {
      manifest: optionally('ring-of-one'),
      files: files('ring-of-one'),
    });
    setup.registry.publish('ring-of-one', {
      manifest: optionally('ring-of-two'),
      files: files('ring-of-two'),
    });
    for (const name of ['ring-of-one', 'ring-of-two']) {
      const { load } = (await importOf(name)) as { load(): Promise<{ self: number }> };
      expect((await load()).self).toBe(1);
      expect(archivesOf(name)).toHaveLength(1);
    }
  });

  it('is waited for while the registry does not answer: without it a version would stay incomplete', async () => {
    setup.registry.publish('away-for-now');
    setup.registry.publish('waits-for-it', { manifest: optionally('away-for-now') });
    setup.registry.replaceResponse('/away-for-now', (_request, response) => response.writeHead(500).end());
    expect((await resolve('waits-for-it')).problems).toMatchObject([
      {
        code: 'registry_unavailable',
        message: expect.stringContaining('waits-for-it 1.0.0 needs away-for-now'),
      },
    ]);
  });

  it('H84 is asked for no more often than an import may need packages', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `optional-${index}`);
    setup.registry.publish('has-many-options', { manifest: optionally(...names) });
    await importOf('has-many-options');
    expect(
      setup.registry.requests.filter((path) => path.startsWith('/optional-')).length,
    ).toBeLessThanOrEqual(170);
  });
});
