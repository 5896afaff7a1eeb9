import { globSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

async function read(name: string): Promise<{ status: number; text: string }> {
  const { sandboxPort } = setup.studio.config;
  const response = await fetch(`http://127.0.0.1:${sandboxPort}${packagePath(name, '1.0.0')}`);
  return { status: response.status, text: await response.text() };
}

it('a package whose local files a power cut has emptied is read from the storage again', async () => {
  setup.registry.publish('cut-off', { files: { 'index.js': "export const is = 'whole';" } });
  expect((await setup.resolve(['cut-off'])).problems).toEqual([]);
  const whole = await read('cut-off');
  expect(whole).toMatchObject({ status: 200, text: expect.stringContaining('whole') });
  await setup.studio.restart(async () => {
    const root = path.join(setup.studio.config.dataDir, 'packages');
    const files = globSync('cut-off@1.0.0--*/**', { cwd: root })
      .map((file) => path.join(root, file))
      .filter((file) => statSync(file).isFile());
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) truncateSync(file);
  });
  expect(await read('cut-off')).toEqual(whole);
  expect((await setup.resolve(['cut-off'])).problems).toEqual([]);
});
