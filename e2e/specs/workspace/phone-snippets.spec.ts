import { storeProject } from '../../fixtures/accounts.ts';
import { compose } from '../../fixtures/input/input-method.ts';
import { onPhone } from '../../fixtures/input/phone.ts';
import { poorTargets } from '../../fixtures/input/touch-targets.ts';
import { inspect, looks } from '../../fixtures/looks.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a phone offers snippets: taken by finger or by key, in the way of neither Enter, Esc nor an input method', {
  tag: '@smoke',
}, async ({ studio, account, browser }) => {
  const stored = await storeProject(studio, account, { html: '', css: '' });
  const studioPage = await onPhone(browser, studio, account, { width: 360, height: 640 });
  const { page, html, css } = studioPage;
  const { keyboard } = page;
  const list = page.getByRole('listbox', { name: 'Snippets' });
  const option = (name: string) => list.getByRole('option', { name });
  await page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loadedOnPhone();

  await html.textbox.tap();
  await keyboard.type('contain');
  await expect(option('container')).toBeInViewport({ ratio: 1 });
  expect.soft(await poorTargets(page)).toEqual([]);
  await keyboard.type('er');
  await option('container').tap();
  await expect(list).toBeHidden();
  await expect(html.textbox).toBeFocused();
  await keyboard.type('one');
  const container = '<div class="container">\n  one\n</div>';
  expect(await html.text()).toBe(container);

  await keyboard.press('Control+End');
  await keyboard.press('Enter');
  await keyboard.type('row');
  await expect(option('row')).toBeVisible();
  await keyboard.press('Enter');
  await expect(list).toBeHidden();
  expect(await html.text()).toBe(`${container}\nrow\n`);

  await keyboard.press('Control+End');
  await keyboard.type('ca');
  await expect(list).toBeVisible();
  await keyboard.press('Escape');
  await expect(list).toBeHidden();
  await keyboard.press('Tab');
  await expect(html.textbox).toBeFocused();
  await html.maximize.tap();
  await html.textbox.focus();
  await keyboard.press('Control+End');
  await keyboard.press('Enter');
  await keyboard.type('ca');
  await expect(list).toBeVisible();
  await keyboard.press('Escape');
  await expect(list).toBeHidden();
  await html.minimize.tap();

  await studioPage.button('CSS').tap();
  await css.textbox.tap();
  await keyboard.type('sha');
  await expect(option('shadow')).toBeVisible();
  await expect(async () => {
    await keyboard.press('ArrowDown');
    await expect(option('shadow')).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
  }).toPass();
  await keyboard.press('Enter');
  await keyboard.type('2px');
  await keyboard.press('Tab');
  await keyboard.type('3px');
  const shadow = 'box-shadow: 0 2px 3px rgb(0 0 0 / 0.15);';
  expect(await css.text()).toBe(shadow);

  await keyboard.press('Control+End');
  await keyboard.press('Enter');
  await compose(page, 'mar', 'Enter', '马');
  await expect(list).toBeHidden();
  expect(await css.text()).toBe(`${shadow}\n马`);
  await page.context().close();
});

for (const theme of ['dark', 'light'] as const)
  test(`the list of snippets can be read in the ${theme} theme`, {
    tag: theme === 'light' ? '@nightly' : [],
  }, async ({ studio, account, browser }) => {
    const stored = await storeProject(studio, account, { html: '' });
    const studioPage = await onPhone(browser, studio, account);
    const { page, html } = studioPage;
    await page.addInitScript(
      (chosen) => localStorage.setItem('codestudio_settings', JSON.stringify({ theme: chosen })),
      theme,
    );
    await page.goto(`${studio.url}/project/${stored.id}`);
    await studioPage.loadedOnPhone();
    await html.textbox.tap();
    await page.keyboard.type('co');
    const option = page.getByRole('option', { name: 'container' });
    await expect(option).toBeVisible();
    await inspect(page, `snippets-${theme}`, looks[0], '.cm-tooltip-autocomplete');
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
    }).toPass();
    await inspect(page, `snippets-selected-${theme}`, looks[0], '.cm-tooltip-autocomplete');
    await page.context().close();
  });
