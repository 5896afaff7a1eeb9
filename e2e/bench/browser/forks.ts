import type { Browser, Page } from '@playwright/test';
import { register, signedIn, storeProject } from '../../fixtures/accounts.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from '../../stack/postgres.ts';
import { startStudio } from '../../stack/studio.ts';
import { medianRow, type Row } from '../row.ts';
import { withoutRateLimits } from '../without-rate-limits.ts';

const forks = 2_000;

/** From the press on Forks until the dialog shows the counts and a fork, each time read from PostgreSQL. */
export async function measureForks(browser: Browser, rounds: number): Promise<Row> {
  const refusal = provisionOwnPostgres();
  if (refusal) throw new Error(`There is no PostgreSQL to put forks into: ${refusal}`);
  const postgres = await startOwnPostgres();
  const studio = await startStudio({ DATABASE_URL: postgres.url, ...withoutRateLimits });
  const author = await register(studio, 'author');
  const context = await browser.newContext({ storageState: signedIn(studio, author) });
  try {
    const { id } = await storeProject(studio, author, { title: 'Forked', isPublic: true });
    addForks(postgres, id);
    const page = await context.newPage();
    await page.goto(`${studio.url}/project/${id}`);
    await new StudioPage(page).loaded();
    const samples: number[] = [];
    // The first opening loads the dialog's code.
    for (let round = 0; round <= rounds; round += 1) {
      const time = await openingTime(page);
      if (round > 0) samples.push(time);
    }
    return medianRow(
      `Forks pressed → the tree of ${forks.toLocaleString('en')} forks is open, with 50 of its first level`,
      { of: 'studio', samples },
      { atMost: 200 },
    );
  } finally {
    await context.close();
    await studio.dispose();
    postgres.stop();
  }
}

/** Stores half of the forks as forks of the project, and one fork of each of these. A tenth is private. */
function addForks(postgres: PostgresServer, id: string): void {
  postgres.run(`
    insert into projects (id, user_id, title, html, css, js, description, tags, is_public, is_embeddable,
        framework_config, forked_from, likes)
      select 'f' || lpad(n::text, 15, '0'), user_id, 'Fork ' || n, '', '', '', '', '{}', n % 10 <> 0, false,
        framework_config, case when n <= ${forks / 2} then id else 'f' || lpad((n - ${forks / 2})::text, 15, '0') end,
        n % 97
      from projects, generate_series(1, ${forks}) n where id = '${id}';
    update projects set fork_count = (select count(*) from projects forks where forks.forked_from = projects.id);
    analyze projects;`);
}

/** Milliseconds from the press until the dialog shows the counts and an item of the tree, by the page's clock. */
async function openingTime(page: Page): Promise<number> {
  const milliseconds = await page.evaluate(async () => {
    const button = [...document.querySelectorAll('header button')].find(
      ({ textContent }) => textContent === 'Forks',
    );
    if (!(button instanceof HTMLElement)) throw new Error('There is no button Forks');
    const started = performance.now();
    button.click();
    for (;;) {
      const dialog = document.querySelector('[role=dialog]');
      if (dialog?.textContent?.includes('public forks,') && dialog.querySelector('[role=treeitem] a'))
        return performance.now() - started;
      await new Promise(requestAnimationFrame);
    }
  });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return milliseconds;
}
