import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';
import { Database } from '../../../database/database.js';
import { AssetStorage } from '../../../ports/asset-storage.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

const app = () => setup.studio.studio.app;
const longRange = '0.0.0||'.repeat(100_000);

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of app().get(AssetStorage).list()) found.push(key);
  return found.toSorted();
}

describe('H84 the manifest of a package', () => {
  // First, because the modules of other packages are stored after their response.
  it('H84 that the database refuses leaves nothing in the storage, and is not stored again at once', async () => {
    setup.registry.publish('refused-row');
    const tables = app().get(Database).sql;
    await sql`alter table stored_packages add constraint refuses check (name <> 'refused-row')`.execute(
      tables,
    );
    const before = await keys();
    const ask = () => setup.studio.call('post', '/packages/resolve').send({ specifiers: ['refused-row'] });
    await ask().expect(500);
    expect(await keys()).toEqual(before);
    await sql`alter table stored_packages drop constraint refuses`.execute(tables);
    await ask().expect(500);
    expect(await keys()).toEqual(before);
  });

  it('H84 with control characters and very long texts is taken, without the ones and a part of the others', async () => {
    const text = `MIT\0 or \u001b[31m${'x'.repeat(5_000)}`;
    setup.registry.publish('has-texts', { manifest: { description: text, license: text } });
    const { details, problems } = await setup.resolve(['has-texts']);
    expect(problems).toEqual([]);
    expect(details['has-texts']?.license).toMatch(/^MIT {2}or {2}\[31mx{900,1000}$/);
    expect(details['has-texts']?.description).toBe(details['has-texts']?.license);
  });

  it('H84 with a very long range is refused before the range is read', async () => {
    setup.registry.publish('needed', { version: '1.0.0' });
    setup.registry.publish('has-long-range', { manifest: { dependencies: { needed: longRange } } });
    expect((await setup.resolve(['has-long-range'])).problems).toMatchObject([
      {
        code: 'refused',
        message: 'has-long-range 1.0.0 needs needed in a range of more than 256 characters',
      },
    ]);
    setup.registry.publish('has-long-option', { manifest: { optionalDependencies: { needed: longRange } } });
    expect((await setup.resolve(['has-long-option'])).problems).toEqual([]);
    expect(setup.registry.requests).not.toContain('/needed');
  });

  it('H84 has no peers with very long ranges or with names that lead elsewhere on the registry', async () => {
    const peerDependencies = { 'a/../../../secret?x': '1', htm: longRange.slice(0, 1_000) };
    setup.registry.publish('has-odd-peers', { manifest: { peerDependencies } });
    expect(await setup.resolve(['has-odd-peers'])).toMatchObject({
      problems: [],
      packages: { 'has-odd-peers': '1.0.0' },
    });
    expect(setup.registry.requests).not.toContain('/secret');
  });

  it('H84 with a name as long as may be has no types package, whose name would be longer', async () => {
    const name = 'n'.repeat(210);
    setup.registry.publish(name);
    expect(await setup.resolve([name], { types: true })).toMatchObject({ problems: [], types: {} });
    expect(setup.registry.requests.filter((path) => path.startsWith('/@types'))).toEqual([]);
  });

  it('H84 with more peers than the project has room for: none is fetched in vain', async () => {
    const names = Array.from({ length: limits.packagesPerProject }, (_, index) => `peer-${index}`);
    for (const name of names) setup.registry.publish(name);
    const peerDependencies = Object.fromEntries(names.map((name) => [name, '1']));
    setup.registry.publish('has-many-peers', { manifest: { peerDependencies } });
    const before = names.slice(2).map((name) => [`own-${name}`, '1.0.0']);
    const { packages, problems } = await setup.resolve(['has-many-peers', 'one-more'], {
      packages: Object.fromEntries(before),
    });
    expect(packages).toMatchObject({ 'has-many-peers': '1.0.0', 'peer-0': '1.0.0' });
    const message = `A project has at most ${limits.packagesPerProject} packages`;
    expect(problems).toEqual([
      { specifier: 'has-many-peers', code: 'too_many', message, suggestions: [] },
      { specifier: 'one-more', code: 'too_many', message, suggestions: [] },
    ]);
    expect(setup.registry.requests.filter((path) => /^\/(?:peer-|one-more)/.test(path))).toEqual(['/peer-0']);
  });

  it.each([
    ['very many paths', 100, 10],
    ['very long paths', 10, 3_000],
  ])('H84 with %s by patterns for many files is refused', async (_what, patterns, length) => {
    const name = `has-paths-of-${length}`;
    const indexes = Array.from({ length: patterns }, (_, index) => `${'p'.repeat(length)}${index}`);
    const files = Array.from({ length: 500 }, (_, index) => [`f/m${index}.js`, 'export {};']);
    setup.registry.publish(name, {
      manifest: { exports: Object.fromEntries(indexes.map((each) => [`./${each}/*`, './f/*.js'])) },
      files: Object.fromEntries(files),
    });
    const { problems } = await setup.resolve([`${name}/none`]);
    const message = expect.stringContaining(`${name} has too many importable paths, or too long ones`);
    expect(problems).toMatchObject([{ code: 'too_large', message }]);
  });
});
