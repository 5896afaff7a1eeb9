import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageDetails, ResolvePackages } from '@studio/contract/packages/package-routes';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createFakeCall } from '@/testing/fake-session.ts';
import { type PackageImport, withoutPackage } from '../model/project-packages.ts';
import { PackageSection } from './package-section.tsx';

const user = userEvent.setup();
const router: PackageDetails = {
  name: 'vue-router',
  version: '5.3.1',
  description: 'Routes',
  license: 'MIT',
  size: 4_096,
  source: 'shelf',
};
const known: PackageDetails[] = [
  {
    name: 'canvas-confetti',
    version: '1.9.3',
    description: 'Confetti in the browser',
    license: 'ISC',
    size: 90_112,
    source: 'shelf',
  },
  { name: 'd3', version: '7.9.0', description: 'Charts', license: 'ISC', size: 2_048, source: 'shelf' },
];
let available: PackageDetails[];
let failing: boolean;
let registryProblem: string | null;
let added: [imported: PackageImport, packages: PackageVersions][];
let updated: [name: string, packages: PackageVersions][];
let resolved: ResolvePackages[];
/** Resolves once the server may answer. */
let answering: Promise<void>;
/** The same for its registry. */
let registryResponding: Promise<void>;

async function server(request: Request): Promise<Response> {
  if (failing) return Response.json({ detail: 'A backing service is away.' }, { status: 503 });
  await answering;
  if (request.method === 'GET') {
    const search = new URL(request.url).searchParams.get('search') ?? '';
    return Response.json({
      packages: available.filter(({ name }) => name.includes(search)),
      problem: registryProblem,
    });
  }
  const asked = (await request.json()) as ResolvePackages;
  resolved.push(asked);
  if (asked.newest) await registryResponding;
  const packages = { ...asked.packages };
  for (const specifier of asked.specifiers) {
    const { name, range } = parseSpecifier(specifier) ?? { name: specifier, range: null };
    packages[name] ??= range === '~1.9.0' || range === '~1.8.0' ? range.slice(1) : '1.9.3';
  }
  if (asked.specifiers.includes('@preact/signals')) packages['preact'] ??= '10.0.0';
  const named = Object.keys(packages)[0] ?? '';
  const unknown = asked.newest && registryProblem !== null;
  const isTooLarge = asked.specifiers.includes('d3');
  const inConflict = asked.specifiers.find((each) => each.endsWith('~1.8.0') || each === 'strap');
  const isConflict = asked.packages['canvas-confetti'] === '1.9.3' && inConflict !== undefined;
  const conflict = { specifier: inConflict, code: 'version_conflict', message: 'It is 1.9.3' };
  const noMain = {
    specifier: asked.specifiers.find((each) => /^icons(?:@[^/]+)?$/.test(each)) ?? '',
    code: 'unknown_path',
    message: 'icons 1.9.3 has no main module',
    suggestions: ['icons/look.css'],
  };
  const typesOnly = {
    specifier: 'shapes',
    code: 'types_only',
    message: 'It has only types',
    suggestions: [],
  };
  const partial = [noMain, typesOnly].filter(({ specifier }) => asked.specifiers.includes(specifier));
  // The newest version has neither, and version 1.9.0 has `/old`.
  const lost = ['/nope', ...(packages['canvas-confetti'] === '1.9.0' ? [] : ['/old'])];
  for (const specifier of asked.specifiers.filter((each) => lost.some((path) => each.endsWith(path))))
    partial.push({ specifier, code: 'unknown_path', message: `There is no ${specifier}`, suggestions: [] });
  const problems = isConflict
    ? [{ ...conflict, suggestions: ['canvas-confetti'] }]
    : isTooLarge
      ? [{ specifier: 'd3', code: 'too_large', message: 'It is too large', suggestions: [] }]
      : unknown
        ? [{ specifier: named, code: 'registry_unavailable', message: registryProblem, suggestions: [] }]
        : partial;
  const isKnown = asked.newest && registryProblem === null;
  const details = Object.fromEntries(
    known
      .filter(({ name }) => name in packages)
      .map((each) => [each.name, { ...each, newest: isKnown ? each.version : packages[each.name] }]),
  );
  const defaults = asked.specifiers.filter((name) => name === 'canvas-confetti');
  return Response.json({ packages, details, defaults, problems });
}

const call = createFakeCall(server);

function Section({ packages: first, js }: { packages?: PackageVersions; js: string }) {
  const [packages, setPackages] = useState(first);
  return (
    <PackageSection
      call={call}
      config={{ ...defaultFrameworkConfig, packages }}
      sources={() => ({ html: '', css: '', js })}
      onAdd={(imported, versions) => {
        added.push([imported, versions]);
        setPackages(versions);
      }}
      onUpdate={(name, versions) => updated.push([name, versions])}
      onRemove={(name) => setPackages((present = {}) => withoutPackage(present, name))}
    />
  );
}

const open = (packages?: PackageVersions, js = '') =>
  render(<Section {...(packages && { packages })} js={js} />);
const field = () => screen.getByRole('combobox', { name: 'Add package' });
const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });

beforeEach(() => {
  available = known;
  failing = false;
  registryProblem = null;
  added = [];
  updated = [];
  resolved = [];
  answering = Promise.resolve();
  registryResponding = Promise.resolve();
});

test('a package that is found and chosen by the keyboard is in the list, in its exact version', async () => {
  open();
  screen.getByText('No packages yet. Add one here, or import it in your code.');
  await user.type(field(), 'confetti');
  // Also the list of an earlier search, for `c`, may have this one option; it is selected only once the search is the typed text.
  await screen.findByRole('option', { selected: true });
  await user.keyboard('{Enter}');
  await screen.findByRole('row', { name: /^canvas-confetti/ });
  expect(row('canvas-confetti').textContent).toContain('1.9.3');
  await within(row('canvas-confetti')).findByText('88.0 KB');
  within(row('canvas-confetti')).getByText('ISC');
  const imported = { specifier: 'canvas-confetti', hasDefault: true };
  expect(added).toEqual([[imported, { 'canvas-confetti': '1.9.3' }]]);
  expect(screen.queryByRole('option')).toBeNull();
});

test('Enter takes nothing that an earlier search has found, and nothing unseen', async () => {
  open();
  await user.click(field());
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  const response = Promise.withResolvers<void>();
  answering = response.promise;
  await user.type(field(), 'd{Enter}');
  response.resolve();
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(field()).toHaveProperty('value', 'd');
  expect(resolved).toEqual([]);
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('d3');
});

test('Enter in an empty field takes nothing of the list of all packages', async () => {
  open();
  await user.click(field());
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await user.keyboard('{Enter} {Enter}');
  expect(resolved).toEqual([]);
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
});

test('a library that needs no package says so, and Enter adds none of those with a similar name', async () => {
  available = [router];
  open();
  await user.type(field(), 'vue');
  await screen.findByText(/^vue comes with the studio/);
  await screen.findByRole('option', { name: /^vue-router/ });
  await user.keyboard('{Enter}');
  expect(field()).toHaveProperty('value', 'vue');
  expect(resolved).toEqual([]);
});

test('Enter that comes before the response takes the package that is named in full', async () => {
  open();
  await user.type(field(), 'canvas-confetti{Enter}');
  await screen.findByRole('row', { name: /^canvas-confetti/ });
  expect(added).toEqual([
    [{ specifier: 'canvas-confetti', hasDefault: true }, { 'canvas-confetti': '1.9.3' }],
  ]);
  expect(field()).toHaveProperty('value', '');
});

test('the arrow keys lead through what is found, and around its ends', async () => {
  open();
  await user.click(field());
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  const selected = () => screen.getByRole('option', { selected: true }).textContent;
  await user.keyboard('{ArrowDown}');
  expect(selected()).toContain('canvas-confetti');
  await user.keyboard('{ArrowDown}');
  expect(selected()).toContain('d3');
  expect(field().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  );
  await user.keyboard('{ArrowDown}');
  expect(selected()).toContain('canvas-confetti');
});

test('the number of packages that are found is said to screen readers', async () => {
  open();
  expect(screen.queryByText('2 packages')).toBeNull();
  await user.click(field());
  expect((await screen.findByText('2 packages')).getAttribute('role')).toBe('status');
  await user.type(field(), 'd3');
  await screen.findByText('1 package');
  await user.type(field(), 'unknown');
  await screen.findByText('0 packages');
  await user.keyboard('{Escape}');
  expect(screen.queryByText('0 packages')).toBeNull();
});

test('a package that cannot be added says why, and the others stay', async () => {
  open({ three: '0.180.0' });
  await user.type(field(), 'd3');
  await user.click(await screen.findByRole('option', { name: /d3/ }));
  await screen.findByText('d3 was not added. It is too large.');
  expect(added).toEqual([]);
  expect(resolved.findLast(({ specifiers }) => specifiers.length > 0)).toEqual({
    specifiers: ['d3'],
    packages: { three: '0.180.0' },
    carried: {},
    newest: false,
  });
});

test('a package without a main module is not added, and names what code can import of it', async () => {
  available = [{ ...router, name: 'icons' }];
  open();
  await user.type(field(), 'icons{Enter}');
  await screen.findByText(
    'icons was not added. icons 1.9.3 has no main module. Import "icons/look.css" in your code instead.',
  );
  expect(added).toEqual([]);
});

test('Remove takes a package away, unless the code imports it', async () => {
  open({ 'canvas-confetti': '1.9.3', d3: '7.9.0' }, "import { scale } from 'd3/scale';");
  await user.click(within(row('d3')).getByRole('button', { name: 'Remove' }));
  screen.getByText('Your code imports d3. Remove the import first, then the package.');
  await user.click(within(row('canvas-confetti')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /^canvas-confetti/ })).toBeNull());
  expect(row('d3')).toBeTruthy();
});

test.each([
  ['the section has the focus', () => undefined, () => screen.getByRole('region', { name: 'Packages' })],
  ['it stays where somebody has moved it meanwhile', () => user.click(field()), field],
])('after Remove %s', async (_, meanwhile, focused) => {
  open({ 'canvas-confetti': '1.9.3', d3: '7.9.0' }, "import 'd3/scale';");
  await within(row('canvas-confetti')).findByText('88.0 KB');
  const response = Promise.withResolvers<void>();
  answering = response.promise;
  await user.click(within(row('canvas-confetti')).getByRole('button', { name: 'Remove' }));
  await meanwhile();
  response.resolve();
  await waitFor(() => expect(screen.queryByRole('row', { name: /^canvas-confetti/ })).toBeNull());
  expect(document.activeElement).toBe(focused());
});

test('Remove leaves what an imported package needs', async () => {
  open({ '@preact/signals': '2.0.0', preact: '10.0.0' }, "import { signal } from '@preact/signals';");
  await user.click(within(row('preact')).getByRole('button', { name: 'Remove' }));
  await screen.findByText('preact stays: another package that your code imports needs it.');
  expect(row('preact')).toBeTruthy();
});

test('Remove leaves what an imported package may need, and says why that is not known', async () => {
  open({ 'canvas-confetti': '1.9.3', d3: '7.9.0' }, "import 'd3';");
  await user.click(within(row('canvas-confetti')).getByRole('button', { name: 'Remove' }));
  await screen.findByText('canvas-confetti was not removed. It is too large.');
  expect(row('canvas-confetti')).toBeTruthy();
});

test('Remove takes a package away although the code imports types from another one', async () => {
  open({ d3: '7.9.0', shapes: '1.9.3' }, "import type { Shape } from 'shapes';");
  await user.click(within(row('d3')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /^d3/ })).toBeNull());
});

test('Remove takes a package away although another one needs another version of a third', async () => {
  open({ 'canvas-confetti': '1.9.3', d3: '7.9.0', strap: '1.0.0' }, "import 'strap@^1'");
  await user.click(within(row('d3')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /^d3/ })).toBeNull());
  expect(resolved.map(({ specifiers }) => specifiers)).toContainEqual(['strap']);
});

test('Update is for packages of which there is a newer version, and asks for that', async () => {
  open({ 'canvas-confetti': '1.9.0', d3: '7.9.0' });
  const update = await within(row('canvas-confetti')).findByRole('button', { name: 'Update' });
  expect(within(row('d3')).queryByRole('button', { name: 'Update' })).toBeNull();
  await user.click(update);
  await waitFor(() =>
    expect(updated).toEqual([['canvas-confetti', { 'canvas-confetti': '1.9.3', d3: '7.9.0' }]]),
  );
  expect(row('canvas-confetti').textContent).toContain('1.9.0');
});

test('a package that was just added has its details and no Update while the registry is asked for newer ones', async () => {
  open({ d3: '7.9.0' });
  await within(row('d3')).findByText('2.0 KB');
  await waitFor(() => expect(resolved.some(({ newest }) => newest)).toBe(true));
  const registry = Promise.withResolvers<void>();
  registryResponding = registry.promise;
  await user.type(field(), 'canvas-confetti{Enter}');
  await screen.findByRole('row', { name: /^canvas-confetti/ });
  await within(row('canvas-confetti')).findByText('88.0 KB');
  expect(within(row('canvas-confetti')).queryByRole('button', { name: 'Update' })).toBeNull();
  registry.resolve();
});

test('Update stays in the range in which the code imports the package', async () => {
  open(
    { 'canvas-confetti': '1.9.0' },
    "import confetti from 'canvas-confetti@~1.9.0/dist/module.js'; // was from 'canvas-confetti@^1.8.0'",
  );
  await user.click(await within(row('canvas-confetti')).findByRole('button', { name: 'Update' }));
  await screen.findByText(
    'canvas-confetti was not updated. There is no newer version in the range that your code imports.',
  );
  expect(resolved.at(-1)?.specifiers).toEqual(['canvas-confetti@~1.9.0/dist/module.js']);
  expect(updated).toEqual([]);
});

test.each([
  ['has no main module', 'icons', "import 'icons/look.css';"],
  ['has none and is not imported', 'icons', ''],
  ['has only types', 'shapes', "import type { Shape } from 'shapes';"],
])('Update takes a newer version of a package that %s', async (_what, name, js) => {
  open({ [name]: '1.9.0' }, js);
  await user.click(await within(row(name)).findByRole('button', { name: 'Update' }));
  await waitFor(() => expect(updated).toEqual([[name, { [name]: '1.9.3' }]]));
});

test.each([
  ['beside another', 'canvas-confetti', "import 'canvas-confetti'; import 'canvas-confetti/nope';", '1.9.3'],
  ['alone', 'canvas-confetti', "import 'canvas-confetti/nope';", '1.9.3'],
  ['with a range, which holds', 'canvas-confetti', "import 'canvas-confetti@~1.8.0/nope';", '1.8.0'],
  ['of what has no main module', 'icons', "import 'icons/nope';", '1.9.3'],
  ['of that with a range', 'icons', "import 'icons@~1.8.0/nope'; import 'icons/look.css';", '1.8.0'],
])('Update is not held up by a path that no version has, imported %s', async (_how, name, js, newer) => {
  open({ [name]: '1.9.0' }, js);
  await user.click(await within(row(name)).findByRole('button', { name: 'Update' }));
  await waitFor(() => expect(updated).toEqual([[name, { [name]: newer }]]));
});

test('Update names a path that the code imports and only the project’s version has', async () => {
  open({ 'canvas-confetti': '1.9.0' }, "import 'canvas-confetti/nope'; import 'canvas-confetti/old';");
  await user.click(await within(row('canvas-confetti')).findByRole('button', { name: 'Update' }));
  await screen.findByText(/There is no canvas-confetti\/old/);
  expect(updated).toEqual([]);
});

test('Update is there as well for a version that the studio does not have', async () => {
  open({ three: '0.1.0' });
  await user.click(await within(row('three')).findByRole('button', { name: 'Update' }));
  await waitFor(() => expect(updated).toEqual([['three', { three: '1.9.3' }]]));
});

test('Update is there as well where the code asks for another version', async () => {
  open({ 'canvas-confetti': '1.9.3', d3: '7.9.0' }, "import confetti from 'canvas-confetti@~1.8.0';");
  await user.click(await within(row('canvas-confetti')).findByRole('button', { name: 'Update' }));
  expect(within(row('d3')).queryByRole('button', { name: 'Update' })).toBeNull();
  await waitFor(() =>
    expect(updated).toEqual([['canvas-confetti', { 'canvas-confetti': '1.8.0', d3: '7.9.0' }]]),
  );
});

test('without the server the packages are there, and what failed can be repeated', async () => {
  failing = true;
  open({ d3: '7.9.0' });
  expect(row('d3').textContent).toContain('7.9.0');
  await screen.findByText('Sizes and licences could not be loaded. A backing service is away.');
  await user.click(field());
  await screen.findByText('Packages could not be searched. A backing service is away.');
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await within(row('d3')).findByText('2.0 KB');
});

test('a registry that does not answer is named, beside what comes with the studio', async () => {
  registryProblem = 'The registry does not answer in time.';
  open({ 'canvas-confetti': '1.9.0' });
  await screen.findByText(
    'Newer versions of canvas-confetti could not be looked up. The registry does not answer in time.',
  );
  await within(row('canvas-confetti')).findByText('88.0 KB');
  await user.type(field(), 'd3');
  await screen.findByText(/^Only what comes with the studio was searched: .* in time\.$/);
  await screen.findByRole('option', { name: /d3/ });
  registryProblem = null;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await within(row('canvas-confetti')).findByRole('button', { name: 'Update' });
  expect(screen.queryByText(/^Newer versions/)).toBeNull();
});
