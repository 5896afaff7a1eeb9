import { projectRoutes } from '@studio/contract/http/projects';
import { storeProject } from '../fixtures/accounts.ts';
import { expect, test } from '../fixtures/test.ts';
import { callApi } from '../stack/api.ts';
import { serveForeignSite } from '../stack/foreign-site.ts';

const shown = {
  title: 'Embedded',
  html: '<p id="out">still</p>',
  css: '',
  js: 'localStorage.setItem("n", "1"); out.textContent = "ran with " + localStorage.getItem("n")',
  isEmbeddable: true,
};

test('H64: an embeddable project runs on a foreign page, with no token, storage included', async ({
  studio,
  account,
  visit,
}) => {
  const project = await storeProject(studio, account, shown);
  const site = await serveForeignSite(`<iframe src="${studio.url}/embed/${project.id}"></iframe>`);
  const page = await visit(site.url);
  const embed = page.frameLocator('iframe');
  await expect(embed.frameLocator('iframe[title="Live Preview"]').getByText('ran with 1')).toBeVisible();
  await expect(embed.getByText('Loading project...')).toBeHidden();
  const link = embed.getByRole('link', { name: 'Open in CodeStudio' });
  await expect(link).toHaveAttribute('href', `/project/${project.id}`);
  await site.close();
});

test('H64: editor and login refuse to be framed by a foreign page', async ({ studio, account, visit }) => {
  const project = await storeProject(studio, account, { ...shown, isPublic: true });
  for (const path of ['/', '/login', `/project/${project.id}`]) {
    const site = await serveForeignSite(`<iframe src="${studio.url}${path}"></iframe>`);
    const page = await visit(site.url);
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toContainEqual(expect.stringMatching(/^chrome-error:/));
    await site.close();
  }
});

test('a project that may not be embedded looks exactly like a missing one', async ({
  studio,
  account,
  visit,
}) => {
  const closed = await storeProject(studio, account, { ...shown, isEmbeddable: false, isPublic: true });
  for (const id of [closed.id, '0000000000000000']) {
    const page = await visit(`${studio.url}/embed/${id}`);
    await expect(page.getByRole('heading', { name: 'Project Not Available' })).toBeVisible();
    await expect(page.getByText('Project not found or not accessible for embedding')).toBeVisible();
    expect((await page.goto(`${studio.url}/embed/${id}`))?.status()).toBe(404);
  }
});

test('embedding switched off closes the embed to the next visitor', async ({ studio, account, visit }) => {
  const project = await storeProject(studio, account, shown);
  const page = await visit(`${studio.url}/embed/${project.id}`);
  await expect(page.frameLocator('iframe').getByText('ran with 1')).toBeVisible();
  await callApi(studio.url, projectRoutes.updateProject, {
    params: { id: project.id },
    token: account.token,
    body: { isEmbeddable: false },
  });
  await page.reload();
  await expect(page.getByText('Project Not Available')).toBeVisible();
});
