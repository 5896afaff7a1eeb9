import { type ProjectInput, projectRoutes } from '@studio/contract/http/projects';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { showsBeginning } from '../../fixtures/visual-order.ts';
import { Preview } from '../../pages/preview.ts';
import { callApi } from '../../stack/api.ts';

const blank = { title: 'Full Screen', html: '', css: '', js: '' };

test('Full Screen shows the present text in a new window and follows it', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, title: 'Big', html: '<p>saved</p>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByText('saved')).toBeVisible();
  const opened = studioPage.page.context().waitForEvent('page');
  await studioPage.preview.button('Full Screen').click();
  const full = await opened;
  await expect(full).toHaveURL(new RegExp(`/preview/${project.id}`));
  await expect(full.getByText('Preview - Big')).toBeVisible();
  // A click needs it to be uncovered.
  await new Preview(full).document.getByText('saved').click();
  await studioPage.html.replace('<p>not saved yet</p>');
  await new Preview(full).document.getByText('not saved yet').click();
});

test('a long title in the header is cut off at its end, whichever way it reads', {
  tag: '@nightly',
}, async ({ studio, account, visit }) => {
  for (const title of [
    'A title that is too long for the screen of any telephone',
    'مشروع تجريبي طويل جدًا لاختبار الاتجاه من اليمين إلى اليسار',
  ]) {
    const { id } = await storeProject(studio, account, { ...blank, title, isPublic: true });
    const page = await visit(`${studio.url}/preview/${id}`);
    await page.setViewportSize({ width: 360, height: 640 });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(title);
    expect.soft(await showsBeginning(heading, title), title).toBe(true);
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeInViewport({ ratio: 1 });
  }
});

test('Full Screen of a new project goes on following it after its first save', async ({ account, open }) => {
  const studioPage = await open(account);
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await studioPage.button('New').click();
  await studioPage.html.replace('<p>new</p>');
  const opened = studioPage.page.context().waitForEvent('page');
  await studioPage.preview.button('Full Screen').click();
  const full = await opened;
  await expect(new Preview(full).document.getByText('new')).toBeVisible();
  await studioPage.button('Save').click();
  await expect(studioPage.page).toHaveURL(/\/project\//);
  const id = new URL(studioPage.page.url()).pathname.split('/').at(-1);
  await expect(full).toHaveURL(new RegExp(`/preview/${id}`));
  await studioPage.html.replace('<p>typed since</p>');
  await expect(new Preview(full).document.getByText('typed since')).toBeVisible();
  await full.reload();
  await expect(new Preview(full).document.getByText('typed since')).toBeVisible();
});

test('Full Screen of one’s own private project shows it to nobody after a logout in the editor’s window', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { ...blank, html: '<p>for me</p>' });
  const studioPage = await open(account, `/project/${id}`);
  const opened = studioPage.page.context().waitForEvent('page');
  await studioPage.preview.button('Full Screen').click();
  const full = await opened;
  await expect(new Preview(full).document.getByText('for me')).toBeVisible();
  await studioPage.chooseFromUserMenu(account.username, 'Logout');
  await expect(full.getByText('Project not found')).toBeVisible();
  await expect(full.getByTitle('Live Preview')).toHaveCount(0);
});

test('Full Screen on another device follows what is saved, until the project is gone', {
  tag: '@solo',
}, async ({ studio, account, open, visit }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<p>first</p>',
    isPublic: true,
    isEmbeddable: true,
  });
  const change = (body: ProjectInput) =>
    callApi(studio.url, projectRoutes.updateProject, {
      params: { id: project.id },
      token: account.token,
      body,
    });
  const { page: own } = await open(account, `/preview/${project.id}`);
  const others = await visit(`${studio.url}/preview/${project.id}`);
  for (const page of [own, others]) await expect(new Preview(page).document.getByText('first')).toBeVisible();
  // Embedding ends with the embeds alone: who reads the public project follows it on.
  await change({ isEmbeddable: false });
  const saved = Date.now();
  await change({ html: '<p>second</p>' });
  for (const page of [own, others]) await new Preview(page).document.getByText('second').click();
  expect(Date.now() - saved).toBeLessThan(3_000);

  await others.context().setOffline(true);
  await change({ html: '<p>third</p>', title: 'Renamed' });
  await others.context().setOffline(false);
  for (const page of [own, others]) await expect(new Preview(page).document.getByText('third')).toBeVisible();
  await expect(others.getByRole('heading', { name: 'Preview - Renamed' })).toBeVisible();

  await change({ isPublic: false });
  await expect(others.getByText('This project was removed')).toBeVisible();
  await expect(others.getByTitle('Live Preview')).toHaveCount(0);
  await expect(new Preview(own).document.getByText('third')).toBeVisible();
});

test('/preview shows a public project, and hides a private one of somebody else', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio);
  const shown = await storeProject(studio, author, { ...blank, html: '<p>for all</p>', isPublic: true });
  const hidden = await storeProject(studio, author, { ...blank, html: '<p>for me</p>' });
  const studioPage = await open(account, `/preview/${shown.id}`);
  await studioPage.preview.document.getByText('for all').click();
  await studioPage.page.goto(`${studio.url}/preview/${hidden.id}`);
  await expect(studioPage.page.getByText('Project not found')).toBeVisible();
});

test('Full Screen leaves the output to the browser’s console, and adds only what the studio says', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    ...blank,
    js: 'console.warn("printed", { a: 1 });\nconfirm("sure?");\nsetTimeout(() => console.log("end"), 500);',
  });
  const { page } = await open(account);
  const printed: string[] = [];
  page.on('console', (message) => printed.push(message.text()));
  await page.goto(`${studio.url}/preview/${project.id}`);
  await expect.poll(() => printed.filter((text) => text === 'end')).toHaveLength(1);
  expect(printed.filter((text) => text.startsWith('printed'))).toHaveLength(1);
  expect(printed.filter((text) => text.startsWith('confirm('))).toHaveLength(1);
});
