import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArguments, installedChromium } from '../stack/chromium.ts';
import { timeToFirstKey, timeToFirstRun } from './cold-load.ts';
import { timeConsoleLines } from './console-lines.ts';
import { timeEdits, timeHangRecovery } from './edits.ts';
import { installPeers } from './peer-pages.ts';
import { type Playgrounds, startPlaygrounds } from './playgrounds.ts';
import { script, slowScript } from './sample-page.ts';

const executablePath = installedChromium();
const launch = () => chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) });
let browser: Browser;
let playgrounds: Playgrounds;
beforeAll(async () => {
  installPeers();
  browser = await launch();
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

// So that a playground that never recovers from an endless script, or never shows a line, has been operated correctly.
test.each([0, 1, 2, 3])(
  'playground %i recovers from a script that takes a second, and its console, if it has one, shows ten lines',
  async (index) => {
    const playground = playgrounds.all[index];
    if (!playground) throw new Error('There are fewer playgrounds');
    expect(await timeHangRecovery(launch, playground, slowScript)).toBeGreaterThan(0);
    const { console } = playground;
    if (console) expect(await timeConsoleLines(launch, console, 10)).toBeGreaterThan(0);
  },
  120_000,
);
