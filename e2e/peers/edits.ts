import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, errors } from '@playwright/test';
import { openSample } from './opened-page.ts';
import type { Playground } from './playgrounds.ts';
import { behindTyping, endlessScript, script } from './sample-page.ts';

const longest = 15_000;
/** How long (ms) the endless script runs before it is corrected. */
const hangs = 2_000;

/**
 * Milliseconds from a key in the script until the page has run with it. Ends with null at the first key that the page
 * does not run with.
 */
export async function timeEdits(
  browser: Browser,
  playground: Playground,
  edits: number,
): Promise<(number | null)[]> {
  const page = await openSample(browser, await playground.open(script));
  await playground.focusScript(page);
  for (const _ of behindTyping) await page.keyboard.press('ArrowLeft');
  const times: (number | null)[] = [];
  // The first key loads compilers and is not counted.
  for (let edit = 0; edit <= edits; edit += 1) {
    await page.keyboard.press('x');
    const took = await page
      .waitForFunction(
        (typed) => window.lastRun?.typed === typed && window.lastRun.at - window.pressedAt,
        'x'.repeat(edit + 1),
        { timeout: longest },
      )
      .catch(nullIfLate);
    if (took === null) {
      times.push(null);
      break;
    }
    if (edit > 0) times.push(Number(await took.jsonValue()));
  }
  await page.context().close();
  return times;
}

/**
 * Milliseconds from the correction of a script that hangs until the page has run again; null if it does not, or if the
 * editor hangs as well. Starts a browser of its own, because a hanging page may not end otherwise.
 */
export async function timeHangRecovery(
  launch: () => Promise<Browser>,
  playground: Playground,
  hangingScript = endlessScript,
): Promise<number | null> {
  const browser = await launch();
  const page = await openSample(browser, await playground.open(script));
  page.setDefaultTimeout(longest);
  await playground.focusScript(page);
  const replaceFile = async (text: string) => {
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  };
  async function recover(): Promise<number> {
    await replaceFile(playground.fileWithScript(hangingScript));
    await pause(hangs);
    await page.evaluate(() => delete window.lastRun);
    await replaceFile(playground.fileWithScript(script));
    const ran = await page.waitForFunction(() => window.lastRun && window.lastRun.at - window.pressedAt);
    return Number(await ran.jsonValue());
  }
  const late = pause(2 * longest, null, { ref: false });
  const recovered = await Promise.race([recover().catch(nullIfLate), late]);
  await browser.close();
  return recovered;
}

/** A time-out is a result; any other error is a fault of the harness. */
function nullIfLate(error: unknown): null {
  if (error instanceof errors.TimeoutError) return null;
  throw error;
}
