import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArguments, installedChromium } from '../stack/chromium.ts';
import { timeToFirstKey, timeToFirstRun } from './cold-load.ts';
import { timeEdits } from './edits.ts';
import { installPeers } from './peer-pages.ts';
import { type Playgrounds, startPlaygrounds } from './playgrounds.ts';
import { script } from './sample-page.ts';

const executablePath = installedChromium();
let browser: Browser;
let playgrounds: Playgrounds;
beforeAll(async () => {
  installPeers();
  browser = await chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) });
  playgrounds = await startPlaygrounds();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await playgrounds.close();
});

test.each([0, 1, 2, 3])(
  'playground %i is loaded, typed into, run and embedded',
  async (index) => {
    const playground = playgrounds.all[index];
    if (!playground) throw new Error('There are fewer playgrounds');
    expect(await timeToFirstKey(browser, await playground.open(script))).toBeGreaterThan(0);
    expect(await timeToFirstRun(browser, await playground.open(script))).toBeGreaterThan(0);
    expect(await timeToFirstRun(browser, await playground.embed(script))).toBeGreaterThan(0);
    expect(await timeEdits(browser, playground, 1)).toHaveLength(1);
  },
  120_000,
);
