import type { Browser, Page } from '@playwright/test';
import { type Account, register, signedIn } from '../../fixtures/accounts.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from '../../stack/postgres.ts';
import { startStudio } from '../../stack/studio.ts';
import { type Row, ratioRow } from '../row.ts';
import { withoutRateLimits } from '../without-rate-limits.ts';

const small = 100;
const large = 10_000;

/** From the click on Assets until the first cards and the counts are shown, for a large library and for a small one. */
export async function measureLibrary(browser: Browser, rounds: number): Promise<Row[]> {
  const refusal = provisionOwnPostgres();
  if (refusal) throw new Error(`There is no PostgreSQL to put a library into: ${refusal}`);
  const postgres = await startOwnPostgres();
  const studio = await startStudio({ DATABASE_URL: postgres.url, ...withoutRateLimits });
  try {
    const pages: Record<number, Page> = {};
    for (const count of [small, large]) {
      const owner = await register(studio, `owner-of-${count}`);
      fillLibrary(postgres, owner, count);
      const context = await browser.newContext({ storageState: signedIn(studio, owner) });
      const page = await context.newPage();
      await page.goto(studio.url);
      await new StudioPage(page).loaded();
      pages[count] = page;
    }
    const samples = { ofLarge: [] as number[], ofSmall: [] as number[] };
    // The first opening loads the panel's code.
    for (let round = 0; round <= rounds; round += 1) {
      const ofSmall = await openingTime(pages[small], small);
      const ofLarge = await openingTime(pages[large], large);
      if (round === 0) continue;
      samples.ofSmall.push(ofSmall);
      samples.ofLarge.push(ofLarge);
    }
    return [
      ratioRow(
        `Opening a library of ${large} assets, against one of ${small}`,
        [
          { of: String(large), samples: samples.ofLarge },
          { of: String(small), samples: samples.ofSmall },
        ],
        { atMost: 1.5 },
      ),
    ];
  } finally {
    await studio.dispose();
    postgres.stop();
  }
}

/** Inserts rows of assets whose files do not exist. */
function fillLibrary(postgres: PostgresServer, { username }: Account, count: number): void {
  postgres.run(`
    insert into stored_objects (hash, storage_key, size, refs)
    select md5('${count}' || n) || md5(n::text), substr(md5('${count}' || n), 1, 16), 1000, 1
    from generate_series(1, ${count}) n;
    insert into assets (id, user_id, name, category, size, object_hash)
    select substr(md5('${count}' || n), 1, 16), users.id, 'data-' || n || '.json', 'json', 1000,
      md5('${count}' || n) || md5(n::text)
    from generate_series(1, ${count}) n, users where users.username = '${username}';
    analyze assets;`);
}

/** Milliseconds from the click until a card and the count on its tab are shown. */
async function openingTime(page: Page | undefined, count: number): Promise<number> {
  if (!page) throw new Error('The page is gone');
  const milliseconds = await page.evaluate(async (shown) => {
    const assets = [...document.querySelectorAll('footer button')].find(
      ({ textContent }) => textContent === 'Assets',
    );
    if (!(assets instanceof HTMLElement)) throw new Error('There is no button Assets');
    const started = performance.now();
    assets.click();
    for (;;) {
      const panel = document.querySelector('[aria-label="Asset Library"]');
      const tab = panel?.querySelector<HTMLElement>('[role="tab"][aria-label="Data"]');
      const isCounted = tab?.textContent === `Data${shown}`;
      // The tab is selected on focus.
      if (tab?.dataset['state'] === 'inactive') tab.focus();
      if (isCounted && panel?.querySelector('li')) return performance.now() - started;
      await new Promise(requestAnimationFrame);
    }
  }, count.toLocaleString('en'));
  await page.getByRole('button', { name: 'Assets', exact: true }).click();
  await page.getByRole('region', { name: 'Asset Library' }).waitFor({ state: 'detached' });
  return milliseconds;
}
