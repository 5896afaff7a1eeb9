import { storeProject } from '../../fixtures/accounts.ts';
import { onPhone } from '../../fixtures/input/phone.ts';
import { expect, test } from '../../fixtures/test.ts';

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
