import { availableParallelism } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { installExportPackages } from '../exports/installed-packages.ts';
import { browserForTests, chromiumArguments } from '../stack/chromium.ts';
import { startStudio } from '../stack/studio.ts';
import { compareEverywhere } from './compare.ts';
import type { Difference } from './intended.ts';
import { reasonFor } from './intended.ts';
import type { Pen } from './pens.ts';
import { Places } from './places.ts';

/** The result of one pen. */
export interface PenResult {
  /** The title of the pen. */
  pen: string;
  differences: Difference[];
}

interface FidelityRun {
  results: PenResult[];
  /** The version of the browser. */
  browser: string;
}

/**
 * Compares pens in one studio, one per core at a time, and prints differences at once.
 * @throws if packages cannot be built: without one of its places a pen would count as the same everywhere
 */
export async function runPens(
  pens: readonly Pen[],
  onResult: (result: PenResult) => void = () => undefined,
): Promise<FidelityRun> {
  const packages = installExportPackages();
  if ('refusal' in packages) throw new Error(packages.refusal);
  const studio = await startStudio({ RATE_LIMIT_SCALE: '100' });
  const executablePath = browserForTests();
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath ? { executablePath } : {}),
  });
  const results: PenResult[] = [];
  const waiting = [...pens];
  const work = async (own: Browser) => {
    const places = await Places.open(own, studio, packages);
    for (let pen = waiting.shift(); pen; pen = waiting.shift()) {
      const differences = await compareEverywhere(places, pen.project);
      // Differences found after a crash of the browser do not count.
      if (!own.isConnected()) throw new Error('The browser has gone');
      const result = { pen: pen.project.title, differences };
      for (const difference of differences) console.log(lineOf(difference));
      results.push(result);
      onResult(result);
    }
    for (const address of places.refused) console.log(`nothing answers at ${address}`);
    await places.close();
  };
  try {
    const workers = Math.min(availableParallelism(), pens.length);
    await Promise.all(Array.from({ length: workers }, () => work(browser)));
    return { results, browser: browser.version() };
  } finally {
    await browser.close();
    await studio.dispose();
  }
}

function lineOf(difference: Difference): string {
  const { pen, place, aspect, detail } = difference;
  return `${reasonFor(difference) ? 'intended ' : 'DIFFERENT'} ${pen}, ${place}, ${aspect}: ${detail}`;
}
