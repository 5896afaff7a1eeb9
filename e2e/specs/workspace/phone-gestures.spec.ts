import type { CDPSession, Page } from '@playwright/test';
import { storeProject } from '../../fixtures/accounts.ts';
import { onPhone } from '../../fixtures/input/phone.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Moves a finger up on the screen; returns whether the page has stopped the browser from moving the view. */
async function swipe(page: Page, browser: CDPSession): Promise<boolean> {
  const isStopped = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const record = (event: Event) => setTimeout(() => resolve(event.defaultPrevented));
        addEventListener('touchmove', record, { capture: true, once: true, passive: true });
      }),
  );
  const finger = (y: number) => [{ x: 90, y }];
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: finger(300) });
  for (const y of [270, 240, 210])
    await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: finger(y) });
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return isStopped;
}

test('over a page that is zoomed in, a finger moves the view, also while a dialog is open', async ({
  studio,
  account,
  browser,
}) => {
  const { id } = await storeProject(studio, account, { html: '<p>one</p>' });
  const studioPage = await onPhone(browser, studio, account);
  const { page } = studioPage;
  const session = await page.context().newCDPSession(page);
  await page.goto(`${studio.url}/project/${id}`);
  await studioPage.button('Project menu').tap();
  await page.getByRole('menuitem', { name: 'Project details' }).tap();
  await expect(studioPage.details).toBeVisible();
  expect(await swipe(page, session)).toBe(true);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(2);
  expect(await swipe(page, session)).toBe(false);
  await page.context().close();
});

test('a finger that pulls further than the code scrolls neither loads the studio again nor goes back', async ({
  studio,
  account,
  browser,
}) => {
  const { page, title } = await onPhone(browser, studio, account);
  await page.goto(studio.url);
  await expect(title).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('overscroll-behavior', 'none');
  await page.context().close();
});

test('the search of the editor for phones is behind a dialog that opens', async ({
  studio,
  account,
  browser,
}) => {
  const { id } = await storeProject(studio, account, { html: '<p>one</p>' });
  const studioPage = await onPhone(browser, studio, account);
  const { page, html } = studioPage;
  await page.goto(`${studio.url}/project/${id}`);
  await studioPage.loadedOnPhone();
  await html.textbox.tap();
  await html.pane.getByRole('button', { name: 'Search in the HTML editor' }).tap();
  const search = html.pane.locator('.cm-search');
  const isOnTop = () =>
    search.evaluate((panel) => {
      panel.style.pointerEvents = 'auto';
      const { x, y, width, height } = panel.getBoundingClientRect();
      return panel.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  expect(await isOnTop()).toBe(true);
  await studioPage.frameworkSelector.tap();
  await expect(studioPage.framework.dialog).toBeVisible();
  expect(await isOnTop()).toBe(false);
  await page.context().close();
});
