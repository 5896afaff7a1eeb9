import { register, storeProject } from '../../fixtures/accounts.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { startForum } from '../../stack/forum/forum.ts';
import { forumSandbox } from '../../stack/forum/onebox.ts';
import { startStudio } from '../../stack/studio.ts';

test('from a link that unfolds in the forum, through signing in there, to the project; signed out with the forum', {
  tag: '@nightly',
}, async ({ visit }) => {
  const forum = await startForum();
  const studio = await startStudio(forum.variables);
  forum.connect(studio.url);
  forum.join('grace');
  const author = await register(studio, 'author');
  const project = await storeProject(studio, author, {
    title: 'Linked from afar',
    html: '<p>Runs where it is linked</p>',
    isPublic: true,
    isEmbeddable: true,
  });
  forum.mention(`${studio.url}/project/${project.id}`);

  await forum.paste(`${studio.url}/project/${project.id}`);
  const page = await visit(forum.topicUrl);
  const referers: string[] = [];
  page.on('request', (request) => referers.push(request.headers()['referer'] ?? ''));

  await test.step('a pasted link is a running project, in the frame that the forum gives it', async () => {
    const embed = page.frameLocator('article iframe');
    const project = embed.frameLocator('iframe[title="Live Preview"]');
    await expect(project.getByText('Runs where it is linked')).toBeVisible();
    await expect(page.locator('article iframe')).toHaveAttribute('sandbox', forumSandbox);
    await screenshot(page, 'forum-unfolded');
  });

  await test.step('the link asks who it is, and the forum is asked', async () => {
    await page.getByRole('link').click();
    await expect(page).toHaveURL(`${studio.url}/login`);
    await screenshot(page, 'login-with-forum');
    await page.getByRole('link', { name: 'Continue with the forum' }).click();
    await page.getByLabel('Username').fill('grace');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('Authentication Successful!')).toBeVisible();
  });

  const studioPage = new StudioPage(page);
  await test.step('and the project is there, for somebody with a name and a picture', async () => {
    await expect(page).toHaveURL(`${studio.url}/project/${project.id}`);
    await expect(studioPage.title).toHaveValue('Linked from afar');
    await expect(studioPage.preview.document.getByText('Runs where it is linked')).toBeVisible();
    await expect(studioPage.header.getByRole('button', { name: 'grace', exact: true })).toBeVisible();
    const picture = studioPage.header.locator('img');
    await expect(picture).toHaveAttribute('src', new RegExp(`^${forum.url}/`));
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 'it is drawn')
      .toBeGreaterThan(0);
  });

  await test.step('H70 no referrer contained a token, and Back leads to no address with one', async () => {
    expect(referers.filter((referer) => /token|sso|sig/.test(referer))).toEqual([]);
    await page.goBack();
    await expect(page).not.toHaveURL(/discourse-auth/);
    await page.goForward();
    await expect(page).toHaveURL(`${studio.url}/project/${project.id}`);
    await expect(studioPage.title).toHaveValue('Linked from afar');
  });

  await test.step('signing out of the forum ends the session of the open page within 2 s', async () => {
    const topic = await page.context().newPage();
    await topic.goto(forum.topicUrl);
    await topic.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(`${studio.url}/login`, { timeout: 2_000 });
    await expect(page.getByRole('link', { name: 'Continue with the forum' })).toBeVisible();
  });

  await test.step('a sign-in that was not begun here says so, and Retry begins one', async () => {
    await page.goto(`${studio.url}/discourse-auth?error=unknown_request&next=/project/${project.id}`);
    await expect(page.getByRole('alert')).toContainText('This sign-in was not started in this browser');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Username').fill('grace');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page).toHaveURL(`${studio.url}/project/${project.id}`);
  });

  await studio.dispose();
  await forum.close();
});
