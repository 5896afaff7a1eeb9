import type { FrameLocator, Page } from '@playwright/test';
import { storeProject } from '../../fixtures/accounts.ts';
import { pressInCard } from '../../fixtures/input/press-in-card.ts';
import { expect, test } from '../../fixtures/test.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const game = {
  title: 'Game',
  html: '<p></p><button onclick="location.reload()">Play again</button> <a href="about.html">About</a>',
  css: '',
  js: "document.querySelector('p').textContent = 'Game ' + crypto.randomUUID();",
  isEmbeddable: true,
};

/** As a reader does by the browser's button. */
const goBack = (page: Page) =>
  page.evaluate(() => {
    // Not at once, since the page may be gone before it has answered.
    setTimeout(() => history.back());
  });

/** Presses something that makes the game start anew, and waits until it has. */
async function startAnew(inside: FrameLocator, press: () => Promise<void>): Promise<void> {
  const shown = inside.getByText('Game ');
  const before = await shown.textContent();
  await press();
  await expect(shown).not.toHaveText(before ?? '');
}

test('Back leaves a thread although the game of its embed has loaded itself again, or its reader has followed a link', async ({
  studio,
  account,
  visit,
}) => {
  const { id } = await storeProject(studio, account, game);
  const thread = await serveForeignSite(`<iframe src="${studio.url}/embed/${id}"></iframe>`);
  const list = await serveForeignSite(`<h1>Latest</h1><a href="${thread.url}">Thread</a>`);
  const page = await visit(list.url);
  const latest = page.getByRole('heading', { name: 'Latest' });
  const inside = page.frameLocator('iframe').frameLocator('iframe[title="Live Preview"]');

  await page.getByRole('link', { name: 'Thread' }).click();
  await inside.getByText('Game ').click();
  for (let time = 0; time < 2; time += 1)
    await startAnew(inside, () => inside.getByRole('button', { name: 'Play again' }).click());
  await goBack(page);
  await expect(latest).toBeVisible();

  await page.getByRole('link', { name: 'Thread' }).click();
  await inside.getByText('Game ').click();
  await startAnew(inside, () => inside.getByRole('link', { name: 'About' }).click());
  await startAnew(inside, () => goBack(page));
  await goBack(page);
  await expect(latest).toBeVisible();
  await Promise.all([thread.close(), list.close()]);
});

test('Back leaves a page although the game of its running card has loaded itself again', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { ...game, isPublic: true });
  const studioPage = await open(account);
  const { page } = studioPage;
  await page.goto(`${studio.url}/project/${id}`);
  await page.goto(`${studio.url}/user/${account.username}`);
  const card = page.getByRole('listitem').filter({ hasText: 'Game' });
  await card.getByRole('button', { name: 'Run', exact: true }).click();
  const inside = card.frameLocator('iframe');
  for (let time = 0; time < 2; time += 1)
    await startAnew(inside, () =>
      pressInCard(page, card, inside.getByRole('button', { name: 'Play again' })),
    );
  await goBack(page);
  await expect(page).toHaveURL(`${studio.url}/project/${id}`);
});
