import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import { type PackageProblem, ResolvedPackages } from '@studio/contract/packages/package-routes';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { archiveOf, startTestRegistry, type TestRegistry } from '../../../../test/support/test-registry.js';

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

async function problemOf(specifier: string): Promise<PackageProblem | undefined> {
  const { body } = await studio
    .call('post', '/packages/resolve')
    .send({ specifiers: [specifier] })
    .expect(200);
  return ResolvedPackages.parse(body).problems[0];
}

const megabytes = (count: number) => Buffer.alloc(count * 1_048_576);

describe('H84 what takes a registry long', () => {
  it('H84 an archive that unpacks to 500 MB is refused, whatever it says of its size', async () => {
    const manifest = JSON.stringify({ name: 'has-500-mb', version: '1.0.0', main: 'index.js' });
    const archive = archiveOf([
      { path: 'package/package.json', text: manifest },
      { path: 'package/zeros', text: megabytes(500) },
    ]);
    registry.publish('has-500-mb', { archive, dist: { unpackedSize: 1 } });
    expect(await problemOf('has-500-mb')).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('has more than 157 MB'),
    });
  });

  it('a package of 140 MB is taken: games and models come to that', async () => {
    const manifest = JSON.stringify({ name: 'has-140-mb', version: '1.0.0', main: 'index.js' });
    const archive = archiveOf([
      { path: 'package/package.json', text: manifest },
      { path: 'package/index.js', text: 'export default 1;' },
      { path: 'package/zeros', text: megabytes(140) },
    ]);
    registry.publish('has-140-mb', { archive, dist: { unpackedSize: 140 * 1_048_576 } });
    expect(await problemOf('has-140-mb')).toBeUndefined();
  });

  it('H84 an archive that unpacks to 300 MB of nothing is refused', async () => {
    registry.publish('is-nothing', { archive: gzipSync(megabytes(300)) });
    expect(await problemOf('is-nothing')).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('its archive is damaged'),
    });
  });

  it('H84 a response that never comes keeps nobody else waiting, and is given up', async () => {
    registry.replaceResponse('/hangs', () => undefined);
    let isGivenUp = false;
    const hanging = problemOf('hangs').finally(() => {
      isGivenUp = true;
    });
    registry.publish('does-not-hang');
    expect(await problemOf('does-not-hang')).toBeUndefined();
    expect(isGivenUp).toBe(false);
    expect(await hanging).toMatchObject({
      code: 'registry_unavailable',
      message: 'hangs cannot be fetched: the registry does not answer in time. Try again in a minute',
    });
  });

  it('a registry that answers nothing at all is waited for once, and not for each package', async () => {
    registry.publish('kept');
    expect(await problemOf('kept')).toBeUndefined();
    await studio.restart();
    for (const path of ['/one', '/two', '/kept', '/@types/kept'])
      registry.replaceResponse(path, () => undefined);
    const asked = performance.now();
    const { body } = await studio
      .call('post', '/packages/resolve')
      .send({ specifiers: ['one', 'two', 'kept', 'htm'], types: true })
      .expect(200);
    // Later, the page would not wait for the response any more.
    expect(performance.now() - asked).toBeLessThan(durations.requestTimeout);
    const { packages, problems } = ResolvedPackages.parse(body);
    expect(packages).toEqual({ kept: '1.0.0', htm: expect.any(String) });
    expect(problems).toMatchObject(
      ['one', 'two'].map((specifier) => ({
        specifier,
        code: 'registry_unavailable',
        message: `${specifier} cannot be fetched: the registry does not answer in time. Try again in a minute`,
      })),
    );
  });
});
