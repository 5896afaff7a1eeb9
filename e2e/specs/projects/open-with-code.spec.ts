import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { authRoutes } from '@studio/contract/http/auth';
import { limits } from '@studio/contract/limits';
import { listOwn, storeProject } from '../../fixtures/accounts.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';
import { escapeHtml } from '../../stack/forum/forum-pages.ts';
import { type ForeignSite, serveForeignSite } from '../../stack/network/foreign-site.ts';

const marker = 'document.querySelector("#out").textContent = "ran";';
const pen = {
  title: 'A pen from a post',
  html: '<p id="out">still</p>',
  css: 'p { color: red }',
  js: marker,
};
const fragmentOf = (value: unknown) => `1.${deflateSync(JSON.stringify(value)).toString('base64url')}`;

/** A blog with a form that posts this code to the studio. */
function blogWith(studioUrl: string, fields: Record<string, string>): Promise<ForeignSite> {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return serveForeignSite(
    `<form method="post" action="${studioUrl}/new">${inputs.join('')}<button>Try it</button></form>`,
  );
}

const runIn = (page: Page) =>
  page.getByRole('region', { name: 'Preview', exact: true }).getByRole('button', { name: 'Run' });

test('H86: a form on another page opens its code, by keyboard alone; nothing of it runs before Run, edited or loaded again, and nothing is stored', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const collector = await serveForeignSite('');
  const js = `${marker} fetch('${collector.url}', { mode: 'no-cors' });`;
  const blog = await blogWith(studio.url, { ...pen, js });
  const studioPage = await open(account);
  const { page } = studioPage;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(collector.url)) sent.push(request.url());
  });
  await page.goto(blog.url);
  await page.getByRole('button', { name: 'Try it' }).press('Enter');
  await expect(studioPage.title).toHaveValue(pen.title);
  await expect(studioPage.badge).toHaveText('New Project');
  await expect(page.getByText('This code comes from another page')).toBeVisible();
  await screenshot(page, 'open-with-code');

  // A reload reads the code from the address and does not submit the form again.
  await page.reload();
  await expect(page.getByText('This code comes from another page')).toBeVisible();
  expect(await listOwn(studio, account)).toEqual([]);

  await studioPage.html.append('<i>edited</i>');
  await expect(studioPage.badge).toHaveText('Saved', { timeout: 10_000 });
  await expect(page).toHaveURL(/\/project\//);
  await expect(runIn(page)).toBeVisible();
  await studioPage.button('Preview').click();
  await expect(runIn(page)).toBeHidden();
  await studioPage.button('Preview').click();
  await expect(runIn(page)).toBeVisible();
  await page.reload();
  await expect(runIn(page)).toBeVisible();
  expect(sent).toEqual([]);

  await runIn(page).press('Enter');
  await expect(studioPage.preview.document.getByText('ran')).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
  await page.reload();
  await expect(studioPage.preview.document.getByText('ran')).toBeVisible();
  await blog.close();
  await collector.close();
});

test('H86: code that is too long for an address is still there after a reload, and so is what was edited', async ({
  studio,
  account,
  open,
}) => {
  // As much as a project may have, of which nothing can be compressed away.
  const noise = (bytes: number) => `/* ${randomBytes((bytes * 3) / 4 - 6).toString('base64')} */`;
  const blog = await blogWith(studio.url, {
    ...pen,
    css: noise(limits.sourceBytes),
    js: noise(limits.sourceBytes),
  });
  const studioPage = await open(account);
  const { page } = studioPage;
  await page.goto(blog.url);
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(studioPage.title).toHaveValue(pen.title);
  await page.reload();
  await expect(studioPage.title).toHaveValue(pen.title);
  await expect(runIn(page)).toBeVisible();

  await studioPage.html.append('<i>edited</i>');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await page.reload();
  await expect(studioPage.html.textbox).toHaveValue(`${pen.html}<i>edited</i>`);
  await expect(studioPage.confirmation).toBeHidden();
  await expect(runIn(page)).toBeVisible();
  await blog.close();
});

test('H86: code from another page that was edited is still there after a reload, also where the edit was undone', async ({
  studio,
  account,
  open,
}) => {
  const studioPage = await open(account, '/new');
  const { page } = studioPage;
  await page.evaluate(() => localStorage.setItem('codestudio_settings', JSON.stringify({ autoSave: false })));
  await page.goto(`${studio.url}/new#${fragmentOf(pen)}`);
  await expect(studioPage.title).toHaveValue(pen.title);
  await studioPage.loaded();
  await studioPage.html.append('x');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await page.keyboard.press('Control+z');
  await expect.poll(() => studioPage.html.text()).toBe(pen.html);
  await expect(studioPage.badge).toHaveText('Unsaved');
  await page.reload();
  await expect(studioPage.title).toHaveValue(pen.title);
  await expect(studioPage.html.textbox).toHaveValue(pen.html);
  await expect(runIn(page)).toBeVisible();
});

test('H86: code from another page waits while it is asked about, through a reload and the end of the session', async ({
  studio,
  account,
  open,
}) => {
  const studioPage = await open(account);
  const { page, confirmation } = studioPage;
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await studioPage.button('New').click();
  await studioPage.html.replace('<b>mine');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await page.goto(`${studio.url}/new#${fragmentOf(pen)}`);
  await expect(confirmation).toContainText('unsaved changes');
  await callApi(studio.url, authRoutes.logout, { token: account.token });
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).signIn(account);
  await expect(confirmation).toContainText('unsaved changes');
  await page.reload();
  await confirmation.getByRole('button', { name: 'Open the code' }).click();
  await expect(studioPage.title).toHaveValue(pen.title);
  await expect(studioPage.html.textbox).toHaveValue(pen.html);
});

test('H86: a duplicate of code from another page that was saved waits for Run, too', async ({
  studio,
  account,
  open,
}) => {
  const studioPage = await open(account, '/login');
  const { page } = studioPage;
  await page.goto(`${studio.url}/new#${fragmentOf(pen)}`);
  await expect(runIn(page)).toBeVisible();
  await studioPage.button('Save').click();
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.chooseFromProjectMenu('Duplicate');
  await expect(studioPage.title).not.toHaveValue(pen.title);
  await expect(runIn(page)).toBeVisible();
  await page.reload();
  await expect(runIn(page)).toBeVisible();
  await expect(studioPage.preview.document.getByText('ran')).toBeHidden();
});

test('H86: saved code from another page waits for Run in its embed’s preview, too', async ({
  studio,
  account,
  open,
}) => {
  const studioPage = await open(account, '/login');
  const { page } = studioPage;
  await page.goto(`${studio.url}/new#${fragmentOf(pen)}`);
  await expect(runIn(page)).toBeVisible();
  await studioPage.button('Save').click();
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.chooseVisibility('Embed Code');
  const dialog = page.getByRole('dialog', { name: 'Embed Code' });
  await dialog.getByRole('button', { name: 'Enable embedding' }).click();
  const embed = dialog.frameLocator('iframe');
  await expect(embed.getByText('Run', { exact: true })).toBeVisible();
  await expect(embed.frameLocator('iframe').getByText('ran')).toBeHidden();
  await expect(dialog.getByRole('textbox').first()).not.toHaveValue(/run=click/);
});

test('H86: code in the fragment waits for its reader to sign in, and is never sent to the server', async ({
  studio,
  account,
  visit,
}) => {
  const page = await visit('about:blank');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const fragment = fragmentOf(pen);
  await page.goto(`${studio.url}/new#${fragment}`);
  await new LoginPage(page).signIn(account);
  const studioPage = new StudioPage(page);
  await expect(studioPage.title).toHaveValue(pen.title);
  await expect(runIn(page)).toBeVisible();
  expect(sent.filter((request) => request.includes(fragment.slice(2)) || request.includes('still'))).toEqual(
    [],
  );
});

test('H86: unsaved work is replaced only after a confirmation', async ({ studio, account, open }) => {
  const studioPage = await open(account);
  const { page } = studioPage;
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await studioPage.button('New').click();
  await studioPage.html.replace('<b>mine');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await page.goto(`${studio.url}/new#${fragmentOf(pen)}`);
  await expect(studioPage.confirmation).toContainText('unsaved changes');
  await screenshot(page, 'open-with-code-asks');
  await studioPage.confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(studioPage.html.textbox).toHaveValue('<b>mine');
  await page.goto(`${studio.url}/new`);
  await expect(studioPage.html.textbox).toHaveValue('<b>mine');
  await page.goto(`${studio.url}/new#${fragmentOf(pen)}`);
  await studioPage.confirmation.getByRole('button', { name: 'Open the code' }).click();
  await expect(studioPage.title).toHaveValue(pen.title);
});

test('H86: Back to code from another page opens it again, and still nothing of it runs', async ({
  studio,
  account,
  open,
}) => {
  await storeProject(studio, account, { title: 'Mine' });
  const studioPage = await open(account);
  const { page } = studioPage;
  await page.goto(`${studio.url}/new#${fragmentOf(pen)}`);
  await expect(studioPage.title).toHaveValue(pen.title);
  await studioPage.button('Projects').click();
  await studioPage.yourProjects.button('Mine', 'Load').click();
  await expect(studioPage.title).toHaveValue('Mine');
  await expect(page).toHaveURL(/\/project\//);
  await page.goBack();
  await expect(studioPage.title).toHaveValue(pen.title);
  await expect(studioPage.html.textbox).toHaveValue(pen.html);
  await expect(runIn(page)).toBeVisible();
  await page.goForward();
  await expect(studioPage.title).toHaveValue('Mine');
});

test('Back to a blank /new asks before it replaces unsaved work; Cancel leaves the history as it was', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { title: 'Mine', html: 'mine' });
  const studioPage = await open(account, '/new');
  const { page, confirmation } = studioPage;
  await page.evaluate(() => localStorage.setItem('codestudio_settings', JSON.stringify({ autoSave: false })));
  await page.reload();
  await expect(studioPage.badge).toHaveText('New Project');
  await studioPage.button('Projects').click();
  await studioPage.yourProjects.button('Mine', 'Load').click();
  await expect(studioPage.title).toHaveValue('Mine');
  await expect(page).toHaveURL(/\/project\//);
  await studioPage.html.append('<i>edited</i>');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await page.goBack();
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`/project/${id}$`));
  await expect(studioPage.html.textbox).toHaveValue('mine<i>edited</i>');
  await page.goBack();
  await expect(confirmation).toContainText('unsaved changes');
  await confirmation.getByRole('button', { name: 'New project' }).click();
  await expect(studioPage.badge).toHaveText('New Project');
  await expect(page).toHaveURL(/\/new$/);
});

for (const { what, path, message } of [
  {
    what: 'a link that was cut off',
    path: `/new#${fragmentOf(pen).slice(0, -9)}`,
    message: 'incomplete or damaged',
  },
  {
    what: 'a bomb',
    path: `/new#1.${deflateSync(Buffer.alloc(32 * 1_048_576, 0x20)).toString('base64url')}`,
    message: 'more than a project may have',
  },
  {
    what: 'a framework that nobody knows',
    path: `/new#${fragmentOf({ frameworkConfig: { framework: 'x' } })}`,
    message: 'frameworkConfig.framework',
  },
]) {
  test(`H86: ${what} is refused in words and leaves all as it was`, async ({ studio, account, open }) => {
    const studioPage = await open(account, path);
    const { page } = studioPage;
    await expect(page.getByRole('alert')).toContainText(message);
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
    expect(await listOwn(studio, account)).toEqual([]);
  });
}

test('code from another page is read and run at 360 px', async ({ studio, account, open }) => {
  const studioPage = await open(account, '/login');
  const { page } = studioPage;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${studio.url}/new#${fragmentOf(pen)}`);
  await expect(runIn(page)).toBeVisible();
  await screenshot(page, 'open-with-code-phone-360');
  await runIn(page).click();
  await expect(studioPage.preview.document.getByText('ran')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
