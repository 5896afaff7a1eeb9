import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { packagePath } from '@studio/contract/packages/specifier';
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

async function resolve(name: string): Promise<ResolvedPackages> {
  const { body } = await studio
    .call('post', '/packages/resolve')
    .send({ specifiers: [name] })
    .expect(200);
  return ResolvedPackages.parse(body);
}

const maps = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `package/lib/${index}.js.map`, text: '{}' }));

describe('source maps of a package', () => {
  it('are left out, and a map of anything else is not', async () => {
    const files = { 'index.js.map': '{}', 'style.css.map': '{}', 'index.d.ts.map': '{}', 'world.map': '{}' };
    registry.publish('has-maps', { files });
    const { problems, details } = await resolve('has-maps');
    expect(problems).toEqual([]);
    const folder = path.join(studio.config.dataDir, 'packages', 'has-maps@1.0.0--files');
    expect(readdirSync(folder).toSorted()).toEqual(['index.js', 'package.json', 'world.map']);
    expect(details['has-maps']?.size).toBeLessThan(200);
    const address = packagePath('has-maps', '1.0.0', './index.js.map');
    expect((await fetch(`http://127.0.0.1:${studio.config.sandboxPort}${address}`)).status).toBe(404);
  });

  it('do not count, as many as there are files', async () => {
    registry.publish('many-maps', {
      entries: maps(10_100),
      dist: { fileCount: 10_102, unpackedSize: 150_000_000 },
    });
    expect((await resolve('many-maps')).problems).toEqual([]);
  });

  it('H84 are refused where they are many more than that', async () => {
    registry.publish('maps-without-end', { entries: maps(20_100), dist: { fileCount: 1 } });
    expect((await resolve('maps-without-end')).problems).toMatchObject([
      { code: 'too_large', message: expect.stringContaining('it has more than 20000 files') },
    ]);
  });
});
