import { pngFile } from '../../fixtures/files.ts';
import { pressByKey, tabTo, takeFromMenu } from '../../fixtures/input/keyboard.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';

test('the whole journey by keyboard alone, from signing in to logging out', async ({
  studio,
  account,
  visit,
}) => {
  test.setTimeout(180_000);
  const page = await visit(`${studio.url}/login`);
  const keys = page.keyboard;
  const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const login = new LoginPage(page);
  const desk = new StudioPage(page);

  await test.step('sign in', async () => {
    await tabTo(login.email);
    await keys.type(account.email);
    await tabTo(login.password);
    await keys.type(account.password);
    await keys.press('Enter');
    await expect(desk.title).toHaveValue('Welcome to CodeStudio');
  });

  await test.step('write, run and save', async () => {
    await pressByKey(desk.button('New'));
    await expect(desk.toast('New project created')).toBeVisible();
    await desk.loaded();
    await expect(desk.html.textbox).toBeFocused();
    // Tab writes a tab, until Ctrl+M lets it move the focus.
    await keys.press('Control+m');
    await tabTo(desk.title, 'Shift+Tab');
    await keys.press('Control+a');
    await keys.type('By keyboard');
    await tabTo(desk.html.textbox);
    await keys.type('Hello from the keys');
    await pressByKey(desk.button('Run'), 'Shift+Tab');
    await expect(desk.preview.document.getByText('Hello from the keys')).toBeVisible();
    await keys.press('Control+s');
    await expect(desk.toast('Project saved')).toBeVisible();
    await expect(desk.badge).toHaveText('Saved');
  });

  await test.step('share and embed', async () => {
    await pressByKey(desk.button('Private'), 'Shift+Tab');
    await takeFromMenu(menuItem('Make public'));
    await expect(desk.button('Public')).toBeFocused();
    await pressByKey(desk.button('Share'));
    await expect(desk.toast('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/project/');
    await pressByKey(desk.button('Public'), 'Shift+Tab');
    await takeFromMenu(menuItem('Enable embedding'));
    await expect(desk.button('Public')).toBeFocused();
    await keys.press('Enter');
    await takeFromMenu(menuItem('Embed Code'));
    const dialog = page.getByRole('dialog', { name: 'Embed Code' });
    await pressByKey(dialog.getByRole('button', { name: /^Copy/ }));
    await expect(desk.toast('Embed code copied')).toBeVisible();
    await keys.press('Escape');
    await expect(desk.button('Public')).toBeFocused();
  });

  await test.step('export', async () => {
    await pressByKey(desk.button('Export'));
    const download = page.waitForEvent('download');
    await takeFromMenu(menuItem('Download project (ZIP)'));
    expect((await download).suggestedFilename()).toBe('by_keyboard_project.zip');
  });

  await test.step('assets', async () => {
    await pressByKey(desk.button('Assets'));
    await expect(desk.assets.usage).toBeVisible();
    const picker = page.waitForEvent('filechooser');
    await pressByKey(desk.assets.upload, 'Shift+Tab');
    await (await picker).setFiles([pngFile('logo.png')]);
    await expect(desk.toast('File uploaded')).toBeVisible();
    await tabTo(desk.assets.action('logo.png', 'Insert'));
    await keys.press('Delete');
    await expect(desk.confirmation).toContainText('Delete “logo.png”?');
    await expect(desk.confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await keys.press('Escape');
    await expect(desk.assets.action('logo.png', 'Insert')).toBeFocused();
    await pressByKey(desk.assets.action('logo.png', 'Insert'));
    await expect(desk.toast('Asset inserted')).toBeVisible();
    await expect(desk.preview.document.getByRole('img', { name: 'logo' })).toBeVisible();
  });

  await test.step('settings', async () => {
    await pressByKey(desk.button('Settings'));
    await tabTo(desk.settings.getByRole('combobox', { name: 'Theme' }), 'Shift+Tab');
    await keys.type('Light');
    await expect(page.locator('html')).not.toHaveClass(/\bdark\b/);
    await tabTo(desk.settings.getByRole('switch', { name: 'Auto Save' }));
    await keys.press('Space');
    await expect(desk.settings.getByRole('switch', { name: 'Auto Save' })).not.toBeChecked();
  });

  await test.step('fork', async () => {
    await keys.press('Control+s');
    await expect(desk.badge).toHaveText('Saved');
    await pressByKey(desk.button('Fork'), 'Shift+Tab');
    await expect(desk.toast('Project forked')).toBeVisible();
  });

  await test.step('delete and restore', async () => {
    await pressByKey(desk.button('Projects'), 'Shift+Tab');
    await expect(desk.yourProjects.card('By keyboard')).toHaveCount(2);
    await pressByKey(desk.yourProjects.button('By keyboard', 'Delete').first());
    await expect(desk.confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await pressByKey(desk.confirmation.getByRole('button', { name: 'Delete' }), 'Shift+Tab');
    const deleted = desk.toast('Project deleted');
    await expect(deleted).toBeVisible();
    await keys.press('F8');
    await pressByKey(deleted.getByRole('button', { name: 'Undo' }));
    await expect(desk.yourProjects.button('By keyboard', 'Load')).toHaveCount(2);
    await keys.press('Escape');
    await expect(desk.button('Projects')).toBeFocused();
  });

  await test.step('log out', async () => {
    await pressByKey(desk.button(account.username));
    await takeFromMenu(menuItem('Logout'));
    await expect(page).toHaveURL(`${studio.url}/login`);
  });
});
