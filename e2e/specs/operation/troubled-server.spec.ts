import type { Locator } from '@playwright/test';
import { projectRoutes } from '@studio/contract/http/projects';
import { type Account, makeAdmin, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { pngFile, storeAssets } from '../../fixtures/files.ts';
import { inspect, type Look, looks, wear } from '../../fixtures/looks.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { brokenWords, troubleRoute } from '../../fixtures/troubled-route.ts';
import type { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

const networkWords = 'Network error - please check your connection.';
const clock = { title: 'Clock', html: '<p id="out">tick</p>', css: '', js: '', isEmbeddable: true };

/** A screen that loads its content from the server. */
interface Asking {
  name: string;
  address: RegExp;
  open: (studioPage: StudioPage, account: Account) => Promise<void>;
  /** The loading text for screen readers. */
  loading: string | RegExp;
  failed: string;
  content: (studioPage: StudioPage) => Locator;
  /** Whether it loads by itself when the connection is back; otherwise by Retry. */
  recovers: boolean;
  close: (studioPage: StudioPage) => Promise<void>;
}

const escape = (studioPage: StudioPage) => studioPage.page.keyboard.press('Escape');
const screens: readonly Asking[] = [
  {
    name: 'your-projects',
    address: /\/api\/projects\?/,
    open: (studioPage) => studioPage.button('Projects').click(),
    loading: 'Loading projects...',
    failed: 'Failed to load projects',
    content: (studioPage) => studioPage.yourProjects.card('Clock'),
    recovers: true,
    close: escape,
  },
  {
    name: 'browse',
    address: /\/api\/projects\/public\?/,
    open: (studioPage) => studioPage.button('Browse Public Projects').click(),
    loading: 'Loading projects...',
    failed: 'Failed to load projects',
    content: (studioPage) => studioPage.browse.dialog.getByRole('button', { name: 'Load' }).first(),
    recovers: true,
    close: escape,
  },
  {
    name: 'trash',
    address: /\/api\/projects\/trash/,
    async open(studioPage) {
      await studioPage.button('Projects').click();
      await studioPage.yourProjects.dialog.getByRole('button', { name: 'Trash' }).click();
    },
    loading: 'Loading the trash...',
    failed: 'Failed to load projects',
    content: (studioPage) => studioPage.trash.getByRole('listitem', { name: 'Sundial' }),
    recovers: true,
    close: escape,
  },
  {
    name: 'revisions',
    address: /\/api\/projects\/\w+\/revisions/,
    open: (studioPage) => studioPage.chooseFromProjectMenu('Revision history'),
    loading: 'Loading versions...',
    failed: 'Failed to load versions',
    content: (studioPage) => studioPage.revisions.choices.first(),
    recovers: true,
    close: escape,
  },
  {
    name: 'profile',
    address: /\/api\/users\/me\/stats/,
    open: (studioPage, account) => studioPage.chooseFromUserMenu(account.username, 'Profile'),
    loading: 'Loading statistics...',
    failed: 'Failed to load statistics',
    content: (studioPage) => studioPage.page.getByText('0.0 MB / 1GB (1 file)'),
    recovers: true,
    close: escape,
  },
  {
    name: 'admin-projects',
    address: /\/api\/admin\/projects/,
    open: (studioPage, account) => studioPage.chooseFromUserMenu(account.username, 'Admin Panel'),
    loading: 'Loading projects...',
    failed: 'Failed to load admin data',
    content: (studioPage) => studioPage.admin.button('Clock', 'View').first(),
    recovers: true,
    close: escape,
  },
  {
    name: 'admin-users',
    address: /\/api\/admin\/users/,
    async open(studioPage, account) {
      await studioPage.chooseFromUserMenu(account.username, 'Admin Panel');
      await studioPage.admin.tab('User Management').click();
    },
    loading: 'Loading users...',
    failed: 'Failed to load users',
    content: (studioPage) => studioPage.button('Revoke admin').first(),
    recovers: true,
    close: escape,
  },
  {
    name: 'framework',
    address: /\/api\/frameworks\/templates/,
    open: (studioPage) => studioPage.frameworkSelector.click(),
    loading: 'Loading templates...',
    failed: 'Failed to load templates',
    content: (studioPage) => studioPage.framework.template('Night sky'),
    recovers: true,
    close: escape,
  },
  {
    name: 'embed-code',
    address: /\/embed\/\w+/,
    open: (studioPage) => studioPage.chooseVisibility('Embed Code'),
    loading: 'Loading the preview...',
    failed: 'Failed to load the preview',
    content: (studioPage) =>
      studioPage.embedCode.frameLocator('iframe').frameLocator('iframe').getByText('tick'),
    recovers: false,
    close: escape,
  },
  {
    name: 'assets',
    address: /\/api\/assets\?/,
    open: (studioPage) => studioPage.button('Assets').click(),
    loading: 'Loading assets...',
    failed: 'Failed to load assets',
    content: (studioPage) => studioPage.assets.card('dial.png'),
    recovers: true,
    close: (studioPage) => studioPage.button('Assets').click(),
  },
];

for (const look of looks) {
  test(`every screen that asks the server, ${look.name}: slow, broken and offline, it says so, and recovers`, {
    tag: '@nightly',
  }, async ({ studio, account, open }) => {
    test.setTimeout(180_000);
    await makeAdmin(studio, account);
    const { id } = await storeProject(studio, account, { ...clock, isPublic: true });
    const gone = await storeProject(studio, account, { title: 'Sundial' });
    await callApi(studio.url, projectRoutes.deleteProject, { token: account.token, params: { id: gone.id } });
    await storeAssets(studio, account, pngFile('dial.png'));
    const studioPage = await open(account);
    await wear(studioPage.page, look);
    await studioPage.page.goto(`${studio.url}/project/${id}`);
    await expect(studioPage.badge).toHaveText('Saved');
    for (const screen of screens) {
      await test.step(screen.name, () => walkThroughTrouble(studioPage, account, screen, look));
    }
  });
}

async function walkThroughTrouble(studioPage: StudioPage, account: Account, screen: Asking, look: Look) {
  const { page } = studioPage;
  const server = await troubleRoute(page, screen.address);
  const failed = page.getByText(screen.failed, { exact: true }).first();
  const retry = page.getByRole('button', { name: 'Retry' });
  const within = screen.name === 'assets' ? 'html' : '[role=dialog]';

  server.become('slow');
  await screen.open(studioPage, account);
  await expect(page.getByText(screen.loading, { exact: true })).toBeAttached();
  await inspect(page, `loading-${screen.name}-${look.name}`, look, within);
  // The embed code shows a frame: an error page in it would count as loaded, so let the request fail.
  server.become(screen.name === 'embed-code' ? 'gone' : 'broken');
  await expect(failed).toBeVisible();
  if (screen.name !== 'embed-code') await expect(page.getByText(brokenWords).last()).toBeVisible();
  server.become('gone');
  await retry.click();
  await expect(page.getByText(networkWords).last()).toBeVisible();
  await inspect(page, `failed-${screen.name}-${look.name}`, look, within);

  server.become('none');
  await page.context().setOffline(true);
  await retry.click();
  await expect(page.getByText(networkWords).last()).toBeVisible();
  await page.context().setOffline(false);
  if (!screen.recovers) await retry.click();
  await expect(screen.content(studioPage)).toBeVisible();
  await expect(retry).toHaveCount(0);
  await screen.close(studioPage);
  await page.unroute(screen.address);
}

test('a search that is answered late never takes the place of a newer one', async ({
  studio,
  account,
  open,
}) => {
  await storeProject(studio, account, { ...clock, title: 'Rain' });
  await storeProject(studio, account, { ...clock, title: 'Railway' });
  const studioPage = await open(account);
  await studioPage.button('Projects').click();
  await expect(studioPage.yourProjects.card('Railway')).toBeVisible();
  const server = await troubleRoute(studioPage.page, /\/api\/projects\?.*search=rai(&|$)/);
  server.become('slow');
  const asked = server.asked();
  await studioPage.yourProjects.search.fill('rai');
  await asked;
  await expect(studioPage.page.getByRole('progressbar', { name: 'Working...' })).toBeAttached();
  await studioPage.yourProjects.search.fill('rain');
  await expect(studioPage.yourProjects.card('Railway')).toBeHidden();
  server.become('none');
  await expect(studioPage.yourProjects.card('Rain')).toBeVisible();
  await expect(studioPage.yourProjects.card('Railway')).toBeHidden();
});

test('an action that the server refuses changes nothing, and shows the documented message', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const author = await register(studio, 'author');
  const liked = await storeProject(studio, author, {
    ...clock,
    title: `Liked ${author.username}`,
    isPublic: true,
  });
  const { id } = await storeProject(studio, account, { ...clock, isEmbeddable: false });
  const gone = await storeProject(studio, account, { title: 'Sundial' });
  await callApi(studio.url, projectRoutes.deleteProject, { token: account.token, params: { id: gone.id } });
  await storeAssets(studio, account, pngFile('dial.png'));
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  const server = await troubleRoute(studioPage.page, /\/api\//, ['POST', 'PUT', 'PATCH', 'DELETE']);
  server.become('broken');
  const expectToast = (title: string, words: string) => expect(studioPage.toast(title)).toContainText(words);

  await studioPage.chooseVisibility('Make public');
  await expectToast('Save failed', 'Failed to save project. Please try again.');
  await expect(studioPage.button('Private')).toBeVisible();
  await studioPage.chooseVisibility('Enable embedding');
  await expectToast('Failed to change embed setting', 'Please try again or refresh the page.');

  await studioPage.button('Projects').click();
  await studioPage.yourProjects.button('Clock', 'Delete').click();
  await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectToast('Delete failed', brokenWords);
  await expect(studioPage.yourProjects.button('Clock', 'Load')).toBeVisible();
  await studioPage.yourProjects.dialog.getByRole('button', { name: 'Trash' }).click();
  await studioPage.trash.getByRole('button', { name: 'Restore' }).click();
  await expectToast('Restore failed', brokenWords);
  await expect(studioPage.trash.getByRole('button', { name: 'Restore' })).toBeVisible();
  await escape(studioPage);

  await studioPage.button('Browse Public Projects').click();
  await studioPage.browse.search.fill(liked.title);
  await studioPage.browse.button(liked.title, 'Like').click();
  await expectToast('Like failed', 'Failed to like project.');
  await expect(studioPage.browse.button(liked.title, 'Like')).toHaveAttribute('aria-pressed', 'false');
  await escape(studioPage);

  await studioPage.chooseFromUserMenu(account.username, 'Profile');
  await studioPage.button('Change avatar').click();
  await studioPage.button('Keep this avatar').click();
  await expectToast('Avatar update failed', brokenWords);
  await expect(studioPage.button('Keep this avatar')).toBeVisible();
  await escape(studioPage);

  await studioPage.assets.open();
  await studioPage.assets.choose('dial.png', 'Delete');
  await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectToast('Delete failed', 'Failed to delete asset');
  await expect(studioPage.assets.card('dial.png')).toBeVisible();

  const { isPublic, isEmbeddable, html } = await readProject(studio, account, id);
  expect({ isPublic, isEmbeddable, html }).toEqual({
    isPublic: false,
    isEmbeddable: false,
    html: clock.html,
  });
  await expect(studioPage.badge).toHaveText('Saved');
});

test('a 401 in the middle of typing: the login says why, and behind it lies every letter', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, clock);
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.loaded();
  const server = await troubleRoute(studioPage.page, /\/api\/projects\//, ['PUT']);
  server.become('unauthorized');
  await studioPage.html.append('<p>typed before it came</p>');
  await expect(studioPage.page).toHaveURL(`${studio.url}/login`);
  await expect(studioPage.page.getByText('Your session has ended.')).toBeVisible();
  await inspect(studioPage.page, 'session-ended-dark');

  server.become('none');
  await new LoginPage(studioPage.page).signIn(account);
  await expect(studioPage.page).toHaveURL(`${studio.url}/project/${id}`);
  await expect.poll(() => studioPage.html.text()).toBe(`${clock.html}<p>typed before it came</p>`);
  await expect(studioPage.badge).toHaveText('Saved');
  expect((await readProject(studio, account, id)).html).toContain('typed before it came');
});

test('Esc cancels a part of the page that loads slowly, and keys typed meanwhile are lost; one that failed loads the next time', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, clock);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  const { keyboard } = studioPage.page;
  const profile = await troubleRoute(studioPage.page, /\/assets\/profile-dialog-[^/]+\.js/);
  const openProfile = async () => {
    await keyboard.press('Control+Shift+p');
    const commands = studioPage.page.getByRole('dialog', { name: 'Commands' });
    await commands.getByRole('combobox').fill('profi');
    await keyboard.press('Enter');
  };
  profile.become('slow');
  await studioPage.html.textbox.focus();
  const asked = profile.asked();
  const loading = studioPage.page.getByText('Loading...', { exact: true });
  await openProfile();
  await asked;
  await expect(loading).toBeFocused();
  await keyboard.type('typed?');
  await keyboard.press('Control+v');
  await keyboard.press('Tab');
  await expect(loading).toBeFocused();
  await keyboard.press('Escape');
  await expect(loading).toHaveCount(0);
  await expect(studioPage.html.textbox).toBeFocused();
  profile.become('gone');
  await openProfile();
  await expect(studioPage.toast('This part could not be loaded')).toBeVisible();
  await expect(studioPage.html.textbox).toBeFocused();
  profile.become('none');
  await studioPage.chooseFromUserMenu(account.username, 'Profile');
  await expect(studioPage.page.getByRole('dialog', { name: 'User Profile' })).toBeVisible();
  await escape(studioPage);
  expect(await studioPage.html.text()).toBe(clock.html);
});

test('a dialog over a list shows that it is loading; Esc cancels it alone, and Enter does not ask again', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio, 'author');
  await storeProject(studio, author, { title: 'Slow report', isPublic: true });
  const studioPage = await open(account);
  await studioPage.loaded();
  const { page } = studioPage;
  const report = await troubleRoute(page, /\/assets\/report-dialog-[^/]+\.js/);
  report.become('slow');
  await studioPage.button('Browse Public Projects').click();
  const button = studioPage.browse.button('Slow report', 'Report');
  const asked = report.asked();
  await button.press('Enter');
  await asked;
  const loading = page.getByText('Loading...', { exact: true });
  await expect(loading).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(loading).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(loading).toHaveCount(0);
  await expect(button).toBeFocused();
  report.become('none');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Report project' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('a preview that cannot be had for a while leaves the page on show, and comes by itself afterwards', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Tunnel',
    html: '<h1>One</h1>',
    css: '',
    js: '',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const heading = studioPage.preview.document.getByRole('heading');
  await expect(heading).toHaveText('One');
  const { port } = new URL(studio.sandboxUrl(project.id));
  const isSandbox = (address: URL) => address.port === port;
  const states = () =>
    studioPage.page
      .frames()
      .filter((frame) => URL.canParse(frame.url()) && isSandbox(new URL(frame.url())))
      .map((frame) => frame.evaluate(() => document.readyState));
  await expect.poll(() => Promise.all(states())).toEqual(['complete', 'complete']);
  await studioPage.page.route(isSandbox, (route) => route.abort());
  // The pending frame is loaded already and takes this page.
  await studioPage.html.replace('<h1>Two</h1>');
  await expect(heading).toHaveText('Two');
  await studioPage.html.replace('<h1>Three</h1>');
  await expect(studioPage.page.getByText('The preview could not start')).toBeVisible();
  await studioPage.page.unroute(isSandbox);
  await expect(heading).toHaveText('Three');
  await expect(studioPage.page.getByText('The preview could not start')).toHaveCount(0);
});
