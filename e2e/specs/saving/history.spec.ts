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
const heading = (desk: StudioPage, name: string) => desk.preview.document.getByRole('heading', { name });

async function openTemplates(desk: StudioPage) {
  await desk.frameworkSelector.click();
  await expect(desk.framework.template('Shopping list')).toBeVisible();
}

/** The texts that a project has had, the newest first. */
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
  const desk = await open(account, `/project/${id}`);
  await desk.loaded();
  await openTemplates(desk);
  await desk.framework.template('Shopping list').click();
  await expect(desk.framework.answer('Open as new project')).toBeFocused();
  await desk.framework.answer('Cancel').click();
  await expect(desk.framework.dialog).toBeVisible();
  await desk.framework.close.click();
  await expect.poll(() => desk.html.text()).toBe(piece.html);

  await desk.html.replace('<p>my newest words</p>');
  await desk.frameworkSelector.click();
  await desk.framework.template('Shopping list').click();
  await expect(desk.framework.answer('Open as new project')).toBeFocused();
  await desk.page.keyboard.press('Enter');
  await expect(heading(desk, 'Shopping list')).toBeVisible();
  await expect(desk.title).toHaveValue('Shopping list');
  await expect(desk.badge).toHaveText('Saved');
  await expect.poll(() => desk.projectId()).not.toBe(id);
  expect((await readProject(studio, account, id)).html).toBe('<p>my newest words</p>');
  expect((await listOwn(studio, account)).map(({ title }) => title)).toEqual(['Shopping list', 'Piece']);
  // Back leads to it.
  await desk.page.goBack();
  await expect.poll(() => desk.html.text()).toBe('<p>my newest words</p>');
});

test('Replace during a slow save waits for it; after a reload the history brings back what was there', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, piece);
  const desk = await open(account, `/project/${id}`);
  await desk.loaded();
  await openTemplates(desk);
  await desk.framework.close.click();
  const letSavesThrough = await holdSaves(desk.page, id);
  await desk.html.replace('<p>on its way</p>');
  await expect(desk.badge).toHaveText('Saving...');
  await openTemplates(desk);
  await desk.framework.template('Shopping list').click();
  await desk.framework.answer('Replace').click();
  // Nothing is lost sight of meanwhile.
  await expect(desk.preview.document.getByText('on its way')).toBeVisible();
  letSavesThrough();
  await expect(desk.framework.dialog).toBeHidden();
  await expect(heading(desk, 'Shopping list')).toBeVisible();
  await expect(desk.badge).toHaveText('Saved');
  const [newest, before] = await history(studio, account, id);
  expect(newest).toContain('Shopping list');
  expect(before).toBe('<p>on its way</p>');

  await desk.page.reload();
  await expect(heading(desk, 'Shopping list')).toBeVisible();
  await desk.chooseFromProjectMenu('Revision history');
  await expect(desk.revisions.choice('Template: Shopping list')).toHaveCount(1);
  await expect(desk.revisions.lines('before')).toHaveText('<p>on its way</p>');
  await desk.revisions.restore.click();
  await expect(desk.toast('Project saved')).toContainText(/Restored version from \d+:\d+/);
  await expect.poll(() => desk.html.text()).toBe('<p>on its way</p>');
  await expect.poll(() => desk.css.text()).toBe(piece.css);
});

/** Keeps saves of a project on their way; the returned function lets them through. */
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

test('without a connection unsaved code is not replaced, and says why; as a new project a template opens', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, piece);
  const desk = await open(account, `/project/${id}`);
  await desk.loaded();
  const saves = /\/api\/projects(\/\w+)?$/;
  await desk.page.route(saves, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await desk.html.replace('<p>typed offline</p>');
  await openTemplates(desk);
  await desk.framework.template('Shopping list').click();
  await desk.framework.answer('Replace').click();
  await expect(desk.toast('Template not inserted')).toContainText('so it was not replaced');
  await desk.framework.template('Shopping list').click();
  await desk.framework.answer('Open as new project').click();
  await expect(heading(desk, 'Shopping list')).toBeVisible();
  await expect(desk.toast('Save failed')).toContainText('kept in this browser');
  await desk.page.unroute(saves);
  await desk.page.goto(`${studio.url}/project/${id}`);
  await desk.button('Restore').click();
  await expect.poll(() => desk.html.text()).toBe('<p>typed offline</p>');
});

test("over somebody else's project a template changes the copy on screen, or opens as a new project; theirs stays", async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio, 'author');
  const { id, version } = await storeProject(studio, author, { ...piece, isPublic: true });
  const desk = await open(account, `/project/${id}`);
  await openTemplates(desk);
  await desk.framework.template('Shopping list').click();
  await expect(desk.framework.question).toContainText('The project it came from does not change');
  await desk.framework.answer('Replace').click();
  await expect(heading(desk, 'Shopping list')).toBeVisible();
  await expect(desk.badge).toHaveText('Shared');
  await desk.toast('Shopping list').getByRole('button', { name: 'Undo' }).click();
  await expect(desk.preview.document.getByText('my own words')).toBeVisible();
  await openTemplates(desk);
  await desk.framework.template('Night sky').click();
  await desk.framework.answer('Open as new project').click();
  await expect(desk.badge).toHaveText('Saved');
  expect(await readProject(studio, author, id)).toMatchObject({ html: piece.html, version });
  expect(await listOwn(studio, account)).toHaveLength(1);
});

test('the history says what each version changed, how configurations differ, and keeps the one that has a name', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, piece);
  const desk = await open(account, `/project/${id}`);
  await desk.loaded();
  await desk.html.replace(Array.from({ length: 20 }, (_, line) => `<p>line ${line}</p>`).join('\n'));
  await expect(desk.badge).toHaveText('Saved');
  await desk.frameworkSelector.click();
  await desk.framework.card('Vue.js').click();
  await desk.framework.cssFramework.selectOption('SCSS');
  await desk.framework.close.click();
  await expect(desk.badge).toHaveText('Saved');

  await desk.chooseFromProjectMenu('Revision history');
  const { dialog, choices, restore } = desk.revisions;
  await expect(choices).toHaveCount(3);
  await expect(choices.locator('..')).toContainText(['Framework change', 'Large edit', 'Saved']);
  await expect(dialog.locator('dl')).toHaveText(/Framework\s*Vanilla JS → Vue 3\s*CSS\s*plain → SCSS/);
  await dialog.getByRole('button', { name: 'Name this version' }).click();
  await dialog.getByRole('textbox', { name: 'Version name' }).fill('Twenty lines');
  await desk.page.keyboard.press('Enter');
  await expect(desk.revisions.choice('Twenty lines')).toHaveCount(1);

  await choices.first().press('Space');
  await expect(dialog.getByText('This is the current version.')).toBeVisible();
  await expect(restore).toBeDisabled();
  await choices.last().press('Space');
  await expect(restore).toBeEnabled();
});

test('a version whose file is gone says so, and all else comes back', async ({ studio, account, open }) => {
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
  const desk = await open(account, `/project/${id}`);
  await desk.chooseFromProjectMenu('Revision history');
  await expect(
    desk.revisions.dialog.getByText(/This version uses a file that is no longer there/),
  ).toBeVisible();
  await desk.revisions.restore.click();
  await expect(desk.toast('Project saved')).toContainText(/no longer there: .*sea\.txt/);
  await expect(desk.preview.document.getByText('the sea')).toBeVisible();
  expect((await readProject(studio, account, id)).frameworkConfig).toEqual(defaultFrameworkConfig);
});
