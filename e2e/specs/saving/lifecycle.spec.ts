import type { Page } from '@playwright/test';
import { projectRoutes } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { hide } from '../../fixtures/page-events.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

/** Longer than what a new project needs to be saved by itself (SPEC 9). */
const draft = { title: 'Notes', html: '<p>a text that is worth saving</p>', css: '', js: '' };

/** What the page sends to store something, from now on. */
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
  const desk = await open(account, `/project/${project.id}`);
  await expect(desk.badge).toHaveText('Shared');
  await desk.loaded();
  const saves = recordSaves(desk.page);
  await callApi(studio.url, projectRoutes.updateProject, {
    token: author.token,
    params: { id: project.id },
    body: { isPublic: false },
  });
  await expect(desk.page.getByText('Its owner made it private.')).toBeVisible();
  await hide(desk.page);
  await desk.page.goto(`${studio.url}/`);
  await expect.poll(() => desk.html.text()).toBe(draft.html);
  await expect(desk.button('Keep as my copy')).toBeVisible();
  await hide(desk.page);
  await desk.page.reload();
  await expect(desk.button('Keep as my copy')).toBeVisible();
  expect([saves, await titles(studio, account)]).toEqual([[], []]);

  await desk.button('Keep as my copy').click();
  await expect(desk.badge).toHaveText('Saved');
  await expect(desk.button('Keep as my copy')).toBeHidden();
  expect(await titles(studio, account)).toEqual([draft.title]);
});

test('H79: one’s own project deleted in another tab is not made again by closing this one', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const desk = await open(account, `/project/${project.id}`);
  await expect(desk.badge).toHaveText('Saved');
  await desk.loaded();
  const saves = recordSaves(desk.page);
  await callApi(studio.url, projectRoutes.deleteProject, {
    token: account.token,
    params: { id: project.id },
  });
  await expect(desk.page.getByText('This project was removed')).toBeVisible();
  await hide(desk.page);
  expect(saves).toEqual([]);
  await desk.html.append('<p>and goes on</p>');
  await expect(desk.badge).toHaveText('Saved');
  expect(saves).toEqual(['POST /api/projects']);
});

test('a conflict interrupts once, not while somebody types, and waits in the notice bar', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, draft);
  const desk = await open(account, `/project/${project.id}`);
  await expect(desk.badge).toHaveText('Saved');
  await desk.loaded();
  const saveElsewhere = (html: string) =>
    callApi(studio.url, projectRoutes.updateProject, {
      token: account.token,
      params: { id: project.id },
      body: { html },
    });
  await desk.html.append('<p>mine');
  await saveElsewhere('<p>theirs</p>');
  await expect(desk.button('Resolve conflict')).toBeVisible();
  await expect(desk.conflict).toContainText('theirs');
  await desk.page.keyboard.press('Escape');
  await expect(desk.conflict).toBeHidden();

  await desk.html.append(' and more');
  await saveElsewhere('<p>theirs, later</p>');
  await desk.page.keyboard.type('!</p>');
  await expect.poll(() => desk.html.text()).toBe(`${draft.html}<p>mine and more!</p>`);
  await expect(desk.conflict).toBeHidden();
  await desk.button('Resolve conflict').click();
  await expect(desk.conflict).toContainText('theirs, later');
  await desk.conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expect(desk.badge).toHaveText('Saved');
  await expect(desk.button('Resolve conflict')).toBeHidden();
});

test('Save and Ctrl+S on a clean project send nothing', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, draft);
  const desk = await open(account, `/project/${project.id}`);
  await expect(desk.badge).toHaveText('Saved');
  const saves = recordSaves(desk.page);
  await desk.button('Saved').click();
  await expect(desk.toast('Project saved')).toBeVisible();
  await desk.page.keyboard.press('Control+s');
  await hide(desk.page);
  expect(saves).toEqual([]);
  expect((await readProject(studio, account, project.id)).version).toBe(1);
});

test('every saved project has its address: first save, Load, Fork, Back, reload and deletion', async ({
  studio,
  account,
  open,
}) => {
  const author = await register(studio);
  const shared = await storeProject(studio, author, { ...draft, title: 'To fork', isPublic: true });
  const other = await storeProject(studio, account, { ...draft, title: 'Other', html: '<p>other</p>' });
  const addressOf = (id: string | undefined) => `${studio.url}/project/${id}`;
  const desk = await open(account);
  await expect(desk.title).toHaveValue('Welcome to CodeStudio');
  await expect(desk.page).toHaveURL(`${studio.url}/`);
  await desk.button('New').click();
  await expect(desk.badge).toHaveText('New Project');
  await desk.html.replace(draft.html);
  await desk.page.keyboard.press('Control+s');
  await expect(desk.page).toHaveURL(/\/project\//);
  const first = desk.projectId();
  await desk.page.reload();
  await expect(desk.badge).toHaveText('Saved');
  await expect.poll(() => desk.html.text()).toBe(draft.html);

  await test.step('Load and Fork are steps that Back takes back', async () => {
    await desk.button('Projects').click();
    await desk.yourProjects.card('Other').getByRole('button', { name: 'Load' }).click();
    await expect(desk.page).toHaveURL(addressOf(other.id));
    await desk.page.goBack();
    await expect(desk.page).toHaveURL(addressOf(first));
    await expect.poll(() => desk.html.text()).toBe(draft.html);
    await desk.page.goForward();
    await expect.poll(() => desk.html.text()).toBe('<p>other</p>');
    await desk.page.goto(addressOf(shared.id));
    await expect(desk.badge).toHaveText('Shared');
    await desk.button('Fork').click();
    await expect(desk.badge).toHaveText('Saved');
    await expect(desk.page).not.toHaveURL(addressOf(shared.id));
    await desk.page.goBack();
    await expect(desk.page).toHaveURL(addressOf(shared.id));
    await expect(desk.badge).toHaveText('Shared');
  });

  await test.step('Back that is given up leaves text and address where they are', async () => {
    await desk.page.goto(addressOf(first));
    await expect(desk.badge).toHaveText('Saved');
    await desk.button('Projects').click();
    await desk.yourProjects.card('Other').getByRole('button', { name: 'Load' }).click();
    await expect(desk.page).toHaveURL(addressOf(other.id));
    await desk.page.context().setOffline(true);
    await desk.html.append('<p>unsaved</p>');
    await desk.page.goBack();
    await desk.confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(desk.page).toHaveURL(addressOf(other.id));
    expect(await desk.html.text()).toBe('<p>other</p><p>unsaved</p>');
    await desk.page.context().setOffline(false);
    await expect(desk.badge).toHaveText('Saved');
  });

  await test.step('deleting the open project leaves its address', async () => {
    await desk.button('Projects').click();
    await desk.yourProjects.card('Other').getByRole('button', { name: 'Delete' }).click();
    await desk.confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect(desk.page).toHaveURL(`${studio.url}/`);
    await desk.page.keyboard.press('Escape');
    await expect(desk.badge).toHaveText('New Project');
  });
});

test('two tabs with new projects each get their own text back', async ({ studio, account, open }) => {
  const one = await open(account);
  const two = new StudioPage(await one.page.context().newPage());
  await two.page.goto(`${studio.url}/`);
  for (const [desk, text] of [
    [one, 'in one'],
    [two, 'in two'],
  ] as const) {
    await desk.page.bringToFront();
    await desk.button('New').click();
    await expect(desk.badge).toHaveText('New Project');
    await desk.html.replace(text);
    await expect(desk.badge).toHaveText('Unsaved');
    await expect(desk.preview.document.getByText(text)).toBeVisible();
  }
  await one.page.bringToFront();
  await one.page.reload();
  await expect.poll(() => one.html.text()).toBe('in one');
  await two.page.bringToFront();
  await two.page.reload();
  await expect.poll(() => two.html.text()).toBe('in two');
});

test('H80: a text over the limit is said above the editors with the limit, kept, and saved once it fits', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...draft, css: `/*${'x'.repeat(1_048_570)}*/` });
  const desk = await open(account, `/project/${project.id}`);
  await expect(desk.badge).toHaveText('Saved');
  await desk.loaded();
  await desk.css.append('/* */');
  const alert = desk.page.getByRole('alert').filter({ hasText: 'Not saved' });
  await expect(alert).toContainText('1,048,579 of at most 1,048,576 bytes (1 MiB): 3 too many');
  await expect(desk.badge).toHaveText('Unsaved');
  for (let times = 0; times < 5; times += 1) await desk.page.keyboard.press('Backspace');
  await expect(desk.badge).toHaveText('Saved');
  await expect(alert).toBeHidden();
});

test('H80: a publication that is refused saves the project as private and says from when it can be public', async ({
  studio,
  account,
  open,
}) => {
  for (let count = 0; count < limits.newcomerPublishedPerDay; count += 1)
    await storeProject(studio, account, { ...draft, isPublic: true });
  const desk = await open(account);
  await desk.button('New').click();
  await expect(desk.badge).toHaveText('New Project');
  await desk.chooseVisibility('Make public');
  await desk.html.replace('<p>refused, and saved</p>');
  await expect(desk.page.getByText('This project is private for now.').locator('..')).toContainText(
    'You can make this one public from',
  );
  await expect(desk.badge).toHaveText('Saved');
  const [newest] = await listOwn(studio, account);
  expect(newest).toMatchObject({ id: desk.projectId(), isPublic: false });
});
