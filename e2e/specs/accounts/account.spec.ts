import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { authRoutes } from '@studio/contract/http/auth';
import { forumRoutes } from '@studio/contract/http/forum';
import { storeProject } from '../../fixtures/accounts.ts';
import { forumToken } from '../../fixtures/forum-token.ts';
import { looks, wear } from '../../fixtures/looks.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { troubleRoute } from '../../fixtures/troubled-route.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';
import { startStudio } from '../../stack/studio.ts';

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
}

test('the profile: statistics, an avatar that is seen before it is kept, and a new password', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  await storeProject(studio, account, { title: 'Counted', isPublic: true });
  const elsewhere = await callApi(studio.url, authRoutes.login, {
    body: { email: account.email, password: account.password },
  });
  const studioPage = await open(account);
  await studioPage.chooseFromUserMenu(account.username, 'Profile');
  const profile = studioPage.page.getByRole('dialog', { name: 'User Profile' });
  const picture = profile.locator('img');

  await test.step('shows the statistics', async () => {
    await expect(profile.getByText(account.email)).toBeVisible();
    await expect(profile.getByText('0.0 MB / 1GB (0 files)')).toBeVisible();
    await expect(profile.locator('dl > div').first()).toHaveText('Projects1');
    await expectAccessible(studioPage.page);
  });

  await test.step('changes the avatar, in the menu too', async () => {
    await profile.getByRole('button', { name: 'Change avatar' }).click();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 'it is drawn')
      .toBeGreaterThan(0);
    const offered = await picture.getAttribute('src');
    await profile.getByRole('button', { name: 'Keep this avatar' }).click();
    await expect(studioPage.toast('Avatar updated')).toBeVisible();
    await studioPage.page.keyboard.press('Escape');
    await expect(studioPage.header.locator('img')).toHaveAttribute('src', offered ?? '');
    const me = await callApi(studio.url, authRoutes.me, { token: account.token });
    expect(me.avatar).toBe(offered);
  });

  await test.step('changes the password, and ends the other session', async () => {
    await studioPage.chooseFromUserMenu(account.username, 'Profile');
    const change = async (current: string) => {
      await profile.getByLabel('Current password').fill(current);
      await profile.getByLabel('New password').fill('another password');
      await profile.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not this one');
    await expect(profile.getByText('Current password is wrong.')).toBeVisible();
    await change(account.password);
    await expect(studioPage.toast('Password changed')).toBeVisible();
    await callApi(studio.url, authRoutes.me, { token: account.token });
    const other = callApi(studio.url, authRoutes.me, { token: elsewhere.access_token });
    await expect(other).rejects.toThrow('401');
  });
});

test('from the forum and back: handed over by a token that is good once, and out to the main site', {
  tag: '@nightly',
}, async ({ visit }) => {
  const secret = 'the forum of the tests';
  const forum = await serveForeignSite('<h1>The forum</h1>');
  const studio = await startStudio({ FORUM_SECRET: secret, MAIN_SITE_URL: forum.url });
  const landing = `${studio.url}/discourse-auth?token=${forumToken(secret, 'rosalind')}`;
  const page = await visit(`${studio.url}/login`);
  const referers: string[] = [];
  page.on('request', (request) => referers.push(request.headers()['referer'] ?? ''));

  const server = await troubleRoute(page, /\/api\/auth\/discourse-login/, ['POST']);
  for (const look of looks.toReversed()) {
    await wear(page, look);
    server.become('slow');
    // Sign out first: a signed-in user would be asked whether to switch accounts.
    await page.evaluate(() => localStorage.clear());
    await page.goto(
      look === looks[0] ? landing : `${studio.url}/discourse-auth?token=${forumToken(secret, 'lise')}`,
    );
    await expect(page.getByText('Authenticating...')).toBeVisible();
    await screenshot(page, `discourse-auth-working-${look.name}`);
    server.become('none');
    await expect(page.getByText('Authentication Successful!')).toBeVisible();
    await expect(page.getByText('Redirecting you to CodeStudio...')).toBeVisible();
    await screenshot(page, `discourse-auth-${look.name}`);
    await expect(page).toHaveURL(`${studio.url}/`);
  }
  expect(referers.filter((referer) => referer.includes('token'))).toEqual([]);

  const studioPage = new StudioPage(page);
  await studioPage.chooseFromUserMenu('rosalind', 'Profile');
  const profile = page.getByRole('dialog', { name: 'User Profile' });
  await expect(profile.getByText('rosalind@forum.example')).toBeVisible();
  await expect(profile.getByLabel('Current password')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await studioPage.chooseFromUserMenu('rosalind', 'Logout');
  await expect(page.getByRole('heading', { name: 'The forum' })).toBeVisible();

  await page.goto(landing);
  await expect(page.getByText(/has been used before/)).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(landing);
  const again = page.waitForRequest(`**/api${forumRoutes.forumLogin.path}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await again;
  await expect(page.getByText(/has been used before/)).toBeVisible();
  await page.getByRole('button', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(`${studio.url}/login`);
  await expect(page.getByRole('link', { name: 'main site' })).toHaveAttribute('href', forum.url);

  await studio.dispose();
  await forum.close();
});
