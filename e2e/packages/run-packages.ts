import { availableParallelism } from 'node:os';
import { chromium } from '@playwright/test';
import { browserForTests, chromiumArguments } from '../stack/chromium.ts';
import { startStudio } from '../stack/studio.ts';
import type { NamedPackage } from './named-packages.ts';
import { PackagePages, type PackageResult } from './show-package.ts';

/** Uses packages, one for each core at a time, in one studio, and prints what fails as it goes; in the order given. */
export async function runPackages(
  packages: readonly NamedPackage[],
): Promise<{ results: PackageResult[]; browser: string }> {
  const studio = await startStudio({ RATE_LIMIT_SCALE: '100' });
  const executablePath = browserForTests();
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath ? { executablePath } : {}),
  });
  const results: PackageResult[] = [];
  const waiting = [...packages];
  const work = async () => {
    const pages = await PackagePages.open(browser, studio);
    for (let named = waiting.shift(); named; named = waiting.shift()) {
      const result = await pages.show(named);
      // What a browser that is gone has not shown is no failure of the package.
      if (!browser.isConnected()) throw new Error('The browser has gone');
      results.push(result);
      for (const [place, reason] of Object.entries(result.failures))
        console.log(`${result.name} ${result.version}, ${place}: ${reason}`);
    }
    await pages.close();
  };
  try {
    const workers = Math.min(availableParallelism(), packages.length);
    await Promise.all(Array.from({ length: workers }, work));
    const inOrder = packages.flatMap(({ name }) => results.find((result) => result.name === name) ?? []);
    return { results: inOrder, browser: browser.version() };
  } finally {
    await browser.close();
    await studio.dispose();
  }
}
