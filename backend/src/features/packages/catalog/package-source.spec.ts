import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readPackageManifest, requiredPeers } from './package-source.js';

const folder = mkdtempSync(path.join(tmpdir(), 'manifests-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('what a publisher writes into a manifest', () => {
  const read = (fields: object) => {
    const manifest = { name: 'any', version: '1.0.0', ...fields };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    return readPackageManifest(folder);
  };
  const many = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);

  it('long texts of a manifest are cut, and control characters replaced', async () => {
    const text = `\0one\u001b[31m\ttwo \ud800${'x'.repeat(2_000)}`;
    const manifest = await read({ description: text, license: text, keywords: [...many(100), 7] });
    expect(manifest?.description).toMatch(/^one \[31m two \ufffdx{900,}$/u);
    expect(manifest?.description.length).toBeLessThanOrEqual(1_000);
    expect(manifest?.license).toBe(manifest?.description);
    expect(manifest?.keywords).toEqual([]);
    expect((await read({ keywords: [...many(100), text] }))?.keywords).toEqual(many(50));
  });

  it('peers of a manifest are limited in number, name and range', async () => {
    const ranges = Object.fromEntries(many(200).map((name) => [name, '1']));
    const isOptional = Object.fromEntries(many(200).map((name) => [name, { optional: true }]));
    const manifest = await read({
      peerDependencies: {
        'a/../../other?x': '1',
        constructor: '1',
        long: '1||'.repeat(100),
        short: '^1',
        ...ranges,
      },
      peerDependenciesMeta: { 'a/../../other?x': { optional: true }, ...isOptional },
    });
    expect(Object.keys(manifest?.peerDependencies ?? {})).toEqual(['short', ...many(99)]);
    expect(Object.keys(manifest?.peerDependenciesMeta ?? {})).toEqual(many(100));
    expect(manifest && requiredPeers(manifest)).toEqual({ short: '^1' });
  });
});

it('a folder without a manifest is no package; a manifest that cannot be read is an error', async () => {
  expect(await readPackageManifest(path.join(folder, 'none'))).toBeNull();
  writeFileSync(path.join(folder, 'file'), '');
  expect(await readPackageManifest(path.join(folder, 'file'))).toBeNull();
  rmSync(path.join(folder, 'package.json'), { force: true });
  // Also for root, who may read any file.
  mkdirSync(path.join(folder, 'package.json'));
  await expect(readPackageManifest(folder)).rejects.toThrow('EISDIR');
});
