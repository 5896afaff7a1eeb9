import { readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PackageProblem, ResolvedPackages } from '@studio/contract/packages/package-routes';
import { packagePath } from '@studio/contract/packages/specifier';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import {
  type ArchiveEntry,
  archiveOf,
  type PublishedPackage,
  startTestRegistry,
  type TestRegistry,
} from '../../../../test/support/test-registry.js';

let studio: TestStudio;
let registry: TestRegistry;
/** Another server in the network, which nobody may reach through the registry. */
let neighbour: TestRegistry;

beforeAll(async () => {
  registry = await startTestRegistry();
  neighbour = await startTestRegistry();
  studio = await startTestStudio({ MODULES: 'registry', PACKAGE_REGISTRY: registry.address });
});
afterAll(async () => {
  await studio.stop();
  await registry.stop();
  await neighbour.stop();
});

async function resolve(...specifiers: string[]): Promise<ResolvedPackages> {
  const { body } = await studio.call('post', '/packages/resolve').send({ specifiers }).expect(200);
  return ResolvedPackages.parse(body);
}

async function refusalOf(specifier: string): Promise<PackageProblem | undefined> {
  const { packages, problems } = await resolve(specifier);
  expect(packages).toEqual({});
  return problems[0];
}

function namedFiles(files: Record<string, string>): ArchiveEntry[] {
  return Object.entries(files).map(([file, text]) => ({ path: `package/${file}`, text }));
}

const manifestOf = (name: string) => JSON.stringify({ name, version: '1.0.0', main: 'index.js' });
const dependencies = Object.fromEntries(
  Array.from({ length: 2_000 }, (_, index) => [`needed-${index}`, '1']),
);

const hostile: [name: string, code: PackageProblem['code'], words: string, published: PublishedPackage][] = [
  ['two-thousand', 'too_many', 'needs more than 150 other packages', { manifest: { dependencies } }],
  ['says-500-mb', 'too_large', 'has 500 MB', { dist: { unpackedSize: 500_000_000 } }],
  ['says-many-files', 'too_large', 'has 90000 files', { dist: { fileCount: 90_000 } }],
  [
    'leads-up',
    'refused',
    'lies elsewhere: package/../../../leads-up',
    withEntry({ path: 'package/../../../leads-up' }),
  ],
  ['leads-away', 'refused', 'lies elsewhere: /tmp/leads-away', withEntry({ path: '/tmp/leads-away' })],
  [
    'has-link',
    'refused',
    'something other than files (SymbolicLink)',
    withEntry({ path: 'package/x', type: 'SymbolicLink', linkpath: '/etc/passwd' }),
  ],
  [
    'has-hard-link',
    'refused',
    'something other than files (Link)',
    withEntry({ path: 'package/x', type: 'Link', linkpath: '/etc/passwd' }),
  ],
  [
    'has-device',
    'refused',
    'something other than files (CharacterDevice)',
    withEntry({ path: 'package/x', type: 'CharacterDevice' }),
  ],
  [
    'has-pipe',
    'refused',
    'something other than files (FIFO)',
    withEntry({ path: 'package/x', type: 'FIFO' }),
  ],
  ['is-native', 'needs_node', 'contains native code (binding.gyp)', { files: { 'binding.gyp': '{}' } }],
  ['has-binary', 'needs_node', 'contains native code (build/x.node)', { files: { 'build/x.node': '' } }],
  [
    'is-another',
    'refused',
    'is not that of this package',
    { archive: archiveOf(namedFiles({ 'package.json': manifestOf('another') })) },
  ],
  [
    'large-manifest',
    'too_large',
    'the package.json of large-manifest 1.0.0 has more than 1 MB',
    {
      files: {
        'package.json': JSON.stringify({
          name: 'large-manifest',
          version: '1.0.0',
          x: ' '.repeat(2_000_000),
        }),
      },
    },
  ],
  ['is-no-archive', 'refused', 'damaged', { archive: Buffer.from('no archive at all') }],
  [
    'compressed-twice',
    'refused',
    'damaged',
    { archive: gzipSync(archiveOf(namedFiles({ 'package.json': manifestOf('compressed-twice') }))) },
  ],
  [
    'compressed-by-zstd',
    'refused',
    'damaged',
    {
      archive: gzipSync(
        zstdCompressSync(
          gunzipSync(archiveOf(namedFiles({ 'package.json': manifestOf('compressed-by-zstd') }))),
        ),
      ),
    },
  ],
  ['cut-archive', 'refused', 'damaged', { archive: gzipSync(cutArchive('cut-archive')) }],
  ['below-a-file', 'refused', 'damaged', { entries: [{ path: 'package/index.js/below', text: 'x' }] }],
  ['other-hash', 'refused', 'does not have the hash', { dist: { integrity: `sha512-${'A'.repeat(86)}==` } }],
  ['without-hash', 'refused', 'has no hash', { dist: { integrity: undefined } }],
  ['loadsh-es', 'refused', 'Did you mean "lodash-es"?', { age: 5 }],
  [
    'depends-on-missing',
    'unknown_package',
    'needs nobody-has-this',
    { manifest: { dependencies: { 'nobody-has-this': '1' } } },
  ],
];

/** An archive whose last file claims to be longer than the archive. */
function cutArchive(name: string): Buffer {
  const files = { 'package.json': manifestOf(name), 'index.js': 'x'.repeat(10_000) };
  return gunzipSync(archiveOf(namedFiles(files))).subarray(0, 5_000);
}

function withEntry(entry: ArchiveEntry): PublishedPackage {
  return { entries: [{ text: entry.type ? '' : 'x', ...entry }] };
}

describe('H84 a package of the registry', () => {
  it.each(hostile)('H84 that is %s is refused as %s, in words: %s', async (name, code, words, published) => {
    registry.publish(name, published);
    const problem = await refusalOf(name);
    expect(problem).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(problem?.message).toContain(name);
  });

  it('H84 that is missing or was unpublished is refused, with what may have been meant', async () => {
    expect(await refusalOf('canvas-confeti')).toMatchObject({
      code: 'unknown_package',
      suggestions: ['canvas-confetti'],
    });
    registry.publish('lit-elem', { manifest: { dependencies: { 'lit-elem-core': '1' } } });
    // The requested name is right; a dependency is missing.
    expect(await refusalOf('lit-elem')).toMatchObject({ code: 'unknown_package', suggestions: [] });
    registry.publish('lit-elem-core');
    registry.replaceResponse('/-/lit-elem-core-1.0.0.tgz', (_request, response) =>
      response.writeHead(404).end(),
    );
    expect(await refusalOf('lit-elem-core')).toMatchObject({
      code: 'unknown_version',
      message: 'The registry has no archive of lit-elem-core 1.0.0',
      suggestions: [],
    });
    registry.describe('was-here', { name: 'was-here', time: { unpublished: { time: '2026-01-01' } } });
    expect(await refusalOf('was-here')).toMatchObject({ message: 'was-here was unpublished' });
    registry.publish('half-here', { version: '2.0.0' });
    expect(await refusalOf('half-here@^1')).toMatchObject({ code: 'unknown_version' });
  });

  it('H84 with install scripts is taken, and none of them runs', async () => {
    const scripts = { preinstall: 'touch ran', postinstall: 'touch ran', prepare: 'touch ran' };
    registry.publish('has-scripts', { manifest: { scripts } });
    expect((await resolve('has-scripts')).problems).toEqual([]);
    expect(written().filter((file) => file.endsWith('ran'))).toEqual([]);
  });

  it('H84 whose exports lie gives nothing that lies outside of it', async () => {
    const exports = {
      '.': './index.js',
      './out': './../../../../../etc/passwd',
      './up': '../secret.js',
      './gone': './gone.js',
    };
    registry.publish('lying-exports', { manifest: { exports } });
    expect((await resolve('lying-exports')).problems).toEqual([]);
    const { problems } = await resolve('lying-exports/out', 'lying-exports/up', 'lying-exports/gone');
    expect(problems.map(({ code }) => code)).toEqual(['unknown_path', 'unknown_path', 'unknown_path']);
    for (const subpath of ['./out', './up', './gone'])
      expect((await fetch(sandbox(packagePath('lying-exports', '1.0.0', subpath)))).status).toBe(404);
  });

  it('H84 whose exports are deep, many or go round answers like others', async () => {
    const nested = (depth: number): object | string =>
      depth === 0 ? './index.js' : { [`condition-${depth}`]: './gone.js', default: nested(depth - 1) };
    registry.publish('deep-exports', { manifest: { exports: nested(1_000) } });
    const many = Array.from({ length: 10_000 }, (_, index) => [`./path-${index}`, './index.js']);
    registry.publish('many-exports', {
      manifest: { exports: { '.': './index.js', ...Object.fromEntries(many) } },
    });
    registry.publish('round-imports', {
      manifest: { imports: { '#one': '#two', '#two': '#one' } },
      files: { 'index.js': "export default () => import('#one');" },
    });
    const asked = ['deep-exports', 'many-exports', 'many-exports/path-9999', 'round-imports'];
    expect((await resolve(...asked)).problems).toEqual([]);
    for (const name of ['deep-exports', 'many-exports', 'round-imports'])
      expect((await fetch(sandbox(packagePath(name, '1.0.0', '.')))).status).toBe(200);
  });

  it('H84 that was unpublished after its description was read is refused, and a frozen one stays', async () => {
    registry.publish('leaves-early');
    registry.replaceResponse('/-/leaves-early-1.0.0.tgz', (_request, response) =>
      response.writeHead(404).end(),
    );
    expect((await refusalOf('leaves-early'))?.message).toContain('leaves-early 1.0.0');
    registry.publish('leaves-late');
    expect((await resolve('leaves-late')).problems).toEqual([]);
    registry.describe('leaves-late', { name: 'leaves-late', time: { unpublished: { time: '2026-01-01' } } });
    registry.replaceResponse('/-/leaves-late-1.0.0.tgz', (_request, response) =>
      response.writeHead(404).end(),
    );
    const { body } = await studio
      .call('post', '/packages/resolve')
      .send({ specifiers: ['leaves-late'], packages: { 'leaves-late': '1.0.0' } })
      .expect(200);
    expect(body).toMatchObject({ packages: { 'leaves-late': '1.0.0' }, problems: [] });
    expect((await fetch(sandbox(packagePath('leaves-late', '1.0.0', '.')))).status).toBe(200);
  });

  it('H84 leaves nothing outside of the store', () => {
    const folders = readdirSync(path.join(studio.config.dataDir, 'packages'));
    const refused = new Set(hostile.map(([name]) => name));
    expect(folders.filter((folder) => refused.has(folder.split('@')[0] ?? ''))).toEqual([]);
    expect(folders.filter((folder) => /^\.draft-|--archive$/.test(folder))).toEqual([]);
    expect(written().filter((file) => /leads-(up|away)$/.test(file))).toEqual([]);
    expect(readdirSync('/tmp')).not.toContain('leads-away');
  });
});

describe('H84 a registry', () => {
  it('H84 leads to no other server, by the address of an archive or by a redirect', async () => {
    neighbour.publish('elsewhere');
    registry.publish('elsewhere', { dist: { tarball: `${neighbour.address}/-/elsewhere-1.0.0.tgz` } });
    expect(await refusalOf('elsewhere')).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('another server'),
    });
    registry.publish('redirected');
    for (const address of ['/redirected-too', '/-/redirected-1.0.0.tgz'])
      registry.replaceResponse(address, (_request, response) =>
        response.writeHead(302, { location: `${neighbour.address}/-/elsewhere-1.0.0.tgz` }).end(),
      );
    expect((await refusalOf('redirected'))?.message).toContain('redirected 1.0.0 cannot be fetched');
    expect((await refusalOf('redirected-too'))?.message).toContain('redirected-too cannot be fetched');
    expect(neighbour.requests).toEqual([]);
  });

  it.each([
    ['answers 500', (response: Response) => response.writeHead(500).end('secret of the registry')],
    ['answers nonsense', (response: Response) => response.end('<html>')],
    ['closes the connection', (response: Response) => response.destroy()],
    ['sends another package', (response: Response) => response.end('{"name":"x","versions":{"1.0.0":{}}}')],
    [
      'cuts its answer short',
      (response: Response) =>
        void response.writeHead(200, { 'content-length': '1000' }).write('{"na', () => response.destroy()),
    ],
  ])('H84 that %s is said, and others are served', async (what, respond) => {
    const name = what.replaceAll(' ', '-');
    registry.publish(name);
    registry.replaceResponse(`/${name}`, (_request, response) => void respond(response));
    const problem = await refusalOf(name);
    expect(problem).toMatchObject({ code: 'registry_unavailable', message: expect.stringContaining(name) });
    expect(problem?.message).not.toContain('secret');
    registry.publish(`beside-${name}`);
    expect((await resolve(`beside-${name}`)).problems).toEqual([]);
  });

  it('H84 that answers nonsense is said of the package, also of one whose name is in the reason', async () => {
    registry.publish('registry');
    registry.replaceResponse('/registry', (_request, response) => void response.end('<html>'));
    expect((await refusalOf('registry'))?.message).toBe(
      'registry cannot be fetched: the registry’s answer is damaged or was cut short',
    );
  });

  it('H84 that cuts an archive short is refused, and its archive is not used', async () => {
    registry.publish('cut-short', { files: { 'large.js': 'x'.repeat(100_000) } });
    registry.replaceResponse('/-/cut-short-1.0.0.tgz', (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' }).write('abc', () => response.destroy());
    });
    expect((await refusalOf('cut-short'))?.message).toContain('cut-short 1.0.0');
  });
});

type Response = Parameters<Parameters<TestRegistry['replaceResponse']>[1]>[1];

function sandbox(address: string): string {
  return `http://127.0.0.1:${studio.config.sandboxPort}${address}`;
}

/** All files of packages on this machine, and those next to the studio's data. */
function written(): string[] {
  const { dataDir } = studio.config;
  const packages = readdirSync(path.join(dataDir, 'packages'), { recursive: true }).map(String);
  return [...packages, ...readdirSync(dataDir), ...readdirSync(path.dirname(dataDir))];
}
