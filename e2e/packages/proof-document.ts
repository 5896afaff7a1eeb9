import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { namedPackages } from './named-packages.ts';
import { popularPackages } from './popular-packages.ts';
import { type PackageOrigin, packageOrigins } from './run-packages.ts';
import { type PackageResult, packagePlaces } from './show-package.ts';

/** The share of named packages that must run everywhere. */
const wantedShare = 0.95;

const ofTheShelf = {
  argparse:
    'It is for the command line of Node: version 1 needs the module `util`, version 3 the width of the terminal.',
  'maplibre-gl':
    'Its map loads a worker from beside its module, by a name that it computes; a file without a server has none.',
  'readable-stream':
    'Version 2 needs `process-nextick-args`, which checks whether there is a `process`, and calls it where there is none.',
};

/** The packages of an origin that are known not to run everywhere, and why. */
const knownFailures: Record<PackageOrigin, Readonly<Record<string, string>>> = {
  shelf: ofTheShelf,
  registry: ofTheShelf,
  npm: { '@stdlib/math-base-special-gamma': 'More packages than an import may bring (150).' },
};

interface Circumstances {
  seconds: number;
  /** The name of the code state that was tested. */
  state: string;
  /** The version of the browser. */
  browser: string;
}

/** `198 of 200 packages run everywhere`, and whether that is enough. */
export function summaryOf(results: readonly PackageResult[]): { text: string; isEnough: boolean } {
  const running = results.filter(runsEverywhere).length;
  const share = running / results.length;
  return {
    text: `${running} of ${results.length} packages run everywhere (${(share * 100).toFixed(1)} %)`,
    isEnough: share >= wantedShare,
  };
}

/** The packages that do not run everywhere and are not known for it, each with the reasons by place. */
export function unexpectedFailures(
  origin: PackageOrigin,
  results: readonly PackageResult[],
): readonly PackageResult[] {
  return results.filter((result) => !runsEverywhere(result) && !(result.name in knownFailures[origin]));
}

const titles: Record<PackageOrigin, string> = {
  shelf: 'From the shelf',
  registry: 'From a registry',
  npm: 'What people bring',
};

const conditions: Record<PackageOrigin, (results: readonly PackageResult[]) => string> = {
  shelf: () => 'Nothing beyond this machine answered any of them; the studio asks no registry either.',
  registry: (results) => {
    const own = results.filter(({ origin }) => origin === 'shelf').map(({ name }) => `\`${name}\``);
    return `The packages of the shelf again, ${byRegistry}${own.length === 0 ? '' : ` What stands in for modules of Node comes with the studio here as well: ${own.join(', ')}.`}`;
  },
  npm: () =>
    `Popular packages that the studio does not have, in the versions of [e2e/packages/popular](../e2e/packages/popular/package.json), ${byRegistry}`,
};

const byRegistry =
  'with `MODULES=registry`, and a registry on loopback that serves what is installed here, packed as archives. Each was fetched and shown once; then the registry was stopped and the studio started anew, and new browsers showed each in every place.';

/** The document with a new section about this origin and the other sections unchanged. */
export function withSection(
  document: string,
  origin: PackageOrigin,
  results: readonly PackageResult[],
  circumstances: Circumstances,
): string {
  const own = sectionOf(origin, results, circumstances);
  const sections = packageOrigins.flatMap((each) => {
    const [, there] = new RegExp(`(^## ${titles[each]}\\n[^]*?)(?=^## |(?![^]))`, 'm').exec(document) ?? [];
    return each === origin ? own : (there?.trim() ?? []);
  });
  return `${[opening(), ...sections].join('\n\n')}\n`;
}

function opening(): string {
  return `# Packages in use

Written by \`npm run packages\`: npm packages by name, each imported and used by a project of its own. The ${namedPackages.length} of [named-packages.ts](../e2e/packages/named-packages.ts) are the shelf and what projects may import of its dependencies; the ${popularPackages.length} of [popular-packages.ts](../e2e/packages/popular-packages.ts) are others that people bring. The uses are in [uses](../e2e/packages/uses): a function or a class is called and its result checked; a component is rendered with the project's own React or Vue, a hook called in one, and what they draw is looked at; a custom element is created, and its shadow root looked at. Where more would need a network, a sound device or a person's click, a comment there says so. Each package has one such use, so that this does not prove the rest of it.

A package runs in a place if its use gives what it should, no error is left uncaught and no promise rejected until the next frame is drawn after it, and no request for a file of a package fails. What it prints to the console does not count. The places:

- preview: beside the editors
- embed: \`/embed/{id}\`
- export: \`standalone.html\` with its packages in it, in a browser that is offline`;
}

function sectionOf(
  origin: PackageOrigin,
  results: readonly PackageResult[],
  { seconds, state, browser }: Circumstances,
): string {
  const failing = results.filter((result) => !runsEverywhere(result));
  const running = results.filter(runsEverywhere);
  const shares = packagePlaces.map((place) => {
    const count = results.filter(({ failures }) => failures[place] === undefined).length;
    return `| ${place} | ${count} of ${results.length} |`;
  });
  return `## ${titles[origin]}

${conditions[origin](results)}

- Date: ${new Date().toISOString().slice(0, 10)}, commit ${state}
- Machine: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}
- Node ${process.version}, Chromium ${browser}, ${seconds} s

**${summaryOf(results).text}.**

| Place | Run |
| --- | --- |
${shares.join('\n')}

### What does not run

${failing.length === 0 ? 'None.' : [...heading, ...failing.flatMap((result) => rowsOf(origin, result))].join('\n')}

### What runs

${running.map(({ name, version }) => `\`${name}\` ${version}`).join(', ')}`;
}

function runsEverywhere({ failures }: PackageResult): boolean {
  return Object.keys(failures).length === 0;
}

const heading = [
  '| Package | Place | What the studio or the browser says | Why |',
  '| --- | --- | --- | --- |',
];

function rowsOf(origin: PackageOrigin, { name, version, failures }: PackageResult): string[] {
  const why = knownFailures[origin][name] ?? '';
  return Object.entries(failures).map(
    ([place, reason]) =>
      `| \`${name}\` ${version} | ${place} | ${reason.replaceAll('|', '\\|').slice(0, 300)} | ${why} |`,
  );
}
