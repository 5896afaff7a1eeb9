import { revisionRoutes } from '@studio/contract/http/revisions';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { forumSandbox, onebox } from '../../stack/forum/onebox.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const posted = {
  title: 'Orbit',
  html: '<h1>the original</h1>',
  isPublic: true,
  isEmbeddable: true,
};

test('a version that is published stays as it was: at its address, in a forum post, and in the embed code, until it is withdrawn', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const { id } = await storeProject(studio, account, posted);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  const { page } = studioPage;
  await page.getByRole('button', { name: 'Public', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Embed Code' }).click();
  await page.getByLabel('Version').selectOption('This version');
  await page.getByRole('button', { name: 'Publish this version' }).click();
  await expect(page.getByLabel('Embed snippet')).toHaveValue(new RegExp(`/embed/${id}@1"`));
  await page.keyboard.press('Escape');
  await studioPage.html.replace('<h1>changed</h1>');
  await studioPage.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(studioPage.badge).toHaveText('Saved');

  const reader = await visit(`${studio.url}/project/${id}@1`);
  const preview = reader.frameLocator('iframe[title="Live Preview"]');
  await expect(preview.getByRole('heading', { name: 'the original' })).toBeVisible();
  await reader.getByRole('button', { name: 'Code' }).click();
  await expect(reader.getByLabel('HTML')).toHaveValue('<h1>the original</h1>');
  await expect(reader.getByRole('link', { name: 'Report' })).toHaveAttribute('href', `/report/${id}@1`);
  await reader.setViewportSize({ width: 360, height: 640 });
  await expect(reader.getByRole('link', { name: 'Report' })).toBeInViewport({ ratio: 1 });

  const post = await onebox(`${studio.url}/project/${id}@1`, { allowedIframes: [`${studio.url}/embed/`] });
  expect(post?.html).toContain(`sandbox="${forumSandbox}"`);
  const thread = await serveForeignSite(post?.html ?? '');
  const forum = await visit(thread.url);
  const embed = forum.frameLocator('iframe').frameLocator('iframe[title="Live Preview"]');
  await expect(embed.getByRole('heading', { name: 'the original' })).toBeVisible();

  const owners = await open(account, `/project/${id}@1`);
  await expect(owners.page.getByRole('link', { name: 'Latest version' })).toBeVisible();
  await expect(owners.page.getByRole('link', { name: 'Report' })).toHaveCount(0);

  const direct = await visit(`${studio.url}/embed/${id}@1`);
  const alone = direct.frameLocator('iframe[title="Live Preview"]');
  await expect(alone.getByRole('heading', { name: 'the original' })).toBeVisible();
  await studioPage.chooseFromProjectMenu('Revision history');
  const { dialog } = studioPage.revisions;
  await dialog.getByRole('radio', { name: 'Published' }).press('Space');
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Withdraw this version' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Publish this version' })).toBeVisible();
  await expect(reader.getByText('Project not found')).toBeVisible();
  await expect(direct.getByRole('heading', { name: 'Project Not Available' })).toBeVisible();
  await thread.close();
});

test('a version that is withdrawn in another window leaves Embed Code, which goes back to the latest', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, posted);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.chooseVisibility('Embed Code');
  const { embedCode } = studioPage;
  await embedCode.getByLabel('Version').selectOption('This version');
  await embedCode.getByRole('button', { name: 'Publish this version' }).click();
  const snippet = embedCode.getByLabel('Embed snippet');
  await expect(snippet).toHaveValue(new RegExp(`/embed/${id}@1"`));
  await callApi(studio.url, revisionRoutes.withdrawRevision, {
    params: { id, rev: '1' },
    token: account.token,
  });
  await expect(snippet).toHaveValue(new RegExp(`/embed/${id}"`));
  await expect(embedCode.getByLabel('Version')).toHaveValue('latest');
  await expect(embedCode.frameLocator('iframe').locator('iframe')).toBeVisible();
});
