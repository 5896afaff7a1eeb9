import { listOwn, register, storeProject } from '../../fixtures/accounts.ts';
import { forumToken } from '../../fixtures/forum-token.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { startForum } from '../../stack/forum/forum.ts';
import { startStudio } from '../../stack/studio.ts';

test('H81: a sign-on link asks a user of another account before it switches accounts, and keeps the account by default', {
  tag: '@nightly',
}, async ({ open }) => {
  const secret = 'the forum of the tests';
  const studio = await startStudio({ FORUM_SECRET: secret });
  const ada = await register(studio, 'ada');
  const { page } = await open(ada, '/', studio);
  const session = () => page.evaluate(() => localStorage.getItem('codestudio_token'));
  const before = await session();
  const follow = () => page.goto(`${studio.url}/discourse-auth?token=${forumToken(secret, 'mallory')}`);
  const question = page.getByRole('alertdialog', { name: 'Switch accounts?' });

  await follow();
  await expect(question).toContainText(
    `You are signed in as ${ada.username}. This link signs you in as mallory.`,
  );
  await expect(question.getByRole('button', { name: `Stay signed in as ${ada.username}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${studio.url}/`);
  const studioPage = new StudioPage(page);
  await expect(studioPage.header.getByRole('button', { name: ada.username, exact: true })).toBeVisible();
  expect(await session()).toBe(before);

  await follow();
  await question.getByRole('button', { name: 'Switch to mallory' }).click();
  await expect(page.getByText('Authentication Successful!')).toBeVisible();
  await expect(studioPage.header.getByRole('button', { name: 'mallory', exact: true })).toBeVisible();
  await studio.dispose();
});

test('signing in or switching accounts in one tab applies to all tabs: nothing of one account gets into another', async ({
  visit,
}) => {
  const secret = 'the forum of the tests';
  const studio = await startStudio({ FORUM_SECRET: secret });
  const ada = await register(studio, 'ada');
  const page = await visit(`${studio.url}/login`);
  const other = await page.context().newPage();
  await other.goto(`${studio.url}/login`);
  const here = new StudioPage(page);
  const there = new StudioPage(other);
  const userIn = ({ header }: StudioPage, name: string) => header.getByRole('button', { name, exact: true });
  await new LoginPage(page).signIn(ada);
  await expect(userIn(here, ada.username)).toBeVisible();
  await expect(userIn(there, ada.username)).toBeVisible();
  const { id } = await storeProject(studio, ada, { title: 'Mine alone' });
  await there.page.goto(`${studio.url}/project/${id}`);
  await expect(there.title).toHaveValue('Mine alone');
  const asked: string[] = [];
  there.page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await here.page.goto(`${studio.url}/discourse-auth?token=${forumToken(secret, 'mallory')}`);
  await here.button('Switch to mallory').click();
  await expect(userIn(here, 'mallory')).toBeVisible();
  await expect(userIn(there, 'mallory')).toBeVisible();
  await expect(there.page).toHaveURL(`${studio.url}/`);
  expect(asked).not.toContain(`/api/projects/${id}`);
  await there.button('New').click();
  await there.html.append('<p>typed by mallory</p>');
  await expect(there.badge).toHaveText('Saved');
  expect(await listOwn(studio, ada)).toMatchObject([{ id }]);
  await studio.dispose();
});

test('H81: a sign-on link that the studio has made works in the browser that it was made for', {
  tag: '@nightly',
}, async ({ visit }) => {
  const forum = await startForum();
  const studio = await startStudio(forum.variables);
  forum.connect(studio.url);
  forum.join('grace');
  const page = await visit(`${studio.url}/login`);
  const hold = '**/api/auth/discourse-login';
  await page.route(hold, (route) => route.abort());
  await page.getByRole('link', { name: 'Continue with the forum' }).click();
  await page.getByLabel('Username').fill('grace');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toContainText('Network error');
  const link = page.url();
  expect(new URL(link).searchParams.get('token')).not.toBeNull();

  const elsewhere = await visit(link);
  await expect(elsewhere.getByRole('alert')).toContainText('was made for another browser');
  expect(await elsewhere.evaluate(() => localStorage.getItem('codestudio_token'))).toBeNull();

  await page.unroute(hold);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Authentication Successful!')).toBeVisible();
  await studio.dispose();
  await forum.close();
});
