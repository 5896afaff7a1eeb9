import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { openSample } from './opened-page.ts';
import type { Playground } from './playgrounds.ts';
import { behindTyping, endlessScript, script } from './sample-page.ts';

const longest = 15_000;
/** How long (ms) the endless script runs before it is corrected. */
const hangs = 2_000;

/** Milliseconds from a key in the script until the page has run with it, without the playground's debounce. */
export async function timeEdits(browser: Browser, playground: Playground, edits: number): Promise<number[]> {
  const page = await openSample(browser, await playground.open(script));
  await playground.focusScript(page);
  for (const _ of behindTyping) await page.keyboard.press('ArrowLeft');
  const times: number[] = [];
  // The first key loads compilers and is not counted.
  for (let edit = 0; edit <= edits; edit += 1) {
    await page.keyboard.press('x');
    const took = await page.waitForFunction(
      (typed) => window.lastRun?.typed === typed && window.lastRun.at - window.pressedAt,
      'x'.repeat(edit + 1),
      { timeout: longest },
    );
    if (edit > 0) times.push(Number(await took.jsonValue()) - playground.wait);
  }
  await page.context().close();
  return times;
}

/**
 * Milliseconds from the correction of an endless script until the page has run again; null if it does not, or if the
 * editor hangs as well. Starts a browser of its own, because a hanging page may not end otherwise.
 */
export async function timeHangRecovery(
  launch: () => Promise<Browser>,
  playground: Playground,
): Promise<number | null> {
  const browser = await launch();
  async function recover(): Promise<number> {
    const page = await openSample(browser, await playground.open(script));
    page.setDefaultTimeout(longest);
    const replaceFile = async (text: string) => {
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    };
    await playground.focusScript(page);
    await replaceFile(playground.fileWithScript(endlessScript));
    await pause(hangs);
    await page.evaluate(() => delete window.lastRun);
    await replaceFile(playground.fileWithScript(script));
    const ran = await page.waitForFunction(() => window.lastRun && window.lastRun.at - window.pressedAt);
    return Number(await ran.jsonValue());
  }
  const late = pause(2 * longest, null, { ref: false });
  const recovered = await Promise.race([recover().catch(() => null), late]);
  await browser.close();
  return recovered;
}
