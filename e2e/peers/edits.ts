import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { openSample } from './opened-page.ts';
import type { Playground } from './playgrounds.ts';
import { behindTyping, endlessScript, script } from './sample-page.ts';

const longest = 15_000;
/** Milliseconds after which a script that does not end has shown that it does not. */
const hangs = 2_000;

/** Milliseconds from a key in the script until the page has run with it, less what the playground waits for the next key. */
export async function timeEdits(browser: Browser, playground: Playground, edits: number): Promise<number[]> {
  const page = await openSample(browser, await playground.open(script));
  await playground.focusScript(page);
  for (const _ of behindTyping) await page.keyboard.press('ArrowLeft');
  const times: number[] = [];
  // The first key loads what is needed for edits.
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
 * Milliseconds from the correction of a script that does not end until the page has run again; null where it does not,
 * or where the editor hangs as well. In a browser of its own: what hangs may not end otherwise.
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
