import { readFile } from 'node:fs/promises';
import { reportRoutes } from '@studio/contract/http/reports';
import { register, signInAdmin, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { inVisualOrder } from '../../fixtures/visual-order.ts';
import { callApi } from '../../stack/api.ts';

test('two admins see each other’s actions live; a former admin loses access at once', async ({
  studio,
  account,
  open,
}) => {
  const root = await signInAdmin(studio);
  const author = await register(studio, 'author');
  const reader = await register(studio, 'reader');
  const publish = (title: string) =>
    storeProject(studio, author, {
      title,
      html: '<p id="out">still</p>',
      js: 'document.querySelector("#out").textContent = "it ran";',
      isPublic: true,
    });
  const one = await open(root);
  const other = await open(account);

  await test.step('granted: the menu has the Admin Panel without a reload', async () => {
    await one.chooseFromUserMenu(root.username, 'Admin Panel');
    await one.admin.tab('User Management').click();
    await one.admin.search(account.username);
    await one.admin.button(account.username, 'Grant admin').click();
    await expect(one.admin.question).toContainText(`Make ${account.username} an admin`);
    await one.admin.question.getByRole('button', { name: 'Grant admin' }).click();
    await expect(one.toast('User updated')).toBeVisible();
    await expect(one.admin.button(account.username, 'Revoke admin')).toBeVisible();
    await one.admin.search(root.email);
    await expect(one.admin.button(root.username, 'Revoke admin')).toBeDisabled();
    await other.chooseFromUserMenu(account.username, 'Admin Panel');
    await expect(other.admin.tab('Project Moderation')).toBeFocused();
  });

  const payload = `<img src=x onerror="document.title='H65'"> ${author.username}`;
  // This character reverses the text that follows in its line.
  const override = '\u202e';
  await test.step('published: it is in both lists, literally (H65), and in the activity', async () => {
    await one.admin.tab('Project Moderation').click();
    await publish(payload + override);
    for (const { admin } of [one, other]) await expect(admin.line(payload)).toContainText('Public');
    await expect(other.admin.tab('Activity')).toHaveAccessibleDescription(/unread/);
  });

  await test.step('deleted: looked at without running it, confirmed more strongly, gone from both', async () => {
    const { admin, page } = other;
    await admin.button(payload, 'View').click();
    const view = admin.above(`\u2068${payload}\u2069`);
    const picture = view.frameLocator('iframe');
    await expect(view.locator('pre')).toHaveText('<p id="out">still</p>');
    await expect(picture.getByText('still')).toBeVisible();
    await view.getByRole('button', { name: 'Run' }).click();
    await expect(picture.getByText('it ran')).toBeVisible();
    await view.getByRole('button', { name: 'Delete' }).click();
    await expect(admin.question).toContainText(author.username);
    expect(await inVisualOrder(admin.question, 'will be permanently deleted')).toBe(
      'willbepermanentlydeleted',
    );
    await expect(admin.question.getByRole('button', { name: 'Delete permanently' })).toBeDisabled();
    await admin.deletePermanently(`It spoils titles. https://bad.example/${'a'.repeat(800)}`);
    await expect(other.toast('Project deleted')).toBeVisible();
    for (const studioPage of [one, other]) await expect(studioPage.admin.line(payload)).toHaveCount(0);
    await expect(page).not.toHaveTitle('H65');
  });

  await test.step('reported: it waits in both queues, and is decided once', async () => {
    const { id } = await publish('Bargains');
    for (const { admin } of [one, other]) {
      await admin.tab('Reports').click();
      await admin.search(author.username);
    }
    await callApi(studio.url, reportRoutes.reportProject, {
      token: reader.token,
      params: { id },
      body: { reason: 'spam', note: 'It sells things.' },
    });
    await other.admin.button('Bargains', 'Review').click();
    await expect(other.admin.above('Report on Bargains')).toContainText('It sells things.');
    await one.admin.button('Bargains', 'Review').click();
    await one.page.getByRole('textbox', { name: /^Reason/ }).fill('It sells things.');
    await one.page.getByRole('button', { name: 'Remove project' }).click();
    await expect(one.admin.question).toContainText('can appeal once');
    await one.admin.question.getByRole('button', { name: 'Remove project' }).click();
    await expect(one.toast('Report decided')).toBeVisible();
    await expect(one.admin.line('Bargains')).toHaveCount(0);
    const review = other.admin.above('Report on Bargains');
    await expect(review).toContainText(`Removed by ${root.username}`);
    await expect(review.getByRole('button', { name: 'Dismiss report' })).toHaveCount(0);
    await other.page.keyboard.press('Escape');
    await expect(other.admin.line('Bargains')).toHaveCount(0);
  });

  await test.step('on record: who did what to whom and why, as a file as well', async () => {
    const { admin, page } = one;
    await admin.tab('Audit Log').click();
    await admin.search('It spoils titles.');
    await expect(admin.line('Project deleted')).toContainText(account.username);
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    // One reason with a long word must not push a column of all rows out of sight.
    const log = page.getByRole('region', { name: 'Audit Log' });
    const usual = page.viewportSize() ?? { width: 1280, height: 720 };
    for (const width of [usual.width, 360]) {
      await page.setViewportSize({ ...usual, width });
      expect.soft(await log.evaluate((list) => list.scrollWidth - list.clientWidth), `${width} px`).toBe(0);
    }
    await page.setViewportSize(usual);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('It spoils titles.');
  });

  await test.step('revoked: the panel of the other closes and says why (H17)', async () => {
    await one.admin.tab('User Management').click();
    await one.admin.search(account.username);
    await one.admin.button(account.username, 'Revoke admin').click();
    await one.admin.question.getByRole('button', { name: 'Revoke admin' }).click();
    await expect(other.toast('You are no longer an admin')).toBeVisible();
    await expect(other.admin.dialog).toHaveCount(0);
    await other.header.getByRole('button', { name: account.username }).click();
    await expect(other.page.getByRole('menuitem')).toHaveText(['Profile', 'Logout']);
  });
});
