import { adminRoutes } from '@studio/contract/http/admin';
import { projectRoutes } from '@studio/contract/http/projects';
import { reportRoutes } from '@studio/contract/http/reports';
import { makeAdmin, readProject, register, signInAdmin, storeProject } from '../../fixtures/accounts.ts';
import { inspectEveryLook } from '../../fixtures/looks.ts';
import { expect, test } from '../../fixtures/test.ts';
import { troubleRoute } from '../../fixtures/troubled-route.ts';
import { callApi } from '../../stack/api.ts';

const piece = { title: 'Sociable', html: '<p>hello</p>', css: '', js: '', isPublic: true };

test('somebody else’s open project is liked in the header, by keyboard; everybody sees the count at once', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const author = await register(studio, 'author');
  const { id } = await storeProject(studio, author, piece);
  const owner = await open(author, `/project/${id}`);
  const fan = await open(account, `/project/${id}`);
  const likes = (count: string) => new RegExp(`^${count} · `);

  await expect(fan.button('Like')).toHaveAttribute('aria-pressed', 'false');
  await expect(owner.header.getByText(likes('0 likes'))).toBeVisible();
  await expect(owner.button('Like')).toHaveCount(0);
  await fan.button('Like').focus();
  await fan.page.keyboard.press('Enter');
  await expect(fan.button('Unlike')).toHaveAttribute('aria-pressed', 'true');
  await expect(fan.button('Unlike')).toBeFocused();
  await expect(owner.header.getByText(likes('1 like'))).toBeVisible();
  await expect(fan.header.getByText(likes('1 like'))).toBeVisible();

  await test.step('a failed like is undone and reported', async () => {
    await fan.page.context().setOffline(true);
    await fan.button('Unlike').click();
    await expect(fan.toast('Like failed')).toContainText('Failed to like project.');
    await expect(fan.button('Unlike')).toHaveAttribute('aria-pressed', 'true');
    await fan.page.context().setOffline(false);
    await fan.button('Unlike').click();
    await expect(owner.header.getByText(likes('0 likes'))).toBeVisible();
    await fan.button('Like').click();
    await expect.poll(async () => (await readProject(studio, account, id)).isLiked).toBe(true);
  });

  await test.step('a list and the header agree', async () => {
    await fan.button('Browse Public Projects').click();
    await fan.browse.search.fill(author.username);
    const onCard = fan.browse.button(piece.title, 'Like');
    await expect(onCard).toHaveAttribute('aria-pressed', 'true');
    await onCard.click();
    await expect(onCard).toHaveAttribute('aria-pressed', 'false');
    await fan.browse.close.click();
    await fan.button('Like').click();
    await expect(fan.button('Unlike')).toBeVisible();
  });

  await test.step('it is still liked after a reload, and nothing is left to like once it is removed', async () => {
    await fan.page.reload();
    await expect(fan.button('Unlike')).toBeVisible();
    await callApi(studio.url, projectRoutes.deleteProject, { token: author.token, params: { id } });
    await expect(fan.page.getByText('This project was removed')).toBeVisible();
    await expect(fan.button('Unlike')).toHaveCount(0);
    await expect(fan.header.getByText(/ · /)).toHaveCount(0);
  });
});

test('facts about a project that could not be loaded come once the connection is back', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio, 'author');
  const { id } = await storeProject(studio, author, piece);
  const fan = await open(account);
  // The file that has them, among others.
  const facts = await troubleRoute(fan.page, /\/assets\/background-[^/]+\.js/);
  facts.become('gone');
  await fan.page.goto(`${studio.url}/project/${id}`);
  await expect(fan.page.getByText('This part could not be loaded')).toBeVisible();
  await fan.page.context().setOffline(true);
  facts.become('none');
  await fan.page.context().setOffline(false);
  await expect(fan.button('Like')).toBeVisible();
});

test('an author’s name leads to their public projects, which open from there; Back leads back', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const author = await register(studio, 'maker');
  const { id } = await storeProject(studio, author, piece);
  await storeProject(studio, author, { ...piece, title: 'Hidden', isPublic: false });
  await storeProject(studio, author, { ...piece, title: 'Another', html: '<p>another</p>' });
  const reader = await open(account, `/project/${id}`);
  const { page } = reader;
  const cards = page.getByRole('listitem');
  await reader.loaded();
  await inspectEveryLook(page, 'shared-project', 'header');

  await reader.header.getByRole('link', { name: author.username, exact: true }).click();
  await expect(page).toHaveURL(`${studio.url}/user/${author.username}`);
  await expect(page).toHaveTitle(`${author.username} - CodeStudio`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(author.username);
  await expect(cards.getByRole('heading')).toHaveText(['Another', 'Sociable']);
  await inspectEveryLook(page, 'user-page');
  await cards.filter({ hasText: 'Another' }).getByRole('button', { name: 'Like' }).click();
  await expect(cards.getByText('1 like', { exact: true })).toBeAttached();
  await cards.filter({ hasText: 'Another' }).getByRole('link', { name: 'Open' }).click();
  await expect(reader.preview.document.getByText('another')).toBeVisible();
  await expect(reader.button('Unlike')).toBeVisible();

  await page.goBack();
  await expect(cards).toHaveCount(2);
  await page.goBack();
  await expect(reader.title).toHaveValue(piece.title);
  await expect(reader.preview.document.getByText('hello')).toBeVisible();

  await test.step('from a card, too', async () => {
    await reader.button('Browse Public Projects').click();
    await reader.browse.search.fill(author.username);
    await reader.browse.card('Another').getByRole('link', { name: author.username }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(author.username);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('/user/{name} needs no login; it says when there is nothing, nobody, or no response', {
  tag: '@nightly',
}, async ({ studio, visit }) => {
  const author = await register(studio, 'maker');
  const { id } = await storeProject(studio, author, piece);
  const quiet = await register(studio, 'quiet');
  const page = await visit(`${studio.url}/user/${quiet.username}`);
  await expect(page.getByText('No public projects yet')).toBeVisible();
  const card = page.getByRole('listitem', { name: piece.title });
  await page.goto(`${studio.url}/user/${author.username.toUpperCase()}?page=7&sortBy=popular`);
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(/\?sortBy=popular$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(author.username);
  await page.goto(`${studio.url}/user/${author.username}`);
  await expect(card.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/project/${id}`);
  await expect(card.getByRole('button', { name: 'Like' })).toHaveCount(0);
  const signIn = page.getByRole('link', { name: 'Sign in' });
  const leadingBackTo = (address: string) => `/login?next=${encodeURIComponent(address)}`;
  await expect(signIn).toHaveAttribute('href', leadingBackTo(`/user/${author.username}`));
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('nothing like it');
  await expect(page.getByText('No projects found')).toBeVisible();
  await expect(page).toHaveURL(/\?search=nothing\+like\+it$/);
  const searched = `/user/${author.username}?search=nothing+like+it`;
  await expect(signIn).toHaveAttribute('href', leadingBackTo(searched));

  await test.step('unknown users have no page, whatever characters the name contains', async () => {
    const names = ['nobody-here', '..%2F..%2Fetc', 'x'.repeat(300), 'j%C3%B6rg', '%E0%A4%A', '%00', '<b>'];
    for (const name of names) {
      await page.evaluate(
        (paths) => {
          for (const path of paths) history.pushState(null, '', path);
        },
        [`/user/${author.username}`, `/user/${name}`],
      );
      await expect(page.getByText('Page not found')).toBeVisible();
    }
    await page.goto(`${studio.url}/user/nobody-here`);
    await expect(page.getByText('Page not found')).toBeVisible();
    await expect(page).toHaveTitle('Page not found - CodeStudio');
  });

  await test.step('a list that failed to load is loaded by Retry', async () => {
    await page.route('**/api/projects/public?**', (route) => route.abort());
    await page.goto(`${studio.url}/user/${author.username}`);
    await expect(page.getByText('Failed to load projects').first()).toBeVisible();
    await page.unroute('**/api/projects/public?**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(card).toBeVisible();
  });
});

test('open lists follow views, forks, removals and returns, in the studio and on the author’s page', {
  tag: '@nightly',
}, async ({ studio, account, open, visit }) => {
  const author = await register(studio, 'maker');
  const reader = await register(studio, 'reader');
  const kept = await storeProject(studio, author, { ...piece, title: `Kept by ${author.username}` });
  const taken = await storeProject(studio, author, { ...piece, title: `Taken by ${author.username}` });
  const page = await visit(`${studio.url}/user/${author.username}`);
  const studioPage = await open(account);
  await studioPage.button('Browse Public Projects').click();
  await studioPage.browse.search.fill(author.username);
  await expect(studioPage.browse.dialog.getByRole('listitem')).toHaveCount(2);

  const cards = [page.getByRole('listitem', { name: kept.title }), studioPage.browse.card(kept.title)];
  for (const card of cards) await expect(card.getByText('0 views', { exact: true })).toBeAttached();
  await readProject(studio, reader, kept.id);
  for (const card of cards) await expect(card.getByText('1 view', { exact: true })).toBeAttached();
  await callApi(studio.url, projectRoutes.forkProject, { token: reader.token, params: { id: kept.id } });
  for (const card of cards) await expect(card.getByText('1 fork', { exact: true })).toBeAttached();

  const setPublic = (isPublic: boolean) =>
    callApi(studio.url, projectRoutes.updateProject, {
      token: author.token,
      params: { id: taken.id },
      body: { isPublic },
    });
  const places = [page.locator('body'), studioPage.browse.dialog];
  await setPublic(false);
  for (const place of places) {
    await expect(place.getByText('This project is no longer public')).toBeVisible();
    await expect(place.getByRole('heading', { name: taken.title })).toHaveCount(0);
    await expect(place.getByRole('listitem')).toHaveCount(2);
    await expect(place.getByRole('status').filter({ hasText: '1 project' })).toHaveText('1 project');
  }
  await setPublic(true);
  for (const place of places) {
    await expect(place.getByRole('heading', { name: taken.title })).toBeVisible();
    await expect(place.getByRole('status').filter({ hasText: '2 projects' })).toHaveText('2 projects');
  }
});

test('admins see new moderation events counted in every header, and each report announced, with the way to it', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const root = await signInAdmin(studio);
  const author = await register(studio, 'author');
  const reader = await register(studio, 'reader');
  await makeAdmin(studio, account);
  const report = async (title: string) => {
    const { id } = await storeProject(studio, author, { ...piece, title });
    await callApi(studio.url, reportRoutes.reportProject, {
      token: reader.token,
      params: { id },
      body: { reason: 'spam' },
    });
    return id;
  };
  const admin = await open(account);
  const bystander = await open(reader);
  const moderation = admin.button('Moderation');
  const tab = (name: 'Reports' | 'Activity') => admin.admin.tab(name);

  await test.step('what is new is counted until the feed is seen', async () => {
    await moderation.click();
    await expect(tab('Reports')).toHaveAttribute('aria-selected', 'true');
    await tab('Activity').click();
    await expect(tab('Activity')).toHaveAccessibleDescription('');
    await admin.page.keyboard.press('Escape');
    await expect(moderation).toHaveAccessibleDescription('0 new moderation events');
    await storeProject(studio, author, piece);
    await expect(moderation).toHaveAccessibleDescription('1 new moderation event');
  });

  await test.step('a report is announced above an open dialog, and a press leads to the queue', async () => {
    await admin.button('Browse Public Projects').click();
    await expect(admin.browse.dialog).toBeVisible();
    await report('First bargain');
    const toast = admin.toast('New report');
    await expect(toast).toContainText(`${reader.username} filed a report or an appeal on First bargain.`);
    await toast.click();
    await expect(tab('Reports')).toHaveAttribute('aria-selected', 'true');
    await expect(admin.admin.line('First bargain')).toBeVisible();
    await admin.page.keyboard.press('Escape');
    await expect(admin.admin.dialog).toHaveCount(0);
    await admin.page.keyboard.press('Escape');
    await expect(admin.browse.dialog).toHaveCount(0);
    await expect(moderation).toHaveAccessibleDescription('3 new moderation events');
  });

  await test.step('so it is on the other pages', async () => {
    const id = await report('Second bargain');
    for (const path of [`/preview/${id}`, `/user/${author.username}`]) {
      const page = await admin.page.context().newPage();
      await page.goto(`${studio.url}${path}`);
      const button = page.getByRole('button', { name: 'Moderation' });
      await expect(button).toHaveAccessibleDescription(/^\d+ new/);
      await report(`Bargain at ${path.slice(1, 5)}`);
      await page.getByRole('button', { name: 'Review' }).click();
      await expect(page.getByRole('tab', { name: 'Reports' })).toHaveAttribute('aria-selected', 'true');
      await page.getByRole('tab', { name: 'Activity' }).click();
      await page.keyboard.press('Escape');
      await expect(button).toHaveAccessibleDescription('0 new moderation events');
      await expect(moderation).toHaveAccessibleDescription('0 new moderation events');
      await page.close();
    }
  });

  await test.step('nobody else has any of it, and a former admin no longer', async () => {
    await expect(bystander.button('Moderation')).toHaveCount(0);
    await expect(bystander.toast('New report')).toHaveCount(0);
    await callApi(studio.url, adminRoutes.setAdmin, {
      token: root.token,
      params: { id: account.user.id },
      query: { grant_admin: 'false' },
    });
    await expect(moderation).toHaveCount(0);
  });
});
