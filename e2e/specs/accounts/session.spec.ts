import { authRoutes } from '@studio/contract/http/auth';
import { register, signedIn, storeProject } from '../../fixtures/accounts.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { troubleRoute } from '../../fixtures/troubled-route.ts';
import { Preview } from '../../pages/preview.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

test('the demo account: filled in by its button, signed in by Login', { tag: '@smoke' }, async ({
  studio,
  visit,
}) => {
  const page = await visit(`${studio.url}/`);
  await expect(page).toHaveURL(`${studio.url}/login`);
  const login = new LoginPage(page);
  await login.tryDemo.click();
  await expect(login.email).toHaveValue('demo@studio.local');
  await expect(page).toHaveURL(`${studio.url}/login`);
  await login.login.click();
  await expect(page).toHaveURL(`${studio.url}/`);
});

test('a wrong password shows a toast, and nothing else happens', async ({ studio, account, visit }) => {
  const page = await visit(`${studio.url}/login`);
  await new LoginPage(page).signIn({ email: account.email, password: 'not this one' });
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Please check your credentials and try again.')).toBeVisible();
  await expect(new LoginPage(page).password).toHaveAccessibleDescription('Wrong email or password.');
  await expect(page).toHaveURL(`${studio.url}/login`);
});

test('a visitor with a link signs in and lands on the project', async ({ studio, account, visit }) => {
  const project = await storeProject(studio, account, { title: 'Linked', html: '<p>linked</p>' });
  const page = await visit(`${studio.url}/project/${project.id}`);
  await expect(page).toHaveURL(`${studio.url}/login`);
  await new LoginPage(page).signIn(account);
  await expect(page).toHaveURL(`${studio.url}/project/${project.id}`);
  await expect(page.getByRole('textbox', { name: 'Project title' })).toHaveValue('Linked');
});

test('a visitor with a link to a public project sees what it is, and the project without signing in', {
  tag: '@smoke',
}, async ({ studio, account, visit }) => {
  const shown = { title: 'Tide table', html: '<p>high water</p>', isPublic: true };
  const project = await storeProject(studio, account, shown);
  const secret = await storeProject(studio, account, { ...shown, isPublic: false });
  const page = await visit(`${studio.url}/project/${project.id}`);
  const region = page.getByRole('region', { name: 'Shared project' });
  await expect(region.getByRole('heading', { name: 'Tide table' })).toBeVisible();
  await expect(region.getByRole('link', { name: account.username })).toBeVisible();
  await expect(region.frameLocator('iframe').getByText('high water')).toBeVisible();
  await region.getByRole('link', { name: 'View without signing in' }).click();
  await expect(page).toHaveURL(`${studio.url}/preview/${project.id}`);
  await expect(new Preview(page).document.getByText('high water')).toBeVisible();
  await expect(page).toHaveTitle('Preview - Tide table');

  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(region).toBeVisible();
  await expect(page).toHaveTitle('Login - CodeStudio');
  await page.goto(`${studio.url}/project/${secret.id}`);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expect(page.getByText('Tide table')).toHaveCount(0);
  await new LoginPage(page).signIn(account);
  await expect(page).toHaveURL(`${studio.url}/project/${secret.id}`);
});

test('somebody who is signed in does not see /login', async ({ studio, account, open }) => {
  const studioPage = await open(account, '/login');
  await expect(studioPage.page).toHaveURL(`${studio.url}/`);
});

test('Logout ends the session here and on the server', async ({ studio, account, open }) => {
  const studioPage = await open(account);
  await studioPage.chooseFromUserMenu(account.username, 'Logout');
  await expect(studioPage.page).toHaveURL(`${studio.url}/login`);
  await expect(callApi(studio.url, authRoutes.me, { token: account.token })).rejects.toThrow('401');
  await studioPage.page.goto(`${studio.url}/`);
  await expect(studioPage.page).toHaveURL(`${studio.url}/login`);
});

test('Logout leaves no text in the browser, also where the page is left before the server has answered', async ({
  studio,
  account,
  open,
}) => {
  const studioPage = await open(account);
  const { page, confirmation } = studioPage;
  // Playwright does not hold back requests with keepalive.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      String(input).endsWith('/auth/logout') ? new Promise(() => undefined) : fetch(input, init);
  });
  await page.reload();
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await studioPage.button('New').click();
  await studioPage.html.replace('<b>mine');
  await expect(studioPage.badge).toHaveText('Unsaved');
  const stored = () => page.evaluate(() => localStorage.getItem('codestudio_current_project'));
  await expect.poll(stored).toContain('<b>mine');
  await studioPage.chooseFromUserMenu(account.username, 'Logout');
  await confirmation.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('codestudio_token'))).toBeNull();
  await page.goto(`${studio.url}/login`);
  expect(await stored()).toBeNull();
});

test('a session that is revoked elsewhere ends the open page, which says why', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, {});
  const studioPage = await open(account);
  // The reason comes by the socket.
  const watching = studioPage.watching();
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await watching;
  await callApi(studio.url, authRoutes.logout, { token: account.token });
  await expect(studioPage.page).toHaveURL(`${studio.url}/login`);
  await expect(studioPage.page.getByText('Your session has ended. Signed out. What you typed')).toBeVisible();
});

test('a session that is revoked elsewhere ends every tab as such, and each is led back to its own project', async ({
  studio,
  account,
  open,
}) => {
  const projects = [await storeProject(studio, account, {}), await storeProject(studio, account, {})];
  const one = await open(account);
  const two = new StudioPage(await one.page.context().newPage());
  const tabs = [one, two].map((tab, at) => ({ tab, address: `${studio.url}/project/${projects[at]?.id}` }));
  for (const { tab, address } of tabs) {
    const watching = tab.watching();
    await tab.page.goto(address);
    await watching;
  }
  await callApi(studio.url, authRoutes.logout, { token: account.token });
  for (const { tab } of tabs) await expect(tab.page.getByText('Your session has ended.')).toBeVisible();
  await new LoginPage(one.page).signIn(account);
  for (const { tab, address } of tabs) await expect(tab.page).toHaveURL(address);
});

test('who logs out offline sees the login screen, although nobody has seen it before', async ({
  studio,
  account,
  browser,
}) => {
  const context = await browser.newContext({ storageState: signedIn(studio, account) });
  const page = await context.newPage();
  // They have the login screen and the menus.
  const files = [/\/assets\/background-[^/]+\.js$/, /\/assets\/later-[^/]+\.js$/];
  const loaded = Promise.all(
    files.map((file) => page.waitForEvent('requestfinished', (request) => file.test(request.url()))),
  );
  await page.goto(`${studio.url}/`);
  await loaded;
  const studioPage = new StudioPage(page);
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await context.setOffline(true);
  await studioPage.chooseFromUserMenu(account.username, 'Logout');
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expect(studioPage.toast('Logged out')).toBeVisible();
  await context.close();
});

test('a page whose code cannot be had says so, and Retry loads it; the other pages are still there', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { title: 'Clock', isPublic: true });
  const studioPage = await open(await register(studio, 'reader'), `/project/${id}`);
  const { page } = studioPage;
  const code = await troubleRoute(page, /\/assets\/user-route-[^/]+\.js/);
  code.become('gone');
  await studioPage.header.getByRole('link', { name: account.username }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' });
  await expect(notice.getByRole('button')).toHaveText(['Retry', 'Reload']);
  await page.goBack();
  await expect(studioPage.title).toHaveValue('Clock');
  await page.goForward();
  await expect(notice).toBeVisible();
  code.become('none');
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: account.username })).toBeVisible();
});

test('a logout in one tab is one in the other, closes its question, and leads nobody to the project that was open', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { title: 'Mine alone' });
  const one = await open(account);
  const watching = one.watching();
  await one.page.goto(`${studio.url}/project/${project.id}`);
  await watching;
  const two = new StudioPage(await one.page.context().newPage());
  await two.page.goto(`${studio.url}/project/${project.id}`);
  await expect(two.title).toHaveValue('Mine alone');
  // So that the text stays unsaved, and Logout asks about it.
  await one.page.route(`**/api/projects/${project.id}`, (route) => route.abort());
  await one.title.fill('Not saved');
  await one.chooseFromUserMenu(account.username, 'Logout');
  await expect(one.page.getByRole('alertdialog')).toBeVisible();

  await two.chooseFromUserMenu(account.username, 'Logout');
  for (const { page } of [one, two]) {
    await expect(page).toHaveURL(`${studio.url}/login`);
    await expect(page.getByText(/Your session has ended|Sign in to open this project/)).toHaveCount(0);
  }
  await expect(one.page.getByRole('alertdialog')).toHaveCount(0);
  await new LoginPage(two.page).signIn(await register(studio));
  for (const { page } of [one, two]) await expect(page).toHaveURL(`${studio.url}/`);
});
