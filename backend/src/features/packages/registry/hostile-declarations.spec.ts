import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leastStall } from '../../../../test/support/longest-stall.js';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

async function publish(name: string, files: Record<string, string>): Promise<void> {
  setup.registry.publish(name, { manifest: { types: 'index.d.ts' }, files });
  expect((await setup.resolve([name])).problems).toEqual([]);
}

const typesOf = (name: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${setup.studio.config.sandboxPort}/packages/${name}@1.0.0/index.d.ts?types`, {
    headers,
  });

const lines = (count: number, target: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `from"./${target(index)}"\n`).join('');

describe('H73 declarations that name very many files', () => {
  it.each([
    ['one', () => 'a'],
    ['others', (index: number) => `a${index}`],
  ])('hold up nobody where they name %s each time', async (how, target) => {
    const name = (round: number) => `names-${how}-${round}`;
    for (let round = 0; round < 3; round += 1)
      await publish(name(round), { 'index.d.ts': lines(200_000, target), 'a.d.ts': 'export {};' });
    const read = async (round: number) => {
      const files = (await (await typesOf(name(round))).json()) as object;
      expect(Object.keys(files)).toContain(`/packages/${name(round)}@1.0.0/index.d.ts`);
    };
    expect(await leastStall(read)).toBeLessThan(100);
  });
});

describe('the declarations of a package', () => {
  it('H73 use up the network’s budget of files by their bytes', async () => {
    const budgeted = await startRegistryStudio({ RATE_LIMIT_SCALE: '0.002' });
    try {
      const { registry, studio } = budgeted;
      const text = `export {};${' '.repeat(2_000_000)}`;
      registry.publish('charged', { manifest: { types: 'index.d.ts' }, files: { 'index.d.ts': text } });
      const statusOf = async (query: string) =>
        (
          await fetch(
            `http://127.0.0.1:${studio.config.sandboxPort}/packages/charged@1.0.0/index.d.ts${query}`,
          )
        ).status;
      expect([await statusOf('?types'), await statusOf('')]).toEqual([200, 429]);
    } finally {
      await budgeted.stop();
    }
  });

  it('H73 are sent as they are where compressing them would take long', async () => {
    await publish('long-types', { 'index.d.ts': `export {};${' '.repeat(9 * 1_048_576)}` });
    const response = await typesOf('long-types', { 'Accept-Encoding': 'gzip' });
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(Object.keys((await response.json()) as object)).toHaveLength(2);
  });

  it('come without a file that is larger than all of them may be', async () => {
    const files = { 'index.d.ts': "export * from './a';", 'a.d.ts': ' '.repeat(17 * 1_048_576) };
    await publish('one-large', files);
    const paths = Object.keys((await (await typesOf('one-large')).json()) as object);
    expect(paths.map((each) => each.split('/').at(-1))).toEqual(['package.json', 'index.d.ts']);
  });

  it('are read once, whoever asks for them again, and at the same time', async () => {
    await publish('read-once', { 'index.d.ts': "export * from './a';", 'a.d.ts': 'export {};' });
    const [first, ...others] = await Promise.all([typesOf('read-once'), typesOf('read-once')]);
    const tag = first?.headers.get('ETag') ?? '';
    expect(others.map(({ headers }) => headers.get('ETag'))).toEqual([tag]);
    // What is nowhere on this machine any more was not read again.
    const folders = path.join(setup.studio.config.dataDir, 'packages');
    renameSync(folders, `${folders}-away`);
    mkdirSync(folders);
    expect((await typesOf('read-once', { 'If-None-Match': tag })).status).toBe(304);
    expect(Object.keys((await (await typesOf('read-once')).json()) as object)).toHaveLength(3);
    expect(readdirSync(folders)).toEqual([]);
  });
});
