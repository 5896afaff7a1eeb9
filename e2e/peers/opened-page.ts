import type { Browser, Page } from '@playwright/test';
import type { Place } from './playgrounds.ts';

declare global {
  interface Window {
    /** The sample's last run: the text that had been typed into it, and the time. */
    lastRun?: { typed: string; at: number };
    /** The time of the last key press. */
    pressedAt: number;
  }
}

/** Opens the sample in a new context and waits until it has run. Close the page's context afterwards. */
export async function openSample(browser: Browser, { url, storageState }: Place): Promise<Page> {
  const context = await browser.newContext({ ...(storageState && { storageState }) });
  const page = await context.newPage();
  await page.addInitScript(recordRuns);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.lastRun);
  return page;
}

/** Runs in each document; records runs and keys in the top one. */
function recordRuns(): void {
  if (window !== top) return;
  addEventListener('message', ({ data }: MessageEvent<{ ran?: boolean; typed: string } | null>) => {
    if (data?.ran) window.lastRun = { typed: data.typed, at: performance.now() };
  });
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      window.pressedAt = timeStamp;
    },
    true,
  );
}
