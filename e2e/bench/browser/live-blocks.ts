import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { type ForeignSite, serveForeignSite } from '../../stack/network/foreign-site.ts';
import type { Studio } from '../../stack/studio.ts';
import { medianRow, type Row, ratioRow } from '../row.ts';

declare global {
  interface Window {
    /** In ms of the page's clock. */
    actedAt: number;
  }
}

/** Many, because a load is short and the goal is a difference of 2 %. */
const loadsPerRound = 10;

const block = (language: string, code: string) => `<pre><code class="lang-${language}">${code}</code></pre>`;
/** Posts to the outermost page that it has run. */
const code =
  block('html', '&lt;p id="out">&lt;/p>') +
  block('js', 'out.textContent = "ran"; top.postMessage({ ran: true }, "*");');
const post = (blocks: number, script: string) =>
  `<div class="codestudio">${Array.from({ length: blocks }, () => `${code}<p>text</p>`).join('')}</div>${script}`;

/** Code in a post of another site: from Run, then from a key, until it has run; and how 20 blocks slow the page's load. */
export async function measureLiveBlocks(browser: Browser, studio: Studio, rounds: number): Promise<Row[]> {
  const script = `<script src="${studio.url}/live.js" defer></script>`;
  const one = await serveForeignSite(post(1, script));
  const twenty = await serveForeignSite(post(20, script));
  const bare = await serveForeignSite(post(20, ''));
  const emptyScript = await serveEmptyScript();
  const empty = await serveForeignSite(post(20, `<script src="${emptyScript.url}" defer></script>`));
  const run: number[] = [];
  const key: number[] = [];
  const loads = new Map<ForeignSite, number[]>([twenty, bare, empty].map((site) => [site, []]));
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
  // With a warm cache, as readers have it. In turns, because a page that loads in 30 ms soon loads 3 ms slower.
  const sites = [...loads];
  for (const [site] of [...sites, ...sites]) await timeToLoad(page, site.url);
  for (let round = 0; round < rounds * loadsPerRound; round += 1) {
    // In all six orders, because each load also pays for clearing the page before it.
    const turn = [...sites.slice(round % 3), ...sites.slice(0, round % 3)];
    for (const [site, samples] of round % 2 ? turn : turn.toReversed())
      samples.push(await timeToLoad(page, site.url));
  }
  await context.close();
  for (const site of [one, twenty, bare, empty, emptyScript]) await site.close();
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
        { of: 'with live.js', samples: loads.get(twenty) ?? [] },
        { of: 'without', samples: loads.get(bare) ?? [] },
        { of: 'with an empty script in its place', samples: loads.get(empty) ?? [] },
      ],
      { atMost: 1.02 },
      {
        reference: 'twenty loads of each, each in a new browser context: 0.90 to 1.15 from run to run',
        measured: '1.07',
      },
    ),
  ];
}

/** Milliseconds from the click until the code has run. A key goes to a frame, out of sight: counted from before `act`. */
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

/** Serves an empty script, cached as long as live.js, to measure what any script costs a page. */
async function serveEmptyScript(): Promise<ForeignSite> {
  const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'public, max-age=300' };
  const server = createServer((_request, response) => response.writeHead(200, headers).end()).listen(0);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/empty.js`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
