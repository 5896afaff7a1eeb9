import { projectRoutes } from '@studio/contract/http/projects';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { startForum } from '../../stack/forum/forum.ts';
import { startStudio } from '../../stack/studio.ts';

test('Discuss leads to a new topic, filled in, then to that topic, and counts its replies in every open page', async ({
  open,
}) => {
  const forum = await startForum();
  const studio = await startStudio(forum.variables);
  forum.connect(studio.url);
  const author = await register(studio, 'author');
  const { id } = await storeProject(studio, author, { title: 'A talking point', isPublic: true });
  const own = await open(author, `/project/${id}`, studio);
  const reader = await open(await register(studio, 'reader'), `/project/${id}`, studio);
  const discuss = (of = reader) => of.page.getByRole('link', { name: 'Discuss' });

  await test.step('by keyboard, to the composer with title and link', async () => {
    await expect(discuss()).toHaveText('Discuss');
    const opened = reader.page.context().waitForEvent('page');
    await discuss().focus();
    await reader.page.keyboard.press('Enter');
    const page = await opened;
    await expect(page.getByLabel('Title')).toHaveValue('A talking point');
    await expect(page.getByLabel('Body')).toHaveValue(`${studio.url}/project/${id}\n\n`);
    await page.getByRole('button', { name: 'Create Topic' }).click();
    await expect(page).toHaveURL(`${forum.url}/t/2`);
    for (const one of [own, reader]) await expect(discuss(one)).toHaveText('Discuss0 replies');
  });

  await test.step('replies are counted within 5 s, in both pages, and a reload shows them', async () => {
    await forum.topics.reply(2, 'How did you do this?');
    for (const one of [own, reader])
      await expect(discuss(one)).toHaveText('Discuss1 reply', { timeout: 5_000 });
    await reader.page.reload();
    await expect(discuss()).toHaveText('Discuss1 reply');
    await screenshot(reader.page, 'discuss');
    const opened = reader.page.context().waitForEvent('page');
    await discuss().click();
    await expect(await opened).toHaveURL(`${forum.url}/t/2`);
  });

  await test.step('a topic that is deleted is none', async () => {
    await forum.topics.destroy(2);
    for (const one of [own, reader]) await expect(discuss(one)).toHaveText('Discuss');
  });

  await test.step('a private project has nothing to discuss', async () => {
    const body = { isPublic: false };
    await callApi(studio.url, projectRoutes.updateProject, { token: author.token, params: { id }, body });
    await own.page.reload();
    await expect(own.title).toHaveValue('A talking point');
    await expect(discuss(own)).toHaveCount(0);
  });

  await studio.dispose();
  await forum.close();
});

test('without a forum there is nothing to discuss', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { title: 'Alone', isPublic: true });
  const { page } = await open(account, `/project/${id}`);
  const answered = page.waitForResponse(`**/api/projects/${id}/discussion`);
  await page.reload();
  await answered;
  await expect(page.getByRole('button', { name: 'Forks', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Discuss' })).toHaveCount(0);
});
