import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { startTestRegistry } from '../../backend/test/support/test-registry.ts';
import { browserForTests, chromiumArguments } from '../stack/chromium.ts';
import { installWithShelf } from '../stack/installation.ts';
import { type Studio, startStudio } from '../stack/studio.ts';
import { type NamedPackage, namedPackages } from './named-packages.ts';
import { popularPackages } from './popular-packages.ts';
import { publishInstalled } from './publish-installed.ts';
import { PackagePages, type PackageResult, packagePlaces, type StoredUse } from './show-package.ts';

/** Where the packages come from. `npm`: packages that are not on the shelf, also from a registry. */
export const packageOrigins = ['shelf', 'registry', 'npm'] as const;
export type PackageOrigin = (typeof packageOrigins)[number];

export interface Run {
  results: PackageResult[];
  /** The version of the browser. */
  browser: string;
}

const shelfFolder = fileURLToPath(new URL('../../backend/shelf', import.meta.url));
const popularFolder = fileURLToPath(new URL('popular', import.meta.url));
/** npm resolves dependencies as of this day, so that runs are repeatable. */
const popularDay = '2026-11-27';
const variables = { RATE_LIMIT_SCALE: '100' };
/** Replacements of Node's modules, which remain on the shelf. */
const polyfills = ['buffer', 'events', 'process'];

/** The packages to use from an origin. */
export function packagesOf(origin: PackageOrigin): readonly NamedPackage[] {
  return origin === 'npm' ? popularPackages : namedPackages;
}

/** Uses packages, one per core at a time, and prints failures at once. Results are in the order of `packages`. */
export async function runPackages(origin: PackageOrigin, packages: readonly NamedPackage[]): Promise<Run> {
  if (origin === 'npm') installPopular();
  const executablePath = browserForTests();
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const results =
      origin === 'shelf'
        ? await fromShelf(browser, packages)
        : await fromRegistry(browser, packages, origin === 'npm' ? popularFolder : shelfFolder);
    return { results, browser: browser.version() };
  } finally {
    await browser.close();
  }
}

async function fromShelf(browser: Browser, packages: readonly NamedPackage[]): Promise<PackageResult[]> {
  const studio = await startStudio(variables);
  try {
    return await withPages(browser, studio, packages, async (pages, named) =>
      shown(await pages.show(await pages.store(named), packagePlaces)),
    );
  } finally {
    await studio.dispose();
  }
}

/** Shows each package once to fetch it, then stops the registry, restarts the studio and shows each everywhere. */
async function fromRegistry(
  browser: Browser,
  packages: readonly NamedPackage[],
  folder: string,
): Promise<PackageResult[]> {
  const registry = await startTestRegistry();
  publishInstalled(registry, packages.flatMap(namesIn), folder);
  const installation = installWithShelf(polyfills);
  const address = { MODULES: 'registry', PACKAGE_REGISTRY: registry.address };
  const studio = await startStudio({ ...variables, ...address }, installation.entry);
  try {
    const used = await withPages(browser, studio, packages, async (pages, named) => {
      const stored = await pages.store(named);
      await pages.show(stored, ['preview']);
      return stored;
    });
    await registry.stop();
    await studio.kill();
    await studio.restart();
    return await withPages(browser, studio, used, async (pages, stored: StoredUse) =>
      shown(await pages.show(stored, packagePlaces)),
    );
  } finally {
    await studio.dispose();
    installation.remove();
    await registry.stop();
  }
}

/** The package and others that its use imports. */
function namesIn({ name, use }: NamedPackage): string[] {
  const others = use.matchAll(/\bimport\(['"]([^'"]+)/g);
  return [name, ...[...others].flatMap(([, specifier = '']) => parseSpecifier(specifier)?.name ?? [])];
}

/** Installs the popular packages unless they are installed. `--force` ignores conflicts of peer dependencies. */
function installPopular(): void {
  if (existsSync(join(popularFolder, 'node_modules'))) return;
  const options = ['--ignore-scripts', '--no-package-lock', '--force', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', `--before=${popularDay}`, ...options], {
    cwd: popularFolder,
    stdio: 'inherit',
  });
}

/** Prints the failures of a package. @returns the result */
function shown(result: PackageResult): PackageResult {
  const { name, version, failures } = result;
  for (const [place, reason] of Object.entries(failures))
    console.log(`${name} ${version}, ${place}: ${reason}`);
  return result;
}

/** Calls `work` for each item, in as many browser contexts with empty caches as there are cores. */
async function withPages<Each, Result>(
  browser: Browser,
  studio: Studio,
  all: readonly Each[],
  work: (pages: PackagePages, each: Each) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...all.entries()];
  const results: Result[] = [];
  const workOn = async () => {
    const pages = await PackagePages.open(browser, studio);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (waiting.length % 20 === 0) console.log(`${all.length - waiting.length} of ${all.length}`);
      const [index, each] = next;
      results[index] = await work(pages, each);
      // Failures after a crash of the browser do not count.
      if (!browser.isConnected()) throw new Error('The browser has gone');
    }
    await pages.close();
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), all.length) }, workOn));
  return results;
}
