import type { Page } from '@playwright/test';
import { projectRoutes } from '@studio/contract/http/projects';
import { listOwn, readProject, register, storeProject } from '../fixtures/accounts.ts';
import { expect, test } from '../fixtures/test.ts';
import { callApi } from '../stack/api.ts';

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

/** Has the page hear what a browser tells it when its tab is hidden, and when it is closed. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    dispatchEvent(new PageTransitionEvent('pagehide'));
  });
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
