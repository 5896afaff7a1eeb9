import {
  type LockedPackage,
  packagesOfBrowsers,
  packagesOfServer,
} from '../../frontend/licences/locked-packages.ts';

/** SPDX names of licences that allow use, change and distribution to anybody who keeps the notice. */
const free = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'SGI-B-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose licences were checked one by one, and why they are acceptable. */
const checkedPackages: { names: RegExp; why: string }[] = [
  {
    names: /^@dicebear\/(avataaars|bottts)(-neutral)?$/,
    why: 'code is MIT; the drawings are free for personal and commercial use, which `LICENSE` says of each',
  },
  {
    names: /^(busboy|passport-strategy|streamsearch|xmlhttprequest-ssl)$/,
    why: 'MIT, in the older field `licenses` and in `LICENSE`',
  },
  { names: /^htmx\.org$/, why: '0BSD, which it calls `BSD-0-Clause`; the text is in `LICENSE`' },
  {
    names: /^p5$/,
    why: 'LGPL-2.1: a library of its own, which pages import by name. Browsers get it built and minified; beside that, `/packages/p5@…/` has all files as its makers publish them, readable and with the licence (`license.txt`, `lib/p5.js?file`), and their sources are in github.com/processing/p5.js under the tag of the version. A project replaces it by another version, or by a changed copy that its import map names. A `standalone.html` with its packages in it contains the minified code without licence or sources: who passes it on has to add both (LGPL-2.1, 4 and 6). It is replaced there by exporting with public addresses, or in the package for Vite, which installs it from npm',
  },
  { names: /^pause$/, why: 'MIT, in `Readme.md`' },
  {
    names: /^@img\/sharp-(libvips-.+|wasm32|win32-.+)$/,
    why: 'libvips is LGPL-3.0 or later: a library of its own, unchanged, which anybody can replace; it stays on the server',
  },
];

/** Packages whose licence is neither free nor was checked. There must be none in a release. */
export function refusedPackages(packages: LockedPackage[] = shippedPackages()): LockedPackage[] {
  return packages.filter((one) => !isFree(one.licence) && !reasonFor(one));
}

/** `docs/licences.md`: every package that is sent to browsers or runs on the server, by licence. */
export function licencesDocument(): string {
  const inBrowsers = new Set(packagesOfBrowsers().map(({ path }) => path));
  const shipped = shippedPackages();
  const byLicence = Object.groupBy(
    shipped,
    ({ licence }) => licence?.replace(/^\((.*)\)$/, '$1') ?? 'none given',
  );
  const sections = Object.entries(byLicence)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, packages = []]) => {
      const browsers = packages.filter(({ path }) => inBrowsers.has(path));
      const server = packages.filter(({ path }) => !inBrowsers.has(path));
      return [`## ${licence}`, listOf('Browsers', browsers), listOf('Server alone', server)]
        .filter((part) => part !== '')
        .join('\n\n');
    });
  const reasons = checkedPackages.map(({ names, why }) => {
    const meant = shipped.filter(({ name }) => names.test(name)).map(({ name }) => `\`${name}\``);
    return `| ${[...new Set(meant)].join(', ')} | ${why} |`;
  });
  const table = ['| Package | Why it is acceptable |', '| --- | --- |', ...reasons].join('\n');
  return `${[opening(shipped.length), `## Checked one by one\n\n${table}`, ...sections].join('\n\n')}\n`;
}

const opening = (count: number) => `# Licences

The ${count} third-party packages that the studio is released with: those with parts that are sent to browsers, and those that the server runs on, for every platform. Tools of the build and the tests are not included. \`npm run documents\` writes this file from \`package-lock.json\`; \`e2e/run/licences.spec.ts\` checks that it is up to date, and that each licence is free or was checked.

A studio serves the texts of these licences, for everything that is sent to browsers, at \`/licences.txt\`; \`/api/docs\` links it. The studio itself is MIT licensed.`;

function shippedPackages(): LockedPackage[] {
  const both = [...packagesOfBrowsers(), ...packagesOfServer()];
  return [...new Map(both.map((one) => [one.path, one])).values()].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

/** Of alternatives (`OR`), one has to be free; of combined licences (`AND`), all. */
function isFree(licence: string | null): boolean {
  const choices = (licence ?? '').replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((name) => free.has(name)));
}

function reasonFor({ name }: LockedPackage): string | undefined {
  return checkedPackages.find(({ names }) => names.test(name))?.why;
}

function listOf(where: string, packages: LockedPackage[]): string {
  const names = new Set(packages.map(({ name, version }) => `${name} ${version}`));
  return names.size === 0 ? '' : `${where}: ${[...names].join(', ')}.`;
}
