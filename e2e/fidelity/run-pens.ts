import { availableParallelism } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { browserForTests, chromiumArguments } from '../stack/chromium.ts';
import { startStudio } from '../stack/studio.ts';
import { compareEverywhere, type Difference } from './compare.ts';
import { reasonFor } from './intended.ts';
import type { Pen } from './pens.ts';
import { Places } from './places.ts';

export interface FidelityRun {
  differences: Difference[];
  /** The version of the browser. */
  browser: string;
  seconds: number;
}

/** Compares pens, one for each core at a time, and says what it finds as it goes. */
export async function runPens(pens: readonly Pen[]): Promise<FidelityRun> {
  const startedAt = performance.now();
  const studio = await startStudio({ RATE_LIMIT_SCALE: '100' });
  const executablePath = browserForTests();
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath ? { executablePath } : {}),
  });
  const differences: Difference[] = [];
  const waiting = [...pens];
  const work = async (own: Browser) => {
    const places = await Places.open(own, studio);
    for (let pen = waiting.shift(); pen; pen = waiting.shift()) {
      const found = await compareEverywhere(places, pen.project);
      for (const difference of found) console.log(lineOf(difference));
      differences.push(...found);
    }
    for (const address of places.refused) console.log(`nothing answers at ${address}`);
    await places.close();
  };
  try {
    const workers = Math.min(availableParallelism(), pens.length);
    await Promise.all(Array.from({ length: workers }, () => work(browser)));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    return { differences, browser: browser.version(), seconds };
  } finally {
    await browser.close();
    await studio.dispose();
  }
}

function lineOf(difference: Difference): string {
  const { pen, place, aspect, detail } = difference;
  return `${reasonFor(difference) ? 'intended ' : 'DIFFERENT'} ${pen}, ${place}, ${aspect}: ${detail}`;
}
