import { pngFile } from '../../fixtures/files.ts';
import { pressByKey, signInByKey, tabTo, takeFromMenu } from '../../fixtures/input/keyboard.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';

test('the whole journey by keyboard alone, from signing in to logging out', { tag: '@nightly' }, async ({
  studio,
  account,
  visit,
}) => {
  test.setTimeout(180_000);
  const page = await visit(`${studio.url}/login`);
  const keys = page.keyboard;
  const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const studioPage = new StudioPage(page);

  await test.step('sign in', async () => {
    await signInByKey(page, account);
    await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  });

  await test.step('write, run and save', async () => {
    await pressByKey(studioPage.button('New'));
    await expect(studioPage.toast('New project created')).toBeVisible();
    await studioPage.loaded();
    await expect(studioPage.html.textbox).toBeFocused();
    // Tab inserts a tab until Ctrl+M lets it move the focus.
    await keys.press('Control+m');
    await tabTo(studioPage.title, 'Shift+Tab');
    await keys.press('Control+a');
    await keys.type('By keyboard');
    await tabTo(studioPage.html.textbox);
    await keys.type('Hello from the keys');
    await pressByKey(studioPage.button('Run'), 'Shift+Tab');
    await expect(studioPage.preview.document.getByText('Hello from the keys')).toBeVisible();
    await keys.press('Control+s');
    await expect(studioPage.toast('Project saved')).toBeVisible();
    await expect(studioPage.badge).toHaveText('Saved');
  });

  await test.step('share and embed', async () => {
    await pressByKey(studioPage.button('Private'), 'Shift+Tab');
    await takeFromMenu(menuItem('Make public'));
    await expect(studioPage.button('Public')).toBeFocused();
    await pressByKey(studioPage.button('Share'));
    await expect(studioPage.toast('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/project/');
    await pressByKey(studioPage.button('Public'), 'Shift+Tab');
    await takeFromMenu(menuItem('Enable embedding'));
    await expect(studioPage.button('Public')).toBeFocused();
    await keys.press('Enter');
    await takeFromMenu(menuItem('Embed Code'));
    const dialog = page.getByRole('dialog', { name: 'Embed Code' });
    await pressByKey(dialog.getByRole('button', { name: /^Copy/ }));
    await expect(studioPage.toast('Embed code copied')).toBeVisible();
    await keys.press('Escape');
    await expect(studioPage.button('Public')).toBeFocused();
  });

  await test.step('export', async () => {
    await pressByKey(studioPage.button('Export'));
    const download = page.waitForEvent('download');
    await takeFromMenu(menuItem('Download project (ZIP)'));
    expect((await download).suggestedFilename()).toBe('by_keyboard_project.zip');
  });

  await test.step('assets', async () => {
    await pressByKey(studioPage.button('Assets'));
    await expect(studioPage.assets.usage).toBeVisible();
    const picker = page.waitForEvent('filechooser');
    await pressByKey(studioPage.assets.upload, 'Shift+Tab');
    await (await picker).setFiles([pngFile('logo.png')]);
    await expect(studioPage.toast('File uploaded')).toBeVisible();
    await tabTo(studioPage.assets.action('logo.png', 'Insert'));
    await keys.press('Delete');
    await expect(studioPage.confirmation).toContainText('Delete “logo.png”?');
    await expect(studioPage.confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await keys.press('Escape');
    await expect(studioPage.assets.action('logo.png', 'Insert')).toBeFocused();
    await pressByKey(studioPage.assets.action('logo.png', 'Insert'));
    await expect(studioPage.toast('Asset inserted')).toBeVisible();
    await expect(studioPage.preview.document.getByRole('img', { name: 'logo' })).toBeVisible();
  });

  await test.step('settings', async () => {
    await pressByKey(studioPage.button('Settings'));
    await tabTo(studioPage.settings.getByRole('combobox', { name: 'Theme' }), 'Shift+Tab');
    await keys.type('Light');
    await expect(page.locator('html')).not.toHaveClass(/\bdark\b/);
    await tabTo(studioPage.settings.getByRole('switch', { name: 'Auto Save' }));
    await keys.press('Space');
    await expect(studioPage.settings.getByRole('switch', { name: 'Auto Save' })).not.toBeChecked();
  });

  await test.step('fork', async () => {
    await keys.press('Control+s');
    await expect(studioPage.badge).toHaveText('Saved');
    await pressByKey(studioPage.button('Fork'), 'Shift+Tab');
    await expect(studioPage.toast('Project forked')).toBeVisible();
  });

  await test.step('delete and restore', async () => {
    await pressByKey(studioPage.button('Projects'), 'Shift+Tab');
    await expect(studioPage.yourProjects.card('By keyboard')).toHaveCount(2);
    await pressByKey(studioPage.yourProjects.button('By keyboard', 'Delete').first());
    await expect(studioPage.confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await pressByKey(studioPage.confirmation.getByRole('button', { name: 'Delete' }), 'Shift+Tab');
    const deleted = studioPage.toast('Project deleted');
    await expect(deleted).toBeVisible();
    await keys.press('F8');
    await pressByKey(deleted.getByRole('button', { name: 'Undo' }));
    await expect(studioPage.yourProjects.button('By keyboard', 'Load')).toHaveCount(2);
    await keys.press('Escape');
    await expect(studioPage.button('Projects')).toBeFocused();
  });

  await test.step('log out', async () => {
    await pressByKey(studioPage.button(account.username));
    await takeFromMenu(menuItem('Logout'));
    await expect(page).toHaveURL(`${studio.url}/login`);
  });
});
