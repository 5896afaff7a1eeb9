import type { Browser, Page } from '@playwright/test';
import type { Place } from './playgrounds.ts';

declare global {
  interface Window {
    /** What the sample has said of its last run: what had been typed into it, and when it ran. */
    lastRun?: { typed: string; at: number };
    /** When the last key was pressed. */
    pressedAt: number;
  }
}

/** Opens the sample in a browser with nothing cached, and waits until it has run. Close its context afterwards. */
export async function openSample(browser: Browser, { url, storageState }: Place): Promise<Page> {
  const context = await browser.newContext({ ...(storageState && { storageState }) });
  const page = await context.newPage();
  await page.addInitScript(recordRuns);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.lastRun);
  return page;
}

/** In each document of the page. */
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
