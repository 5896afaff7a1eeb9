import { forkRoutes } from '@studio/contract/http/forks';
import { projectRoutes } from '@studio/contract/http/projects';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

test('a fork leads to its source, and stands in the tree of its forks, which the arrow keys lead through', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const author = await register(studio, 'author');
  const { id } = await storeProject(studio, author, { title: 'Orbit', html: '<p>here</p>', isPublic: true });
  const { token } = account;
  const fork = async (of: string, title: string) => {
    const copy = await callApi(studio.url, projectRoutes.forkProject, { token, params: { id: of } });
    const body = { title, isPublic: true };
    await callApi(studio.url, projectRoutes.updateProject, { token, params: { id: copy.id }, body });
    return copy.id;
  };
  const first = await fork(id, 'First fork');
  const second = await fork(first, 'Fork of the fork');
  await callApi(studio.url, projectRoutes.forkProject, { token, params: { id } });
  const { publicForks } = await callApi(studio.url, forkRoutes.listForks, { params: { id } });
  expect(publicForks).toBe(2);

  const reader = await open(author, `/project/${second}`);
  const { page } = reader;
  await page.getByRole('link', { name: 'Forked from First fork' }).click();
  await page.getByRole('link', { name: 'Forked from Orbit' }).click();
  await expect(reader.title).toHaveValue('Orbit');
  await page.getByRole('button', { name: 'Forks', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Forks' });
  await expect(dialog).toContainText('2 public forks, 1 private fork');

  const item = dialog.getByRole('treeitem', { name: 'First fork' });
  await expect(item).toHaveAttribute('aria-expanded', 'false');
  await item.focus();
  await page.keyboard.press('ArrowRight');
  await expect(item).toHaveAttribute('aria-expanded', 'true');
  const below = dialog.getByRole('treeitem', { name: 'Fork of the fork' });
  await expect(below).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('ArrowRight');
  await expect(below).toBeFocused();
  await callApi(studio.url, projectRoutes.forkProject, { token, params: { id: second } });
  await expect(below).toContainText('1 fork');
  await page.keyboard.press('ArrowLeft');
  await expect(item).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(reader.title).toHaveValue('Fork of the fork');
});

test('a fork, a duplicate and a link whose responses are lost are made once, however often they are asked for', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio, 'author');
  const { id } = await storeProject(studio, author, { title: 'Orbit', isPublic: true });
  const reader = await open(account, `/project/${id}`);
  const { page } = reader;
  const loseResponse = (address: string) =>
    page.route(
      address,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  const { token } = account;
  const count = async () => (await callApi(studio.url, projectRoutes.listProjects, { token })).total;

  await loseResponse('**/api/projects/*/fork');
  await reader.button('Fork').click();
  await expect(reader.toast('Fork failed')).toBeVisible();
  await reader.button('Fork').click();
  await expect(reader.toast('Project forked')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forked from Orbit' })).toBeVisible();
  expect(await count()).toBe(1);

  await loseResponse('**/api/projects/*/duplicate');
  await reader.chooseFromProjectMenu('Duplicate');
  await expect(reader.toast('Duplicate failed')).toBeVisible();
  await reader.chooseFromProjectMenu('Duplicate');
  await expect(reader.title).toHaveValue('Orbit (copy)');
  expect(await count()).toBe(2);

  await reader.chooseVisibility('By link');
  const dialog = page.getByRole('dialog', { name: 'Links' });
  await dialog.getByLabel('Name').fill('Class');
  await loseResponse('**/api/projects/*/links');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Name').focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
});

test('a card on an author’s page opens the tree, without an account; the numbers of the page are live again after it', async ({
  studio,
  account,
  visit,
}) => {
  const author = await register(studio, 'author');
  const { id } = await storeProject(studio, author, { title: 'Orbit', isPublic: true });
  await storeProject(studio, author, { title: 'Never forked', isPublic: true });
  const { token } = account;
  const fork = () => callApi(studio.url, projectRoutes.forkProject, { token, params: { id } });
  await fork();

  const page = await visit(`${studio.url}/user/${author.username}`);
  const card = page.getByRole('listitem', { name: 'Orbit' });
  await expect(page.getByRole('button', { name: 'Forks' })).toHaveCount(1);
  await card.getByRole('button', { name: 'Forks' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Forks' });
  await expect(dialog).toContainText('0 public forks, 1 private fork');
  const copy = await fork();
  const body = { title: 'A fork', isPublic: true };
  await callApi(studio.url, projectRoutes.updateProject, { token, params: { id: copy.id }, body });
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: 'Forks' })).toBeFocused();
  await expect(card.getByText('2 forks', { exact: true })).toBeAttached();
  await fork();
  await expect(card.getByText('3 forks', { exact: true })).toBeAttached();

  await page.keyboard.press('Enter');
  await dialog.getByRole('treeitem', { name: 'A fork' }).press('Enter');
  await expect(page).toHaveURL(`${studio.url}/login`);
});

for (const width of [360, 800])
  test(`at ${width} px, one’s own fork leads to its source, and to its forks once it is public`, {
    tag: '@nightly',
  }, async ({ studio, account, open }) => {
    const author = await register(studio, 'author');
    const source = await storeProject(studio, author, { title: 'Orbit', isPublic: true });
    const { token } = account;
    const params = { id: source.id };
    const { id } = await callApi(studio.url, projectRoutes.forkProject, { token, params });
    const own = await open(account, `/project/${id}`);
    await own.page.setViewportSize({ width, height: 740 });
    const forks = own.page.getByRole('button', { name: 'Forks', exact: true });
    const forkedFrom = own.page.getByRole('link', { name: 'Forked from Orbit' });
    await expect(forkedFrom).toBeInViewport();
    await expect(forks).toHaveCount(0);
    await screenshot(own.page, `fork-private-${width}`);
    await own.button('Private').click();
    await own.page.getByRole('menuitem', { name: 'Make public' }).click();
    await expect(forks).toBeInViewport({ ratio: 1 });
    await screenshot(own.page, `fork-public-${width}`);
    await forkedFrom.focus();
    await own.page.keyboard.press('Enter');
    await expect(own.title).toHaveValue('Orbit');
  });
