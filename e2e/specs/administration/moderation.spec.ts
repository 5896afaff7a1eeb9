import type { Locator, Page } from '@playwright/test';
import { adminRoutes } from '@studio/contract/http/admin';
import { projectRoutes } from '@studio/contract/http/projects';
import { reportRoutes } from '@studio/contract/http/reports';
import { register, signInAdmin, storeProject } from '../../fixtures/accounts.ts';
import { inspect, looks } from '../../fixtures/looks.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { showsBeginning } from '../../fixtures/visual-order.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const bad = {
  title: 'Free coins',
  html: '<p>Enter your password</p>',
  isPublic: true,
  isEmbeddable: true,
};

test('a project that is reported and taken down ends wherever it is open; its owner appeals, and gets it back', {
  tag: ['@solo', '@smoke'],
}, async ({ studio, account, open, visit }) => {
  const { id } = await storeProject(studio, account, bad);
  const reader = await register(studio, 'reader');
  const admin = await signInAdmin(studio);
  const decide = (report: string, action: 'remove' | 'reinstate') =>
    callApi(studio.url, reportRoutes.resolveReport, {
      token: admin.token,
      params: { id: report },
      body: { action, note: 'It asks for passwords.' },
    });
  const queue = async () =>
    (await callApi(studio.url, reportRoutes.reports, { token: admin.token, query: { search: bad.title } }))
      .data;
  const embedUrl = `${studio.url}/embed/${id}`;

  const site = await serveForeignSite(
    `<iframe id="plain" src="${embedUrl}"></iframe><iframe id="strict" sandbox="allow-scripts" src="${embedUrl}?tabs=html"></iframe>`,
  );
  const thread = await visit('about:blank');
  const socket = watching(thread);
  const strictScript = thread.waitForResponse((response) => response.url().endsWith('/embed/live.js'));
  await thread.goto(site.url);
  const [plain, strict] = [thread.frameLocator('#plain'), thread.frameLocator('#strict')];
  await expect(plain.frameLocator('iframe').getByText(bad.html.replace(/<.?p>/g, ''))).toBeVisible();
  await socket;
  await strictScript;
  await expect(strict.getByRole('tabpanel')).toContainText('Enter your password');

  const studioPage = await open(reader, `/project/${id}`);
  const preview = await visit(`${studio.url}/preview/${id}`);
  await test.step('somebody reports it from its details, another by the link in the embed', async () => {
    await expect(studioPage.badge).toHaveText('Shared');
    await studioPage.chooseFromProjectMenu('Project details');
    await studioPage.details.getByRole('button', { name: 'Report' }).click();
    const dialog = studioPage.page.getByRole('dialog', { name: 'Report project' });
    await dialog.getByRole('radio', { name: /Harmful/ }).check();
    await dialog.getByRole('textbox').fill('It wants passwords.');
    await inspect(studioPage.page, 'report', looks[0], '[role=dialog]');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(studioPage.toast('Report sent')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(studioPage.details.getByRole('button', { name: 'Report' })).toBeFocused();

    await expect(plain.getByRole('link', { name: 'Report' })).toHaveAttribute('href', `/report/${id}`);
    const other = await register(studio, 'other');
    const page = await visit(`${studio.url}/report/${id}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await new LoginPage(page).signIn(other);
    await page.getByRole('radio', { name: /Spam/ }).check();
    await inspect(page, 'report-page');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Report sent')).toBeVisible();
  });

  const owners = await open(account, `/project/${id}`);
  await expect(owners.badge).toHaveText('Saved');
  const notice = owners.page.getByText('The moderators took this project down.');

  await test.step('a moderator takes it down, and it ends in two seconds', async () => {
    const [first, second] = await queue();
    expect(first).toMatchObject({ reason: 'malware', note: 'It wants passwords.' });
    expect(second).toMatchObject({ reason: 'spam' });
    await decide(first?.id ?? '', 'remove');
    await expect(plain.getByRole('heading', { name: 'Project Not Available' })).toBeVisible({
      timeout: 2_000,
    });
    await expect(plain.locator('iframe')).toHaveCount(0);
    expect(await queue()).toEqual([]);
  });

  await test.step('other people lose it, also where no socket connects', async () => {
    await expect(preview.getByText('This project was removed')).toBeVisible();
    await expect(studioPage.page.getByText('A moderator took it down.')).toBeVisible();
    // The text stays on screen, but its details can no longer be edited.
    await expect(studioPage.details).toBeHidden();
    // Without a socket the embed polls, and also asks when it becomes visible again.
    await strict.locator('body').dispatchEvent('visibilitychange');
    await expect(strict.getByText('Project not found or not accessible for embedding')).toBeVisible();
    await expect(strict.getByRole('tabpanel')).toHaveCount(0);
    expect((await thread.request.get(embedUrl)).status()).toBe(410);
  });

  await test.step('the owner reads why, keeps the text, and appeals', async () => {
    await expect(notice).toBeVisible();
    await expect(owners.page.getByText('Reason: Harmful')).toContainText('“It asks for passwords.”');
    await expect(owners.preview.document.getByText('Enter your password')).toBeVisible();
    await owners.chooseVisibility('Make public');
    await expect(owners.toast('Save failed')).toContainText('took this project down');
    await owners.button('Appeal').click();
    const dialog = owners.page.getByRole('dialog', { name: 'Appeal' });
    await dialog.getByRole('textbox').fill('It is a lesson about such pages.');
    await inspect(owners.page, 'appeal', looks[0], '[role=dialog]');
    await dialog.getByRole('button', { name: 'Send appeal' }).click();
    await expect(owners.page.getByText('The moderators are reviewing your appeal.')).toBeVisible();
    await expect(owners.button('Appeal')).toHaveCount(0);
    await inspect(owners.page, 'taken-down', looks[0], '[aria-live]');
  });

  await test.step('the appeal is granted, and everything is as it was', async () => {
    const [appeal] = await queue();
    expect(appeal).toMatchObject({ kind: 'appeal', note: 'It is a lesson about such pages.' });
    await decide(appeal?.id ?? '', 'reinstate');
    await expect(owners.header.getByRole('button', { name: 'Public', exact: true })).toBeVisible();
    await expect(owners.page.getByText('The moderators restored this project.')).toBeVisible();
    await owners.page.getByText('Dismiss', { exact: true }).click();
    await expect(owners.page.getByText('The moderators restored this project.')).toHaveCount(0);
    await expect(notice).toHaveCount(0);
    await thread.goto(embedUrl);
    await expect(thread.frameLocator('iframe').getByText('Enter your password')).toBeVisible();
  });
  await site.close();
});

/** Resolves when an embed in the page watches its project. Call before the page is opened. */
function watching(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().includes('"ok":true')) resolve();
      }),
    );
  });
}

test('a report says that its project is in the trash, where it can be restored, until it is gone permanently', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { ...bad, title: 'Thrown away' });
  const reader = await register(studio, 'reader');
  await callApi(studio.url, reportRoutes.reportProject, {
    token: reader.token,
    params: { id },
    body: { reason: 'spam' },
  });
  await callApi(studio.url, projectRoutes.deleteProject, { token: account.token, params: { id } });
  const admin = await signInAdmin(studio);
  const studioPage = await open(admin);
  await studioPage.chooseFromUserMenu(admin.username, 'Admin Panel');
  await studioPage.admin.tab('Reports').click();
  await studioPage.admin.search('Thrown away');
  await studioPage.admin.button('Thrown away', 'Review').click();
  const review = studioPage.admin.above('Report on Thrown away');
  await expect(review).toContainText('In its owner’s trash, from where it can be restored');
  await callApi(studio.url, adminRoutes.purgeProject, { token: admin.token, params: { id } });
  await review.getByRole('button', { name: 'Close' }).click();
  await studioPage.page.reload();
  await studioPage.chooseFromUserMenu(admin.username, 'Admin Panel');
  await studioPage.admin.tab('Reports').click();
  await studioPage.admin.search('Thrown away');
  await studioPage.admin.button('Thrown away', 'Review').click();
  await expect(review).toContainText('Permanently deleted');
});

test('names and notes of any length and direction stay in their place, in the list of reports and in a review', {
  tag: '@nightly',
}, async ({ studio, open }) => {
  const owner = await register(studio, 'W'.repeat(20));
  const reporter = await register(studio, 'W'.repeat(20));
  const note = 'مشروع تجريبي طويل جدًا لاختبار الاتجاه من اليمين إلى اليسار';
  const address = `https://bad.example/${'a'.repeat(200)}`;
  const { id } = await storeProject(studio, owner, { ...bad, title: 'Reported at length' });
  await callApi(studio.url, reportRoutes.reportProject, {
    token: reporter.token,
    params: { id },
    body: { reason: 'spam', note: `${note} ${address}` },
  });
  const admin = await signInAdmin(studio);
  const studioPage = await open(admin);
  await studioPage.chooseFromUserMenu(admin.username, 'Admin Panel');
  await studioPage.admin.tab('Reports').click();
  await studioPage.admin.search('Reported at length');
  const line = studioPage.admin.line('Reported at length');
  const facts = line.getByRole('rowheader');
  const beyond = (part: Locator) => part.evaluate((element) => element.scrollWidth - element.clientWidth);
  await studioPage.page.setViewportSize({ width: 320, height: 800 });
  expect.soft(await beyond(facts.getByText(reporter.username))).toBe(0);
  expect.soft(await showsBeginning(facts, note)).toBe(true);
  await studioPage.admin.button('Reported at length', 'Review').click();
  const review = studioPage.admin.above('Report on Reported at length');
  for (const width of [1440, 360]) {
    await studioPage.page.setViewportSize({ width, height: 800 });
    for (const part of [review.getByRole('textbox'), review.getByText(address)]) {
      await expect.soft(part).toBeInViewport({ ratio: 1 });
      expect.soft(await beyond(part), `${width} px`).toBe(0);
    }
  }
});

test('somebody who is suspended with a project open reads why, and is not asked to sign in again', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const admin = await signInAdmin(studio);
  const { id } = await storeProject(studio, account, {});
  const studioPage = await open(account);
  const { page } = studioPage;
  // The reason comes by the socket.
  const watching = studioPage.watching();
  await page.goto(`${studio.url}/project/${id}`);
  await watching;
  const reason = `Sold nothing to everybody: https://bad.example/${'a'.repeat(200)}`;
  await callApi(studio.url, adminRoutes.setSuspension, {
    token: admin.token,
    params: { id: account.user.id },
    body: { suspended: true, reason },
  });
  const notice = page.getByRole('status').filter({ hasText: 'Your session has ended.' });
  await expect(notice).toContainText(`This account is suspended: “${reason}”.`);
  await expect(notice).not.toContainText('Sign in again');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.soft(notice).toBeInViewport({ ratio: 1 });
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('somebody suspended reads why beside the button that refused them, for as long as they like', async ({
  studio,
  account,
  visit,
}) => {
  const admin = await signInAdmin(studio);
  await callApi(studio.url, adminRoutes.setSuspension, {
    token: admin.token,
    params: { id: account.user.id },
    body: { suspended: true, reason: 'Sold <b>nothing</b> to everybody' },
  });
  const page = await visit(`${studio.url}/login`);
  await new LoginPage(page).signIn(account);
  const why = page.getByRole('tabpanel').getByText('Sold <b>nothing</b> to everybody');
  await expect(why).toBeVisible();
  await page.getByRole('listitem').getByRole('button').click();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  await expect(why).toBeVisible();
  await page.getByLabel('Password').fill('another');
  await expect(why).toHaveCount(0);
});
