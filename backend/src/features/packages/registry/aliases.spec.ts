import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { packagePath } from '@studio/contract/packages/specifier';
import { sql } from 'kysely';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';
import { runJobs } from '../../../../test/support/studio/run-jobs.js';
import { Database } from '../../../database/database.js';

let setup: RegistryStudio;

beforeAll(async () => {
  // Almost no storage, so that unused packages are evicted.
  setup = await startRegistryStudio({ PACKAGE_STORAGE: '1', PACKAGE_MIN_AGE: '3' });
});
afterAll(() => setup.stop());

const needs = (dependencies: Record<string, string>) => ({ manifest: { dependencies } });
const exporting = (name: string, value: unknown) => ({
  'index.js': `export const ${name} = ${JSON.stringify(value)};`,
});
const tables = () => setup.studio.studio.app.get(Database).sql;
const archives = () => setup.registry.requests.filter((path) => path.endsWith('.tgz'));

async function importOf(name: string): Promise<Record<string, unknown>> {
  const { packages, problems } = await setup.resolve([name]);
  expect(problems).toEqual([]);
  expect(packages).toEqual({ [name]: '1.0.0' });
  return setup.modules.import(packagePath(name, '1.0.0'));
}

describe('a dependency under an alias', () => {
  it('is the other package, with its paths, by import and by require', async () => {
    setup.registry.publish('@deep/widths', {
      version: '4.2.3',
      files: { ...exporting('width', 4), 'sub/path.js': 'export const path = 5;' },
    });
    setup.registry.publish('@deep/widths', { version: '5.0.0', files: exporting('width', 50) });
    setup.registry.publish('widths', { files: exporting('width', 1) });
    const manifest = { dependencies: { 'widths-cjs': 'npm:@deep/widths@^4.2.0', widths: '^1' } };
    setup.registry.publish('imports-widths', {
      manifest,
      files: {
        'index.js': `export { width as four } from 'widths-cjs';
          export { path as five } from 'widths-cjs/sub/path.js';
          export { width as one } from 'widths';`,
      },
    });
    setup.registry.publish('requires-widths', {
      manifest: { ...manifest, type: 'commonjs' },
      files: { 'index.js': "exports.four = require('widths-cjs').width;" },
    });
    expect(await importOf('imports-widths')).toMatchObject({ one: 1, four: 4, five: 5 });
    expect(await importOf('requires-widths')).toMatchObject({ four: 4 });
    expect(archives().filter((path) => path.includes('widths-4'))).toHaveLength(1);
  });

  it('is the newest version where it names none', async () => {
    setup.registry.publish('unranged', { version: '3.0.0', files: exporting('version', 3) });
    setup.registry.publish('names-no-range', {
      ...needs({ other: 'npm:unranged' }),
      files: { 'index.js': "export { version } from 'other';" },
    });
    expect(await importOf('names-no-range')).toMatchObject({ version: 3 });
  });

  it('may have aliases itself, of the same names and around in a circle', async () => {
    const passingOn = (own: string) => ({
      'index.js': `export { names as inner } from 'next'; export const names = () => '${own}';`,
    });
    setup.registry.publish('alias-one', { ...needs({ next: 'npm:alias-two@1' }), files: passingOn('one') });
    setup.registry.publish('alias-two', { ...needs({ next: 'npm:alias-three@1' }), files: passingOn('two') });
    setup.registry.publish('alias-three', {
      ...needs({ next: 'npm:alias-one@1' }),
      files: passingOn('three'),
    });
    const names = async (name: string) => (await importOf(name)) as { names(): string; inner(): string };
    expect((await names('alias-one')).inner()).toBe('two');
    expect((await names('alias-two')).inner()).toBe('three');
    expect((await names('alias-three')).inner()).toBe('one');
  });

  it('that leads to its own name is no alias, and one to the package itself is that package', async () => {
    setup.registry.publish('by-own-name', { files: exporting('own', 1) });
    setup.registry.publish('names-itself', {
      ...needs({ 'by-own-name': 'npm:by-own-name@1', me: 'npm:names-itself@1' }),
      files: {
        'index.js': "export { own } from 'by-own-name'; export const load = () => import('me');",
      },
    });
    const { own, load } = (await importOf('names-itself')) as {
      own: number;
      load(): Promise<{ own: number }>;
    };
    expect(own).toBe(1);
    expect((await load()).own).toBe(1);
    const { rows } = await sql`select dependencies from stored_packages where name = 'names-itself'`.execute(
      tables(),
    );
    expect(rows).toEqual([{ dependencies: { 'by-own-name': '1.0.0', me: 'npm:names-itself@1.0.0' } }]);
  });

  it('is the package that it names, although the studio carries another one of that name', async () => {
    setup.registry.publish('small-react', { files: exporting('createElement', 'small') });
    setup.registry.publish('asks-small-react', {
      ...needs({ react: 'npm:small-react@1' }),
      files: { 'index.js': "export { createElement } from 'react';" },
    });
    expect(await importOf('asks-small-react')).toMatchObject({ createElement: 'small' });
  });

  it('is a copy of its own of what the studio carries', async () => {
    setup.registry.publish('vue', { version: '0.9.0', files: exporting('version', 'oldest') });
    setup.registry.publish('asks-oldest-vue', {
      ...needs({ 'vue-0': 'npm:vue@0.9' }),
      files: { 'index.js': "export { version } from 'vue-0';" },
    });
    expect(await importOf('asks-oldest-vue')).toMatchObject({ version: 'oldest' });
  });

  it('brings the peers that its package needs', async () => {
    setup.registry.publish('plain-peer');
    setup.registry.publish('wants-peer', { manifest: { peerDependencies: { 'plain-peer': '1' } } });
    setup.registry.publish('renames-wanting', needs({ wanting: 'npm:wants-peer@1' }));
    expect((await setup.resolve(['renames-wanting'])).packages).toEqual({
      'renames-wanting': '1.0.0',
      'plain-peer': '1.0.0',
    });
  });

  it('gives no version to what asks for a peer by that name', async () => {
    setup.registry.publish('small-theme', { version: '1.5.0' });
    setup.registry.publish('theme', { version: '2.0.0' });
    const peerDependenciesMeta = { theme: { optional: true } };
    setup.registry.publish('tagged', {
      manifest: { peerDependencies: { theme: 'latest' }, peerDependenciesMeta },
    });
    setup.registry.publish('themed', { files: { 'index.js': "import 'theme';" } });
    setup.registry.publish('uses-tagged', needs({ theme: 'npm:small-theme@1', tagged: '1' }));
    setup.registry.publish('uses-themed', {
      ...needs({ theme: 'npm:small-theme@1', themed: '1' }),
      files: { 'index.js': "import 'themed';" },
    });
    expect(await setup.resolve(['uses-tagged'])).toMatchObject({
      problems: [],
      packages: { 'uses-tagged': '1.0.0' },
    });
    expect(await setup.resolve(['uses-themed'])).toMatchObject({
      problems: [],
      packages: { 'uses-themed': '1.0.0', theme: '2.0.0' },
    });
  });

  it('is optional where the manifest says so', async () => {
    setup.registry.publish('real-option', { files: exporting('option', 1) });
    setup.registry.publish('has-options', {
      manifest: { optionalDependencies: { option: 'npm:real-option@1', gone: 'npm:gone-option@1' } },
      files: {
        'index.js': "export const load = () => import('option'); export const lose = () => import('gone');",
      },
    });
    const { load, lose } = (await importOf('has-options')) as Record<
      string,
      () => Promise<{ option: number }>
    >;
    expect((await load?.())?.option).toBe(1);
    await expect(lose?.()).rejects.toThrow('Cannot find "gone"');
  });

  it('has its declarations at its name', async () => {
    const types = {
      manifest: { types: 'index.d.ts' },
      files: { 'index.d.ts': 'export declare const a: 1;' },
    };
    setup.registry.publish('@deep/typed', types);
    setup.registry.publish('uses-typed', {
      manifest: { types: 'index.d.ts', dependencies: { typed: 'npm:@deep/typed@1' } },
      files: { 'index.d.ts': "export { a } from 'typed';" },
    });
    expect((await setup.resolve(['uses-typed'], { types: true })).types).toEqual({
      'uses-typed': '/packages/uses-typed@1.0.0/index.d.ts',
      typed: '/packages/@deep/typed@1.0.0/index.d.ts',
    });
  });

  it('stays as long as a project uses what needs it', async () => {
    setup.registry.publish('kept-target');
    setup.registry.publish('kept-between', needs({ inner: 'npm:kept-target@1' }));
    setup.registry.publish('kept-root', needs({ outer: 'npm:kept-between@1' }));
    setup.registry.publish('kept-by-nobody');
    await importOf('kept-root');
    await importOf('kept-by-nobody');
    const frameworkConfig = { ...defaultFrameworkConfig, packages: { 'kept-root': '1.0.0' } };
    await setup.studio.project(await setup.studio.person(), { frameworkConfig });
    // More than the limit, so that unused packages are evicted.
    await sql`update package_objects set size = 2000000`.execute(tables());
    await runJobs(setup.studio, 'packages');
    await sql`update stored_packages set evicted_at = evicted_at - interval '25 hours'`.execute(tables());
    await runJobs(setup.studio, 'packages');
    const { rows } = await sql<{ name: string }>`
      select name from stored_packages where name like 'kept-%' order by name`.execute(tables());
    expect(rows.map(({ name }) => name)).toEqual(['kept-between', 'kept-root', 'kept-target']);
    await sql`update package_objects set size = 1`.execute(tables());
  });
});

const long = 'x'.repeat(100_000);

describe('H84 a dependency that leads away from the registry is left out, and no package of its name takes its place:', () => {
  it.each([
    ['to an archive', 'https://example.com/foo.tgz'],
    ['to a repository of its own name', 'someone/other#main'],
    ['to a path', 'npm:../x@1'],
    ['to a path of a scope', 'npm:@@/..'],
    ['to a path below a package', 'npm:x/../../y@1'],
    ['to another alias', 'npm:foo@npm:bar@1'],
    ['to a server', 'npm:foo@https://example.com/foo.tgz'],
    ['to a repository', 'npm:foo@someone/foo'],
    ['to no name', 'npm:'],
    ['to what every object has', 'npm:constructor@1'],
    ['to a very long name', `npm:${long}@1`],
  ])('%s', async (what, wanted) => {
    const name = `leads-${what.replaceAll(' ', '-')}`;
    setup.registry.publish('other', { files: exporting('other', 1) });
    setup.registry.publish(name, {
      ...needs({ other: wanted }),
      files: { 'index.js': "export const load = () => import('other');" },
    });
    const { load } = (await importOf(name)) as { load(): Promise<unknown> };
    await expect(load()).rejects.toThrow(`Cannot find "other", which ${name} asks for`);
  });
});

describe('H84 an alias is refused', () => {
  it.each([
    [
      'has no such version',
      'unknown_version',
      'needs few-versions: The registry has no few-versions ^9',
      '^9',
    ],
    ['has a very long range', 'refused', 'needs other in a range of more than 256 characters', long],
  ])('whose package %s', async (what, code, words, range) => {
    setup.registry.publish('few-versions');
    const name = `asks-${what.replaceAll(' ', '-')}`;
    setup.registry.publish(name, needs({ other: `npm:few-versions@${range}` }));
    const { packages, problems } = await setup.resolve([name]);
    expect(packages).toEqual({});
    expect(problems).toMatchObject([{ code, message: expect.stringContaining(words) }]);
    expect(problems[0]?.message.length).toBeLessThan(300);
  });

  it('whose package does not exist, is too young or is too large, and nothing is stored', async () => {
    setup.registry.publish('young-target', { age: 1 });
    setup.registry.publish('large-target', { dist: { unpackedSize: 500_000_000 } });
    setup.registry.publish('good-target');
    for (const [target, code] of [
      ['missing-target', 'unknown_package'],
      ['young-target', 'refused'],
      ['large-target', 'too_large'],
    ]) {
      const name = `wants-${target}`;
      setup.registry.publish(name, needs({ other: `npm:${target}@1`, good: 'npm:good-target@1' }));
      const { packages, problems } = await setup.resolve([name]);
      expect(packages).toEqual({});
      expect(problems).toMatchObject([
        { code, message: expect.stringContaining(`${name} 1.0.0 needs ${target}`) },
      ]);
    }
    const { rows } = await sql`select name from stored_packages where name like '%-target'
      and name <> 'kept-target'`.execute(tables());
    expect(rows).toEqual([]);
  });

  it('among more than an import may need', async () => {
    const all = Array.from({ length: 400 }, (_, index) => `aliased-${index}`);
    for (const name of all) setup.registry.publish(name);
    setup.registry.publish(
      'has-400-aliases',
      needs(Object.fromEntries(all.map((name) => [`a-${name}`, `npm:${name}@1`]))),
    );
    expect((await setup.resolve(['has-400-aliases'])).problems).toMatchObject([
      { code: 'too_many', message: 'has-400-aliases 1.0.0 needs more than 150 other packages' },
    ]);
  });
});
