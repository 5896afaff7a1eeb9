import type { Page } from '@playwright/test';
import { assetRoutes } from '@studio/contract/http/assets';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { projectRoutes } from '@studio/contract/http/projects';
import { revisionRoutes } from '@studio/contract/http/revisions';
import { type Account, listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

const piece = { title: 'Piece', html: '<p>my own words</p>', css: 'p { color: red }', js: '' };
const heading = (studioPage: StudioPage, name: string) =>
  studioPage.preview.document.getByRole('heading', { name });

async function openTemplates(studioPage: StudioPage) {
  await studioPage.frameworkSelector.click();
  await expect(studioPage.framework.template('Shopping list')).toBeVisible();
}

/** The texts in a project's history, newest first. */
async function history(studio: { url: string }, { token }: Account, id: string): Promise<string[]> {
  const { data } = await callApi(studio.url, revisionRoutes.listRevisions, { token, params: { id } });
  const texts = data.map(({ rev }) =>
    callApi(studio.url, revisionRoutes.readRevision, { token, params: { id, rev: String(rev) } }),
  );
  return (await Promise.all(texts)).map(({ html }) => html);
}

test('a template over a saved project opens as a new project by Enter; the project stays as it was, with its newest text', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, piece);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await openTemplates(studioPage);
  await studioPage.framework.template('Shopping list').click();
  await expect(studioPage.framework.answer('Open as new project')).toBeFocused();
  await studioPage.framework.answer('Cancel').click();
  await expect(studioPage.framework.dialog).toBeVisible();
  await studioPage.framework.close.click();
  await expect.poll(() => studioPage.html.text()).toBe(piece.html);

  await studioPage.html.replace('<p>my newest words</p>');
  await studioPage.frameworkSelector.click();
  await studioPage.framework.template('Shopping list').click();
  await expect(studioPage.framework.answer('Open as new project')).toBeFocused();
  await studioPage.page.keyboard.press('Enter');
  await expect(heading(studioPage, 'Shopping list')).toBeVisible();
  await expect(studioPage.title).toHaveValue('Shopping list');
  await expect(studioPage.badge).toHaveText('Saved');
  await expect.poll(() => studioPage.projectId()).not.toBe(id);
  expect((await readProject(studio, account, id)).html).toBe('<p>my newest words</p>');
  // The order may vary: saving the old project and creating the new one are two requests.
  const titles = (await listOwn(studio, account)).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['Piece', 'Shopping list']);
  // Back opens the old project.
  await studioPage.page.goBack();
  await expect.poll(() => studioPage.html.text()).toBe('<p>my newest words</p>');
});

test('Replace during a slow save waits for it; after a reload the history brings back what was there', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, piece);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await openTemplates(studioPage);
  await studioPage.framework.close.click();
  const letSavesThrough = await holdSaves(studioPage.page, id);
  await studioPage.html.replace('<p>on its way</p>');
  await expect(studioPage.badge).toHaveText('Saving...');
  await openTemplates(studioPage);
  await studioPage.framework.template('Shopping list').click();
  await studioPage.framework.answer('Replace').click();
  // The old page stays visible meanwhile.
  await expect(studioPage.preview.document.getByText('on its way')).toBeVisible();
  letSavesThrough();
  await expect(studioPage.framework.dialog).toBeHidden();
  await expect(heading(studioPage, 'Shopping list')).toBeVisible();
  await expect(studioPage.badge).toHaveText('Saved');
  const [newest, before] = await history(studio, account, id);
  expect(newest).toContain('Shopping list');
  expect(before).toBe('<p>on its way</p>');

  await studioPage.page.reload();
  await expect(heading(studioPage, 'Shopping list')).toBeVisible();
  await studioPage.chooseFromProjectMenu('Revision history');
  await expect(studioPage.revisions.choice('Template: Shopping list')).toHaveCount(1);
  await expect(studioPage.revisions.lines('before')).toHaveText('<p>on its way</p>');
  await studioPage.revisions.restore.click();
  await expect(studioPage.toast('Project saved')).toContainText(/Restored version from \d+:\d+/);
  await expect.poll(() => studioPage.html.text()).toBe('<p>on its way</p>');
  await expect.poll(() => studioPage.css.text()).toBe(piece.css);
});

/** Holds saves of a project until the returned function is called. */
async function holdSaves(page: Page, id: string): Promise<() => void> {
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(`**/api/projects/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  return letThrough;
}

test('without a connection unsaved code is not replaced, and says why; as a new project a template opens', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, piece);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  const saves = /\/api\/projects(\/\w+)?$/;
  await studioPage.page.route(saves, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await studioPage.html.replace('<p>typed offline</p>');
  await openTemplates(studioPage);
  await studioPage.framework.template('Shopping list').click();
  await studioPage.framework.answer('Replace').click();
  await expect(studioPage.toast('Template not inserted')).toContainText('so it was not replaced');
  await studioPage.framework.template('Shopping list').click();
  await studioPage.framework.answer('Open as new project').click();
  await expect(heading(studioPage, 'Shopping list')).toBeVisible();
  await expect(studioPage.toast('Save failed')).toContainText('kept in this browser');
  await studioPage.page.unroute(saves);
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await studioPage.button('Restore').click();
  await expect.poll(() => studioPage.html.text()).toBe('<p>typed offline</p>');
});

test("over somebody else's project a template changes the copy on screen, or opens as a new project; theirs stays", {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const author = await register(studio, 'author');
  const { id, version } = await storeProject(studio, author, { ...piece, isPublic: true });
  const studioPage = await open(account, `/project/${id}`);
  await openTemplates(studioPage);
  await studioPage.framework.template('Shopping list').click();
  await expect(studioPage.framework.question).toContainText('the original project stays as it is');
  await studioPage.framework.answer('Replace').click();
  await expect(heading(studioPage, 'Shopping list')).toBeVisible();
  await expect(studioPage.badge).toHaveText('Shared');
  await studioPage.toast('Shopping list').getByRole('button', { name: 'Undo' }).click();
  await expect(studioPage.preview.document.getByText('my own words')).toBeVisible();
  await openTemplates(studioPage);
  await studioPage.framework.template('Night sky').click();
  await studioPage.framework.answer('Open as new project').click();
  await expect(studioPage.badge).toHaveText('Saved');
  expect(await readProject(studio, author, id)).toMatchObject({ html: piece.html, version });
  expect(await listOwn(studio, account)).toHaveLength(1);

  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await studioPage.loaded();
  await studioPage.html.replace('<p>a change of my own</p>');
  await expect(studioPage.preview.document.getByText('a change of my own')).toBeVisible();
  await openTemplates(studioPage);
  await studioPage.framework.template('Night sky').click();
  await expect(studioPage.framework.question).toContainText('your changes are kept in this browser');
  await studioPage.framework.answer('Open as new project').click();
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await studioPage.button('Restore').click();
  await expect.poll(() => studioPage.html.text()).toBe('<p>a change of my own</p>');
});

test('the history says what each version changed, how configurations differ, and keeps the one that has a name', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, piece);
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.html.replace(Array.from({ length: 20 }, (_, line) => `<p>line ${line}</p>`).join('\n'));
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.frameworkSelector.click();
  await studioPage.framework.card('Vue.js').click();
  await studioPage.framework.cssFramework.selectOption('SCSS');
  await studioPage.framework.close.click();
  await expect(studioPage.badge).toHaveText('Saved');

  await studioPage.chooseFromProjectMenu('Revision history');
  const { dialog, choices, restore } = studioPage.revisions;
  await expect(choices).toHaveCount(3);
  await expect(choices.locator('..')).toContainText(['Framework change', 'Large edit', 'Saved']);
  await expect(dialog.locator('dl')).toHaveText(/Framework\s*Vanilla JS → Vue 3\s*CSS\s*plain → SCSS/);
  await dialog.getByRole('button', { name: 'Name this version' }).click();
  await dialog.getByRole('textbox', { name: 'Version name' }).fill('Twenty lines');
  await studioPage.page.keyboard.press('Enter');
  await expect(studioPage.revisions.choice('Twenty lines')).toHaveCount(1);

  await choices.first().press('Space');
  await expect(dialog.getByText('This is the current version.')).toBeVisible();
  await expect(restore).toBeDisabled();
  await choices.last().press('Space');
  await expect(restore).toBeEnabled();
});

test('a version whose file is gone says so, and all else comes back', { tag: '@nightly' }, async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, piece);
  const form = new FormData();
  form.append('file', new File(['one'], 'sea.txt'));
  const uploaded = await fetch(`${studio.url}/api/assets/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}` },
    body: form,
  });
  const asset = await uploaded.json();
  const { token } = account;
  const save = (html: string) =>
    callApi(studio.url, projectRoutes.updateProject, { token, params: { id }, body: { html } });
  await save(`<a href="${asset.url}">the sea</a>`);
  await save('<p>without it</p>');
  await callApi(studio.url, assetRoutes.deleteAsset, { token, params: { id: asset.id } });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.chooseFromProjectMenu('Revision history');
  await expect(
    studioPage.revisions.dialog.getByText(/This version uses a file that is no longer there/),
  ).toBeVisible();
  await studioPage.revisions.restore.click();
  await expect(studioPage.toast('Project saved')).toContainText(/no longer there: .*sea\.txt/);
  await expect(studioPage.preview.document.getByText('the sea')).toBeVisible();
  expect((await readProject(studio, account, id)).frameworkConfig).toEqual(defaultFrameworkConfig);
});

test('a history that is closed while two versions are still compared leaves no fault', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, piece);
  await callApi(studio.url, projectRoutes.updateProject, {
    token: account.token,
    params: { id },
    body: { html: '<p>news</p>' },
  });
  const studioPage = await open(account, `/project/${id}`);
  const { page, revisions } = studioPage;
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const { promise: wanted, resolve: want } = Promise.withResolvers<void>();
  await page.context().route(/\/editor\.worker/, async (route) => {
    await wanted;
    await route.continue();
  });
  await studioPage.chooseFromProjectMenu('Revision history');
  await expect(revisions.lines('after')).toContainText('news');
  await page.keyboard.press('Escape');
  await expect(revisions.dialog).toBeHidden();
  want();
  // Answers come in order.
  await studioPage.chooseFromProjectMenu('Revision history');
  await expect(revisions.dialog.locator('.line-insert').first()).toBeVisible();
  expect(faults).toEqual([]);
});
