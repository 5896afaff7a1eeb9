import type { Browser, Page } from '@playwright/test';
import { revisionRoutes } from '@studio/contract/http/revisions';
import { storeProject } from '../../fixtures/accounts.ts';
import { poorTargets } from '../../fixtures/input/touch-targets.ts';
import { blockOf, counter, liveScript, post } from '../../fixtures/live-blocks.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const shown = { title: 'Read', html: '<p>read</p>', js: '1', isPublic: true, isEmbeddable: true };

/** Lets a reader with touch alone, then one with a mouse, visit pages on a screen of 360 px. */
async function asReaders(
  browser: Browser,
  look: (page: Page, input: { hasTouch: boolean }) => Promise<void>,
): Promise<void> {
  for (const hasTouch of [true, false]) {
    const context = await browser.newContext({
      viewport: { width: 360, height: 640 },
      hasTouch,
      isMobile: hasTouch,
    });
    await look(await context.newPage(), { hasTouch });
    await context.close();
  }
}

test('the controls of an embed are large enough for fingers, and lower with a mouse', async ({
  studio,
  account,
  browser,
}) => {
  const { id } = await storeProject(studio, account, shown);
  await asReaders(browser, async (page, { hasTouch }) => {
    for (const query of ['', '?tabs=html,css,js,result', '?run=click']) {
      await page.goto(`${studio.url}/embed/${id}${query}`);
      await expect(page.getByRole('link', { name: 'Open in CodeStudio' })).toBeVisible();
      if (hasTouch) expect.soft(await poorTargets(page), query).toEqual([]);
      for (const control of await page.locator('button, a').filter({ visible: true }).all()) {
        const { height = 0 } = (await control.boundingBox()) ?? {};
        if (!hasTouch) expect.soft(height, `${query} ${await control.textContent()}`).toBeLessThan(40);
        await control.click({ trial: true });
      }
    }
  });
});

test('the controls of a live block are large enough for fingers, and lower with a mouse', async ({
  studio,
  browser,
}) => {
  const blog = await serveForeignSite(post(counter, liveScript(studio.url)));
  await asReaders(browser, async (page, { hasTouch }) => {
    await page.goto(blog.url);
    const run = page.getByRole('button', { name: 'Run' });
    const { height = 0 } = (await run.boundingBox()) ?? {};
    expect.soft(Math.round(height)).toBe(hasTouch ? 44 : 28);
    await run.click();
    await expect(blockOf(page).getByRole('button', { name: 'Reset' })).toBeVisible();
    const block = page.frames().find((frame) => frame.url().endsWith('/embed/new'));
    if (!block) throw new Error('The block has no frame');
    if (hasTouch) expect.soft(await poorTargets(block)).toEqual([]);
    else
      for (const control of await block.locator('button').filter({ visible: true }).all())
        expect.soft((await control.boundingBox())?.height).toBeLessThan(36);
    await expect(blockOf(page).getByRole('button', { name: 'Reset' })).toBeInViewport({ ratio: 1 });
  });
  await blog.close();
});

test('the page of a published version names its title, version and author on a phone', async ({
  studio,
  account,
  browser,
}) => {
  const { id } = await storeProject(studio, account, { ...shown, title: 'Orbit' });
  await callApi(studio.url, revisionRoutes.publishRevision, {
    token: account.token,
    params: { id, rev: '1' },
    body: { version: 1, name: 'Nice' },
  });
  await asReaders(browser, async (page) => {
    await page.goto(`${studio.url}/project/${id}@1`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText('Orbit');
    const text = heading.getByTitle(/Orbit/);
    expect.soft(await text.evaluate((span) => span.scrollWidth <= span.clientWidth)).toBe(true);
    const author = page.getByRole('link', { name: account.username });
    for (const part of [
      heading,
      author,
      page.getByRole('link', { name: 'Latest version' }),
      page.getByRole('link', { name: 'Report' }),
      page.getByRole('button', { name: 'Refresh' }),
      page.getByRole('button', { name: 'Code' }),
    ])
      await expect.soft(part).toBeInViewport({ ratio: 1 });
    expect.soft((await author.boundingBox())?.width).toBeGreaterThan(20);
    await page.frameLocator('iframe[title="Live Preview"]').getByText('read').click();
  });
});
