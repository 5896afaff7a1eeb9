import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { openSample } from './opened-page.ts';
import type { Playground } from './playgrounds.ts';
import { printingScript } from './sample-page.ts';

const longest = 30_000;
const betweenLooks = 50;

/**
 * Milliseconds from the press of the sample's button until the last of the lines that it prints is drawn; null if it is not
 * within 30 s. Starts a browser of its own, because a hanging page may not end otherwise.
 */
export async function timeConsoleLines(
  launch: () => Promise<Browser>,
  console: NonNullable<Playground['console']>,
  count: number,
): Promise<number | null> {
  const browser = await launch();
  const page = await openSample(browser, await console.open(printingScript(count)));
  page.setDefaultTimeout(longest);
  await console.show(page);
  await page.locator(console.lines).waitFor();
  async function print(): Promise<number> {
    const drawn = page.evaluate(lineDrawn, { lines: console.lines, last: `line ${count}` });
    const [drawnAt, pressedAt] = await Promise.all([drawn, pressButton(page)]);
    return drawnAt - pressedAt;
  }
  const took = await Promise.race([print(), pause(longest, null, { ref: false })]);
  await browser.close();
  return took;
}

/** Presses the sample's button, once a frame has it. @returns the time of the press, in ms since the epoch */
async function pressButton(page: Page): Promise<number> {
  const deadline = Date.now() + longest;
  while (Date.now() < deadline) {
    for (const frame of page.frames().slice(1)) {
      const button = frame.locator('button', { hasText: 'Print' });
      if ((await button.count().catch(ifReplaced)) === 0) continue;
      const pressedAt = await button
        .evaluate((element: HTMLElement) => {
          const now = performance.timeOrigin + performance.now();
          element.click();
          return now;
        })
        .catch(ifReplaced);
      if (pressedAt > 0) return pressedAt;
    }
    await pause(betweenLooks);
  }
  throw new Error('The sample is in no frame');
}

/** Zero if a playground replaced the frame meanwhile, which is no failure: the next look finds the new one. */
function ifReplaced(error: unknown): 0 {
  if (/Execution context was destroyed|Frame was detached/.test(String(error))) return 0;
  throw error;
}

/** In the page: resolves with the time of the frame in which the console has the last line, in ms since the epoch. */
function lineDrawn({ lines, last }: { lines: string; last: string }): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(lines)?.textContent.includes(last))
        resolve(performance.timeOrigin + performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
