import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PackageList, ResolvedPackages } from '@studio/contract/packages/package-routes';
import { packagePath } from '@studio/contract/packages/specifier';
import { sql } from 'kysely';
import { importedPackages } from '../../../../test/support/requests/imported-package.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { startTestRegistry, type TestRegistry } from '../../../../test/support/test-registry.js';
import { Database } from '../../../database/database.js';
import { Shelf } from '../catalog/shelf.js';

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

async function resolve(specifiers: string[], rest: object = {}): Promise<ResolvedPackages> {
  const { body } = await studio
    .call('post', '/packages/resolve')
    .send({ specifiers, ...rest })
    .expect(200);
  return ResolvedPackages.parse(body);
}

async function read(name: string, version: string) {
  const response = await fetch(`http://127.0.0.1:${studio.config.sandboxPort}${packagePath(name, version)}`);
  return { status: response.status, text: await response.text() };
}

const archivesOf = (name: string) => registry.requests.filter((path) => path.startsWith(`/-/${name}-`));

describe('a package that the shelf does not have', () => {
  it('may call its version v1.0.0, which npm publishes as 1.0.0', async () => {
    registry.publish('has-a-v', { manifest: { version: 'v1.0.0' }, said: { version: '1.0.0' } });
    expect(await resolve(['has-a-v'])).toMatchObject({ packages: { 'has-a-v': '1.0.0' }, problems: [] });
  });

  it('may have a manifest that begins with a byte order mark', async () => {
    const manifest = JSON.stringify({ name: 'has-a-mark', version: '1.0.0', main: 'main.js' });
    registry.publish('has-a-mark', {
      files: { 'main.js': 'export const isMain = true;' },
      entries: [{ path: 'package/package.json', text: `\uFEFF${manifest}` }],
    });
    expect(await resolve(['has-a-mark'])).toMatchObject({
      packages: { 'has-a-mark': '1.0.0' },
      problems: [],
    });
    expect((await read('has-a-mark', '1.0.0')).text).toContain('isMain');
  });

  it('comes from the registry, once, with what it depends on', async () => {
    registry.publish('left-side', {
      manifest: { dependencies: { 'right-side': '^1.0.0' } },
      files: { 'index.js': "export { side } from 'right-side';" },
    });
    registry.publish('right-side', { version: '1.0.0', files: { 'index.js': "export const side = 'old';" } });
    registry.publish('right-side', { version: '1.2.0', files: { 'index.js': "export const side = 'new';" } });
    registry.publish('right-side', { version: '2.0.0', files: { 'index.js': 'export const side = 2;' } });
    const { packages, details, problems } = await resolve(['left-side']);
    expect(problems).toEqual([]);
    expect(packages).toEqual({ 'left-side': '1.0.0' });
    expect(details['left-side']).toMatchObject({ license: 'MIT', source: 'registry', newest: '1.0.0' });
    const modules = importedPackages(`http://127.0.0.1:${studio.config.sandboxPort}`);
    expect(await modules.import(packagePath('left-side', '1.0.0'))).toMatchObject({ side: 'new' });
    modules.remove();
    await resolve(['left-side@1.0.0', 'right-side@^1']);
    expect(archivesOf('left-side')).toHaveLength(1);
    expect(archivesOf('right-side')).toHaveLength(1);
  });

  it('lists the versions of what it depends on, directly or not, without what the page has itself, on request', async () => {
    registry.publish('upper', {
      manifest: { dependencies: { middle: '^1.0.0', named: 'npm:lower@^1.0.0', react: '*' } },
    });
    registry.publish('middle', { manifest: { dependencies: { lower: '<1.1.0' } } });
    registry.publish('lower', { version: '1.0.0' });
    registry.publish('lower', { version: '1.1.0', manifest: { dependencies: { middle: '1.0.0' } } });
    const project = { packages: { upper: '1.0.0' } };
    expect((await resolve([], { ...project, dependencies: true })).dependencies).toEqual({
      'upper@1.0.0': { middle: '1.0.0', named: 'npm:lower@1.1.0' },
      'middle@1.0.0': { lower: '1.0.0' },
      'lower@1.1.0': { middle: '1.0.0' },
    });
    expect((await resolve(['upper'], project)).dependencies).toEqual({});
  });

  it('is left out of that list if the registry has it no longer, and its absence is no fault', async () => {
    registry.publish('has-one-below', { manifest: { dependencies: { below: '1' } } });
    registry.publish('below');
    const packages = { 'has-one-below': '1.0.0', 'never-published': '1.0.0' };
    const response = await resolve([], { packages, dependencies: true });
    expect(response.dependencies).toEqual({ 'has-one-below@1.0.0': { below: '1.0.0' } });
    expect(Object.keys(response.details)).toEqual(['has-one-below']);
  });

  it('is fetched once for all who ask at the same time', async () => {
    registry.publish('popular-thing');
    const responses = await Promise.all(Array.from({ length: 10 }, () => resolve(['popular-thing'])));
    expect(responses.map(({ packages }) => packages)).toEqual(
      Array.from(responses, () => ({ 'popular-thing': '1.0.0' })),
    );
    expect(archivesOf('popular-thing')).toHaveLength(1);
  });

  it('is there as soon as the database is again that could not store it', async () => {
    registry.publish('fetched-in-vain');
    const { sql: database } = studio.studio.app.get(Database);
    await sql`alter table package_objects rename to objects_elsewhere`.execute(database);
    const { status } = await studio
      .call('post', '/packages/resolve')
      .send({ specifiers: ['fetched-in-vain'] });
    await sql`alter table objects_elsewhere rename to package_objects`.execute(database);
    expect(status).toBeGreaterThanOrEqual(500);
    expect((await resolve(['fetched-in-vain'])).problems).toEqual([]);
  });

  it('is the version that a range or a tag asks for', async () => {
    for (const version of ['1.0.0', '1.5.0', '2.0.0']) registry.publish('ranged', { version });
    expect((await resolve(['ranged@^1'])).packages).toEqual({ ranged: '1.5.0' });
    expect((await resolve(['ranged@latest'])).packages).toEqual({ ranged: '2.0.0' });
    expect((await resolve(['ranged'])).packages).toEqual({ ranged: '2.0.0' });
  });

  it('H84 is its newest version without a range, whoever has asked for a tag “null”', async () => {
    registry.publish('has-no-such-tag');
    expect((await resolve(['has-no-such-tag@null'])).problems).toMatchObject([{ code: 'unknown_version' }]);
    expect((await resolve(['has-no-such-tag'])).problems).toEqual([]);
  });

  it('does not get a prerelease that somebody has imported for what it depends on', async () => {
    registry.publish('core', { version: '1.0.0', files: { 'index.js': "export const core = 'release';" } });
    registry.publish('core', { version: '1.1.0-canary.1' });
    expect((await resolve(['core@1.1.0-canary.1'])).problems).toEqual([]);
    registry.publish('uses-core', {
      manifest: { dependencies: { core: '^1.0.0' } },
      files: { 'index.js': "export { core } from 'core';" },
    });
    expect((await resolve(['uses-core'])).problems).toEqual([]);
    const modules = importedPackages(`http://127.0.0.1:${studio.config.sandboxPort}`);
    expect(await modules.import(packagePath('uses-core', '1.0.0'))).toMatchObject({ core: 'release' });
    modules.remove();
  });

  it('may depend on itself through others', async () => {
    registry.publish('ring-one', { manifest: { dependencies: { 'ring-two': '1' } } });
    registry.publish('ring-two', { manifest: { dependencies: { 'ring-one': '1' } } });
    expect(await resolve(['ring-one'])).toMatchObject({ problems: [], packages: { 'ring-one': '1.0.0' } });
  });

  it('is there without the registry once it was used, and the shelf always', async () => {
    registry.publish('kept', { version: '1.4.0' });
    await resolve(['kept']);
    registry.replaceResponse('/kept', (_request, response) => response.writeHead(500).end());
    await studio.restart();
    expect((await resolve(['kept@1.4.0'])).problems).toEqual([]);
    expect((await resolve(['kept'])).packages).toEqual({ kept: '1.4.0' });
    expect((await read('kept', '1.4.0')).status).toBe(200);
    expect((await resolve(['htm'])).problems).toEqual([]);
    expect(registry.requests.filter((path) => path === '/htm')).toEqual([]);
  });

  it('is the registry’s where the shelf has one only for its own packages, or where a tag asks for it', async () => {
    const byName = new Map((await new Shelf().all()).map((each) => [each.name, each]));
    const here = byName.get('linkify-it')?.version ?? '';
    registry.publish('linkify-it', { version: '99.0.0' });
    registry.publish('htm', { version: '99.0.0-beta.1' });
    const description = JSON.parse(await (await fetch(`${registry.address}/htm`)).text());
    registry.describe('htm', {
      ...description,
      'dist-tags': { latest: '99.0.0-beta.1', beta: '99.0.0-beta.1' },
    });
    expect(await resolve(['linkify-it', 'htm@beta'])).toMatchObject({
      packages: { 'linkify-it': '99.0.0', htm: '99.0.0-beta.1' },
      problems: [],
    });
    const before = await resolve([], { packages: { 'linkify-it': here }, newest: true });
    expect(before.details['linkify-it']).toMatchObject({ version: here, newest: '99.0.0' });
    // The registry does not have this one.
    expect((await resolve(['uc.micro'])).packages).toEqual({ 'uc.micro': byName.get('uc.micro')?.version });
  });

  it('is found by a search, after those of the shelf', async () => {
    registry.publish('three-of-mine');
    const { body } = await studio.call('get', '/packages?search=three').expect(200);
    const { packages } = PackageList.parse(body);
    expect(packages[0]).toMatchObject({ name: 'three', source: 'shelf' });
    expect(packages).toContainEqual(
      expect.objectContaining({ name: 'three-of-mine', source: 'registry', size: null }),
    );
  });

  it('is not found while the registry is away, which is reported besides the results of the shelf', async () => {
    registry.replaceResponse('/-/v1/search', (_request, response) => response.writeHead(500).end());
    const search = async (text: string) => {
      const { body } = await studio.call('get', `/packages?search=${text}`).expect(200);
      return PackageList.parse(body);
    };
    const { packages, problem } = await search('htm');
    expect(packages[0]).toMatchObject({ name: 'htm' });
    expect(problem).toContain('the registry');
    expect(await search('nobody-has-this')).toEqual({
      packages: [],
      problem: expect.stringContaining('registry'),
    });
  });

  it('is searched for in vain, without a problem, where the registry has no search', async () => {
    registry.replaceResponse('/-/v1/search', (_request, response) => response.writeHead(404).end());
    const { body } = await studio.call('get', '/packages?search=nothing-by-this-name').expect(200);
    expect(body).toEqual({ packages: [], problem: null });
  });

  it('has a newer version at the first asking, where that is waited for', async () => {
    registry.publish('renewed', { version: '1.0.0' });
    registry.publish('not-said', { version: '1.0.0' });
    await resolve(['renewed', 'not-said']);
    registry.publish('renewed', { version: '1.1.0' });
    registry.replaceResponse('/not-said', (_request, response) => response.writeHead(500).end());
    await studio.restart();
    const packages = { renewed: '1.0.0', 'not-said': '1.0.0' };
    expect((await resolve([], { packages })).details['renewed']?.newest).toBe('1.0.0');
    const { details, problems } = await resolve([], { packages, newest: true });
    expect(details['renewed']?.newest).toBe('1.1.0');
    expect(details['not-said']?.newest).toBe('1.0.0');
    expect(problems).toMatchObject([{ specifier: 'not-said', code: 'registry_unavailable' }]);
  });

  it('is never replaced by an older version as the newest', async () => {
    registry.publish('ahead', { version: '2.0.0-rc.1' });
    await resolve(['ahead@2.0.0-rc.1']);
    registry.publish('ahead', { version: '1.9.0' });
    const { details } = await resolve([], { packages: { ahead: '2.0.0-rc.1' }, newest: true });
    expect(details['ahead']?.newest).toBe('2.0.0-rc.1');
  });

  it('has the declarations of its `@types`, which are fetched for who writes code and for nobody else', async () => {
    registry.publish('untyped', { version: '2.1.0' });
    registry.publish('@types/untyped', {
      version: '2.1.3',
      manifest: { main: '', types: 'index.d.ts' },
      files: { 'index.d.ts': 'export default 1;' },
    });
    await resolve(['untyped']);
    expect(registry.requests.filter((path) => path.startsWith('/@types'))).toEqual([]);
    const { types, packages } = await resolve(['untyped'], { types: true });
    expect(types).toEqual({ untyped: '/packages/@types/untyped@2.1.3/index.d.ts' });
    expect(packages).toEqual({ untyped: '2.1.0' });
    const declaration = await fetch(`http://127.0.0.1:${studio.config.sandboxPort}${types['untyped']}`);
    expect(await declaration.text()).toBe('export default 1;');
  });

  it('gets what the shelf has of Node’s modules; others fail by name when they are used, and none is fetched', async () => {
    const code = `import { EventEmitter } from 'node:events';
import { readFileSync } from 'fs';
export const listeners = new EventEmitter().listenerCount('any');
export const read = () => readFileSync('/etc/passwd');`;
    registry.publish('uses-node', { files: { 'index.js': code } });
    registry.publish('fs');
    expect((await resolve(['uses-node'])).problems).toEqual([]);
    const modules = importedPackages(`http://127.0.0.1:${studio.config.sandboxPort}`);
    const { listeners, read: readFile } = await modules.import(packagePath('uses-node', '1.0.0'));
    expect(listeners).toBe(0);
    expect(readFile).toThrow(/uses-node.*fs|fs.*uses-node/);
    modules.remove();
    expect((await resolve(['fs'])).problems).toMatchObject([{ specifier: 'fs', code: 'needs_node' }]);
    expect(registry.requests.filter((path) => path === '/fs')).toEqual([]);
  });

  it('gets what it uses of Node by name alone, unless it asks whether it is there', async () => {
    registry.publish('takes-for-granted', {
      files: {
        'index.js':
          "export { later } from './later.cjs'; export const hex = () => Buffer.from('a').toString('hex');",
        'later.cjs': "exports.later = (done) => process.nextTick(done, 'later');",
      },
    });
    registry.publish('only-asks', {
      files: { 'index.js': "export default typeof process === 'object' && process.release.name;" },
    });
    expect((await resolve(['takes-for-granted', 'only-asks'])).problems).toEqual([]);
    const origin = `http://127.0.0.1:${studio.config.sandboxPort}`;
    const modules = importedPackages(origin);
    const granted = await modules.import(packagePath('takes-for-granted', '1.0.0'));
    const { later, hex } = granted as { later(done: (said: string) => void): void; hex(): string };
    expect(await new Promise((done) => later(done))).toBe('later');
    expect(hex()).toBe('61');
    modules.remove();
    // Node, which runs this test, would have both anyway.
    const code = await codeOf(origin, 'takes-for-granted');
    for (const address of ['/packages/process@', '/packages/buffer@']) expect(code).toContain(address);
    expect(await codeOf(origin, 'only-asks')).not.toContain('/packages/process@');
  });

  it('may have files of its own in a folder that is called node_modules', async () => {
    const files = {
      'index.js': "export { default } from './dist/node_modules/inner/index.js';",
      'dist/node_modules/inner/index.js': "export default 'inner';",
    };
    registry.publish('has-inner', { files });
    expect((await resolve(['has-inner'])).problems).toEqual([]);
    const modules = importedPackages(`http://127.0.0.1:${studio.config.sandboxPort}`);
    expect((await modules.import(packagePath('has-inner', '1.0.0')))['default']).toBe('inner');
    modules.remove();
  });

  it('is not taken before it is old enough: an older version is', async () => {
    registry.publish('aging', { version: '1.0.0', age: 10 });
    registry.publish('aging', { version: '1.1.0', age: 1 });
    expect((await resolve(['aging'])).packages).toEqual({ aging: '1.0.0' });
    expect((await resolve(['aging@1.1.0'])).problems).toMatchObject([
      {
        code: 'refused',
        message: expect.stringMatching(/^aging 1\.1\.0 was published on .* at least 3 days old$/),
      },
    ]);
  });
});

/** The code of a package's module and of the chunk that it imports. */
async function codeOf(origin: string, name: string): Promise<string> {
  const read = async (address: string) => (await fetch(origin + address)).text();
  const module = await read(packagePath(name, '1.0.0'));
  const [, chunk] = /(?:from|import)"(\/packages\/[^"]*~[^"]*)"/.exec(module) ?? [];
  return module + (chunk === undefined ? '' : await read(chunk));
}
