import type { Browser, BrowserContext } from '@playwright/test';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';
import type { Studio } from '../../stack/studio.ts';
import { type Row, ratioRow } from '../row.ts';

declare global {
  interface Window {
    ranAt: Promise<number>;
  }
}

/** Navigation to the embed → its project has run, against a bare page that frames the same document. */
export async function measureEmbed(browser: Browser, studio: Studio, rounds: number): Promise<Row[]> {
  const owner = await register(studio, 'owner');
  const project = await storeProject(studio, owner, {
    title: 'Embedded',
    html: `<ul>${'<li>Row</li>'.repeat(200)}</ul>`,
    css: 'li { color: teal }',
    js: 'parent.postMessage({ ran: true }, "*")',
    isEmbeddable: true,
  });
  const rendered = `${studio.sandboxUrl(project.id)}/rendered/${project.id}`;
  const bare = await serveForeignSite(
    `<iframe sandbox="allow-scripts allow-same-origin allow-forms allow-popups" src="${rendered}"></iframe>`,
  );
  const times = { studio: [] as number[], reference: [] as number[] };
  // The first request compiles the project, later ones reuse the result.
  for (let round = -1; round < rounds; round += 1) {
    const own = await timeToRun(browser, `${studio.url}/embed/${project.id}`);
    const other = await timeToRun(browser, bare.url);
    if (round < 0) continue;
    times.studio.push(own);
    times.reference.push(other);
  }
  await bare.close();
  return [
    ratioRow(
      'Navigation → embed ran, against a bare page with the same frame',
      [
        { of: 'studio', samples: times.studio },
        { of: 'bare page', samples: times.reference },
      ],
      { atMost: 1.2 },
    ),
  ];
}

/** Milliseconds from a navigation with an empty cache until a frame in the page posts that it has run. */
export async function timeToRun(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const took = await timeToRunIn(context, url);
  await context.close();
  return took;
}

/** Like `timeToRun`, in a given browser context with whatever it has cached. */
export async function timeToRunIn(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    if (window !== window.top) return;
    window.ranAt = new Promise((resolve) => {
      addEventListener('message', ({ data }: MessageEvent<{ ran?: boolean } | null>) => {
        if (data?.ran) resolve(performance.now());
      });
    });
  });
  await page.goto(url, { waitUntil: 'commit' });
  const took = await page.evaluate(() => window.ranAt);
  await page.close();
  return took;
}
