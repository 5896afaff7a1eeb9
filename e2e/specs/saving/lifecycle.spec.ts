import type { Page } from '@playwright/test';
import { adminRoutes } from '@studio/contract/http/admin';
import { projectRoutes } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { listOwn, readProject, register, signInAdmin, storeProject } from '../../fixtures/accounts.ts';
import { hide } from '../../fixtures/page-events.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

/** Long enough for the auto-save of a new project (specification: Auto-save). */
const draft = { title: 'Notes', html: '<p>a text that is worth saving</p>', css: '', js: '' };

/** Records the page's requests that store projects from now on. */
function recordSaves(page: Page): string[] {
  const saves: string[] = [];
  page.on('request', (request) => {
    const stores = ['POST', 'PUT'].includes(request.method()) && request.url().includes('/api/projects');
    if (stores) saves.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return saves;
}

const titles = async (...given: Parameters<typeof listOwn>) =>
  (await listOwn(...given)).map(({ title }) => title);

test('H79: a project that its owner hides or deletes while a reader has it open stays out of the reader’s account, until they keep it', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio);
  const project = await storeProject(studio, author, { ...draft, isPublic: true });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Shared');
  await studioPage.loaded();
  const saves = recordSaves(studioPage.page);
  await callApi(studio.url, projectRoutes.updateProject, {
    token: author.token,
    params: { id: project.id },
    body: { isPublic: false },
  });
  await expect(studioPage.page.getByText('Its owner made it private.')).toBeVisible();
  await hide(studioPage.page);
  await studioPage.page.goto(`${studio.url}/`);
  await expect.poll(() => studioPage.html.text()).toBe(draft.html);
  await expect(studioPage.button('Keep as my copy')).toBeVisible();
  await hide(studioPage.page);
  await studioPage.page.reload();
  await expect(studioPage.button('Keep as my copy')).toBeVisible();
  expect([saves, await titles(studio, account)]).toEqual([[], []]);

  await studioPage.button('Keep as my copy').click();
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.button('Keep as my copy')).toBeHidden();
  expect(await titles(studio, account)).toEqual([draft.title]);
});

test('H79: one’s own project deleted in another tab is not made again by closing this one, and is back once it is restored', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.loaded();
  const saves = recordSaves(studioPage.page);
  const own = { token: account.token, params: { id: project.id } };
  const notice = studioPage.page.getByText('This project was removed');
  await callApi(studio.url, projectRoutes.deleteProject, own);
  await expect(notice).toBeVisible();
  await callApi(studio.url, projectRoutes.restoreProject, own);
  await expect(notice).toBeHidden();
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.page).toHaveURL(`${studio.url}/project/${project.id}`);
  await callApi(studio.url, projectRoutes.deleteProject, own);
  await expect(notice).toBeVisible();
  await hide(studioPage.page);
  expect(saves).toEqual([]);
  await studioPage.html.append('<p>and goes on</p>');
  await expect(studioPage.badge).toHaveText('Saved');
  expect(saves).toEqual(['POST /api/projects']);
});

test('H79: one’s own project that an admin deletes permanently is not said to be in the trash', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...draft, isPublic: true });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.loaded();
  const admin = await signInAdmin(studio);
  await callApi(studio.url, adminRoutes.purgeProject, { token: admin.token, params: { id: project.id } });
  await expect(studioPage.page.getByText('This project was removed')).toBeVisible();
  await expect(studioPage.page.getByText('If it is in your trash, you can restore it')).toBeVisible();
  await studioPage.button('Keep as my copy').click();
  await expect(studioPage.badge).toHaveText('Saved');
  expect(await titles(studio, account)).toEqual([draft.title]);
});

test('a project that is back from the trash has its storage again', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...draft,
    js: "localStorage.runs = 1 + Number(localStorage.runs ?? 0); document.body.append('run ' + localStorage.runs)",
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByText('run 1')).toBeVisible();
  await studioPage.loaded();
  const own = { token: account.token, params: { id: project.id } };
  const notice = studioPage.page.getByText('This project was removed');
  await callApi(studio.url, projectRoutes.deleteProject, own);
  await expect(notice).toBeVisible();
  await callApi(studio.url, projectRoutes.restoreProject, own);
  await expect(notice).toBeHidden();
  await studioPage.preview.button('Refresh').click();
  await expect(studioPage.preview.document.getByText('run 2')).toBeVisible();
});

test('a conflict interrupts once, not while somebody types, and waits in the notice bar', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.loaded();
  const saveElsewhere = (html: string) =>
    callApi(studio.url, projectRoutes.updateProject, {
      token: account.token,
      params: { id: project.id },
      body: { html },
    });
  await studioPage.html.append('<p>mine');
  await saveElsewhere('<p>theirs</p>');
  await expect(studioPage.button('Resolve conflict')).toBeVisible();
  await expect(studioPage.conflict).toContainText('theirs');
  await studioPage.page.keyboard.press('Escape');
  await expect(studioPage.conflict).toBeHidden();

  await studioPage.html.append(' and more');
  await saveElsewhere('<p>theirs, later</p>');
  await studioPage.page.keyboard.type('!</p>');
  await expect.poll(() => studioPage.html.text()).toBe(`${draft.html}<p>mine and more!</p>`);
  await expect(studioPage.conflict).toBeHidden();
  await studioPage.button('Resolve conflict').click();
  await expect(studioPage.conflict).toContainText('theirs, later');
  await studioPage.conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.button('Resolve conflict')).toBeHidden();
});

test('Save and Ctrl+S on a clean project send no text, and keep its revision once', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  const saves = recordSaves(studioPage.page);
  await studioPage.button('Saved').click();
  await expect(studioPage.toast('Project saved')).toBeVisible();
  await studioPage.page.keyboard.press('Control+s');
  await hide(studioPage.page);
  expect(saves).toEqual([`PUT /api/projects/${project.id}`]);
  expect((await readProject(studio, account, project.id)).version).toBe(1);
});

test('every saved project has its address: first save, Load, Fork, Back, reload and deletion', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const author = await register(studio);
  const shared = await storeProject(studio, author, { ...draft, title: 'To fork', isPublic: true });
  const other = await storeProject(studio, account, { ...draft, title: 'Other', html: '<p>other</p>' });
  const addressOf = (id: string | undefined) => `${studio.url}/project/${id}`;
  const studioPage = await open(account);
  await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
  await expect(studioPage.page).toHaveURL(`${studio.url}/`);
  await studioPage.button('New').click();
  await expect(studioPage.badge).toHaveText('New Project');
  await studioPage.html.replace(draft.html);
  await studioPage.page.keyboard.press('Control+s');
  await expect(studioPage.page).toHaveURL(/\/project\//);
  const first = studioPage.projectId();
  await studioPage.page.reload();
  await expect(studioPage.badge).toHaveText('Saved');
  await expect.poll(() => studioPage.html.text()).toBe(draft.html);

  await test.step('Load and Fork are steps that Back takes back', async () => {
    await studioPage.button('Projects').click();
    await studioPage.yourProjects.card('Other').getByRole('button', { name: 'Load' }).click();
    await expect(studioPage.page).toHaveURL(addressOf(other.id));
    await studioPage.page.goBack();
    await expect(studioPage.page).toHaveURL(addressOf(first));
    await expect.poll(() => studioPage.html.text()).toBe(draft.html);
    await studioPage.page.goForward();
    await expect.poll(() => studioPage.html.text()).toBe('<p>other</p>');
    await studioPage.page.goto(addressOf(shared.id));
    await expect(studioPage.badge).toHaveText('Shared');
    await studioPage.button('Fork').click();
    await expect(studioPage.badge).toHaveText('Saved');
    await expect(studioPage.page).not.toHaveURL(addressOf(shared.id));
    await studioPage.page.goBack();
    await expect(studioPage.page).toHaveURL(addressOf(shared.id));
    await expect(studioPage.badge).toHaveText('Shared');
  });

  await test.step('Back that is given up leaves text and address where they are', async () => {
    await studioPage.page.goto(addressOf(first));
    await expect(studioPage.badge).toHaveText('Saved');
    await studioPage.button('Projects').click();
    await studioPage.yourProjects.card('Other').getByRole('button', { name: 'Load' }).click();
    await expect(studioPage.page).toHaveURL(addressOf(other.id));
    await studioPage.page.context().setOffline(true);
    await studioPage.html.append('<p>unsaved</p>');
    await studioPage.page.goBack();
    await studioPage.confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(studioPage.page).toHaveURL(addressOf(other.id));
    expect(await studioPage.html.text()).toBe('<p>other</p><p>unsaved</p>');
    await studioPage.page.context().setOffline(false);
    await expect(studioPage.badge).toHaveText('Saved');
  });

  await test.step('deleting the open project leaves its address', async () => {
    await studioPage.button('Projects').click();
    await studioPage.yourProjects.card('Other').getByRole('button', { name: 'Delete' }).click();
    await studioPage.confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect(studioPage.page).toHaveURL(`${studio.url}/`);
    await studioPage.page.keyboard.press('Escape');
    await expect(studioPage.badge).toHaveText('New Project');
  });
});

test('a saved project has its address again after a visit to another page', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio);
  const { id } = await storeProject(studio, author, { ...draft, isPublic: true });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.getByRole('link', { name: author.username }).click();
  await studioPage.page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(studioPage.title).toHaveValue(draft.title);
  await expect(studioPage.page).toHaveURL(`${studio.url}/project/${id}`);
});

test('two tabs with new projects each get their own text back', { tag: '@nightly' }, async ({
  studio,
  account,
  open,
}) => {
  const one = await open(account);
  const two = new StudioPage(await one.page.context().newPage());
  await two.page.goto(`${studio.url}/`);
  for (const [studioPage, text] of [
    [one, 'in one'],
    [two, 'in two'],
  ] as const) {
    await studioPage.page.bringToFront();
    await studioPage.button('New').click();
    await expect(studioPage.badge).toHaveText('New Project');
    await studioPage.html.replace(text);
    await expect(studioPage.badge).toHaveText('Unsaved');
    await expect(studioPage.preview.document.getByText(text)).toBeVisible();
  }
  await one.page.bringToFront();
  await one.page.reload();
  await expect.poll(() => one.html.text()).toBe('in one');
  await two.page.bringToFront();
  await two.page.reload();
  await expect.poll(() => two.html.text()).toBe('in two');
});

test('H80: a text over the limit is reported above the editors with the limit, kept, and saved once it fits', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...draft, css: `/*${'x'.repeat(1_048_570)}*/` });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.loaded();
  await studioPage.css.append('/* */');
  const alert = studioPage.page.getByRole('alert').filter({ hasText: 'Not saved' });
  await expect(alert).toContainText('1,048,579 of at most 1,048,576 bytes (1 MiB): 3 too many');
  await expect(studioPage.badge).toHaveText('Unsaved');
  for (let times = 0; times < 5; times += 1) await studioPage.page.keyboard.press('Backspace');
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(alert).toBeHidden();
});

test('H80: a publication that is refused saves the project as private and says from when it can be public', async ({
  studio,
  account,
  open,
}) => {
  for (let count = 0; count < limits.newcomerPublishedPerDay; count += 1)
    await storeProject(studio, account, { ...draft, isPublic: true });
  const studioPage = await open(account);
  await studioPage.button('New').click();
  await expect(studioPage.badge).toHaveText('New Project');
  await studioPage.chooseVisibility('Make public');
  await studioPage.html.replace('<p>refused, and saved</p>');
  await expect(studioPage.page.getByText('This project is private for now.').locator('..')).toContainText(
    'You can make this one public from',
  );
  await expect(studioPage.badge).toHaveText('Saved');
  const [newest] = await listOwn(studio, account);
  expect(newest).toMatchObject({ id: studioPage.projectId(), isPublic: false });
});
