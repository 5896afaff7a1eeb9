import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { readPackageManifest } from './package-source.js';

const folder = mkdtempSync(path.join(tmpdir(), 'manifests-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a folder without a manifest is no package; a manifest that cannot be read is an error', async () => {
  expect(await readPackageManifest(path.join(folder, 'none'))).toBeNull();
  writeFileSync(path.join(folder, 'file'), '');
  expect(await readPackageManifest(path.join(folder, 'file'))).toBeNull();
  // Also for root, who may read any file.
  mkdirSync(path.join(folder, 'package.json'));
  await expect(readPackageManifest(folder)).rejects.toThrow('EISDIR');
});
