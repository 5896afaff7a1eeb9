import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

const resolve = (name: string) => setup.resolve([name]);

const maps = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `package/lib/${index}.js.map`, text: '{}' }));

describe('source maps of a package', () => {
  it('are left out, and a map of anything else is not', async () => {
    const files = { 'index.js.map': '{}', 'style.css.map': '{}', 'index.d.ts.map': '{}', 'world.map': '{}' };
    setup.registry.publish('has-maps', { files });
    const { problems, details } = await resolve('has-maps');
    expect(problems).toEqual([]);
    const folder = path.join(setup.studio.config.dataDir, 'packages', 'has-maps@1.0.0--files');
    expect(readdirSync(folder).toSorted()).toEqual(['index.js', 'package.json', 'world.map']);
    expect(details['has-maps']?.size).toBeLessThan(200);
    const address = packagePath('has-maps', '1.0.0', './index.js.map');
    expect((await fetch(`http://127.0.0.1:${setup.studio.config.sandboxPort}${address}`)).status).toBe(404);
  });

  it('do not count, as many as there are files', async () => {
    setup.registry.publish('many-maps', {
      entries: maps(10_100),
      dist: { fileCount: 10_102, unpackedSize: 150_000_000 },
    });
    expect((await resolve('many-maps')).problems).toEqual([]);
  });

  it('H84 are refused where they are many more than that', async () => {
    setup.registry.publish('maps-without-end', { entries: maps(20_100), dist: { fileCount: 1 } });
    expect((await resolve('maps-without-end')).problems).toMatchObject([
      { code: 'too_large', message: expect.stringContaining('it has more than 20000 files') },
    ]);
  });
});
