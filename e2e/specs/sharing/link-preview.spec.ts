import { projectRoutes } from '@studio/contract/http/projects';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { forumSandbox, onebox } from '../../stack/forum/onebox.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

const shown = {
  title: 'Orbit "<b>&',
  html: '<p id="out">still</p>',
  js: 'localStorage.setItem("n", "1"); out.textContent = "ran with " + localStorage.getItem("n")',
  isPublic: true,
  isEmbeddable: true,
};

test('a link unfolds in a forum into the project, running in the sandbox that the forum gives it', {
  tag: '@smoke',
}, async ({ studio, account, visit }) => {
  const project = await storeProject(studio, account, shown);
  const allowedIframes = [`${studio.url}/embed/`];
  const posts = await Promise.all([
    onebox(`${studio.url}/project/${project.id}`, { allowedIframes }),
    onebox(`${studio.url}/project/${project.id}`, { allowedIframes, takesRichSizes: true }),
    onebox(`${studio.url}/embed/${project.id}?tabs=result,js`, { allowedIframes }),
  ]);
  for (const post of posts) {
    expect(post?.html).toContain(`sandbox="${forumSandbox}"`);
    expect(post?.html).not.toContain('style=');
    expect(post?.html).toMatch(/ height="600"/);
  }
  const thread = await serveForeignSite(posts.map((post) => post?.html).join('<hr>'));
  const page = await visit(thread.url);
  for (const at of [0, 1, 2]) {
    const embed = page.frameLocator('iframe').nth(at);
    await expect(embed.frameLocator('iframe[title="Live Preview"]').getByText('ran with 1')).toBeVisible();
    await expect(embed.getByText('Loading project...')).toBeHidden();
  }
  await expect(page.frameLocator('iframe').nth(2).getByRole('tab', { name: 'JavaScript' })).toBeVisible();
  await thread.close();
});

test('where the forum allows no frame of the studio, or the project no embed, it is a card with its drawn picture', {
  tag: '@smoke',
}, async ({ studio, account, visit }) => {
  const project = await storeProject(studio, account, shown);
  const link = `${studio.url}/project/${project.id}`;
  const allowedIframes = [`${studio.url}/embed/`];
  const notAllowed = await onebox(link, { allowedIframes: ['https://elsewhere.example/'] });
  expect(notAllowed?.kind).toBe('text');
  const change = (body: object) =>
    callApi(studio.url, projectRoutes.updateProject, {
      params: { id: project.id },
      token: account.token,
      body,
    });
  await change({ isEmbeddable: false });
  const notEmbeddable = await onebox(link, { allowedIframes });
  expect(notEmbeddable?.kind).toBe('text');
  const thread = await serveForeignSite(notEmbeddable?.html ?? '');
  const page = await visit(thread.url);
  await expect(page.getByRole('link', { name: shown.title })).toBeVisible();
  const picture = page.locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_200);
  await thread.close();
  await change({ isPublic: false });
  expect(await onebox(link, { allowedIframes })).toBeNull();
});
