import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

const requests = 300;

it('H84 a page that asks for hundreds of modules of a large package at once costs the memory of one list of its files', async () => {
  const { registry, studio } = setup;
  const used = Array.from({ length: requests }, (_, index) => [
    `used/${index}.js`,
    `export default ${index};`,
  ]);
  const rest = Array.from({ length: 5_000 }, (_, index) => [`${'long-name/'.repeat(12)}${index}.txt`, '']);
  registry.publish('has-hundreds', {
    manifest: { exports: { '.': './index.js', './used/*': './used/*.js', './rest/*': './long-name/*' } },
    files: Object.fromEntries([...used, ...rest]),
  });
  await setup.resolve(['has-hundreds/used/1']);
  const read = (index: number) =>
    fetch(
      `http://127.0.0.1:${studio.config.sandboxPort}${packagePath('has-hundreds', '1.0.0', `./used/${index}`)}`,
    );
  expect((await read(1)).status).toBe(200);
  await studio.restart();

  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }, 1);
  const responses = await Promise.all(Array.from({ length: requests }, (_, index) => read(index)));
  clearInterval(timer);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(most / 1_048_576).toBeLessThan(150);
});
