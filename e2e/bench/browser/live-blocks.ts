import type { Browser, Page } from '@playwright/test';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';
import type { Studio } from '../../stack/studio.ts';
import { medianRow, type Row, ratioRow } from '../row.ts';

declare global {
  interface Window {
    /** By the clock of the page. */
    actedAt: number;
  }
}

/** Loads are quick, and a hundredth of one is looked for. */
const loadsPerRound = 10;

const block = (language: string, code: string) => `<pre><code class="lang-${language}">${code}</code></pre>`;
/** Tells the outermost page that it has run. */
const code =
  block('html', '&lt;p id="out">&lt;/p>') +
  block('js', 'out.textContent = "ran"; top.postMessage({ ran: true }, "*");');
const post = (blocks: number, script: string) =>
  `<div class="codestudio">${Array.from({ length: blocks }, () => `${code}<p>text</p>`).join('')}</div>${script}`;

/** Code in a post of another site: Run, then a key, until it has run; and what twenty blocks cost the page itself. */
export async function measureLiveBlocks(browser: Browser, studio: Studio, rounds: number): Promise<Row[]> {
  const script = `<script src="${studio.url}/live.js" defer></script>`;
  const one = await serveForeignSite(post(1, script));
  const twenty = await serveForeignSite(post(20, script));
  const bare = await serveForeignSite(post(20, ''));
  const run: number[] = [];
  const key: number[] = [];
  const loads = { own: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(one.url);
    run.push(await timeToRun(page, () => page.getByRole('button', { name: 'Run' }).click()));
    const box = page
      .frameLocator('iframe[title="Live code"]')
      .getByRole('textbox', { name: 'JavaScript editor', includeHidden: true });
    await page.frameLocator('iframe[title="Live code"]').getByRole('tab', { name: 'JavaScript' }).click();
    await box.focus();
    key.push(await timeToRun(page, () => page.keyboard.press('Space')));
    await context.close();
  }
  const context = await browser.newContext();
  const page = await context.newPage();
  // In a browser that has loaded both before, as a reader's has; in turns, as a page of 50 ms is soon 5 ms slower.
  for (const site of [twenty, bare, twenty, bare]) await timeToLoad(page, site.url);
  for (let round = 0; round < rounds * loadsPerRound; round += 1) {
    const own = async () => loads.own.push(await timeToLoad(page, twenty.url));
    const reference = async () => loads.bare.push(await timeToLoad(page, bare.url));
    // Each comes as often after itself as after the other, which it has to clear away.
    for (const load of round % 2 ? [own, reference] : [reference, own]) await load();
  }
  await context.close();
  for (const site of [one, twenty, bare]) await site.close();
  return [
    medianRow(
      'Run of a block in a post → its code has run, nothing in the cache',
      { of: 'studio', samples: run },
      { atMost: 400 },
      {
        reference: 'the time since the test began to look for the button, to scroll to it and to point at it',
        measured: '425 ms',
      },
    ),
    medianRow(
      'Key pressed in a block in a post → its code has run',
      { of: 'studio', samples: key },
      { atMost: 165 },
    ),
    ratioRow(
      'Navigation → loaded, of a page with 20 blocks, against the same without live.js',
      [
        { of: 'with live.js', samples: loads.own },
        { of: 'without', samples: loads.bare },
      ],
      { atMost: 1.02 },
      {
        reference: 'twenty loads of each, each in a new browser context: 0.90 to 1.15 from run to run',
        measured: '1.07',
      },
    ),
  ];
}

/** By the clock of the page, from the click; a key is pressed in a frame that says nothing of it, so from just before the act. */
async function timeToRun(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.actedAt = performance.now();
    const take = ({ timeStamp }: Event) => {
      window.actedAt = timeStamp;
    };
    addEventListener('click', take, { capture: true, once: true });
    window.ranAt = new Promise<number>((resolve) => {
      addEventListener('message', ({ data }: MessageEvent<{ ran?: boolean } | null>) => {
        if (data?.ran) resolve(performance.now());
      });
    });
  });
  await act();
  return page.evaluate(async () => (await window.ranAt) - window.actedAt);
}

async function timeToLoad(page: Page, url: string): Promise<number> {
  await page.goto(url);
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry?.loadEventEnd || performance.now();
  });
}
