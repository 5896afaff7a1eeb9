import type { Page, Route } from '@playwright/test';
import type { Project } from '@studio/contract/http/projects';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { inspect } from '../../fixtures/looks.ts';
import { test as base, expect } from '../../fixtures/test.ts';
import type { StudioPage } from '../../pages/studio-page.ts';

const draft = { title: 'Notes', html: '<p>first</p>', css: '', js: '' };

const test = base.extend<{ project: Project; desk: StudioPage }>({
  project: async ({ studio, account }, use) => {
    await use(await storeProject(studio, account, draft));
  },
  /** The project, open and saved. */
  desk: async ({ account, project, open }, use) => {
    const desk = await open(account, `/project/${project.id}`);
    await expect(desk.badge).toHaveText('Saved');
    await use(desk);
  },
});

/** Decides about each save of the page on its way. */
async function onSave(page: Page, decide: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/projects/*', (route) =>
    route.request().method() === 'PUT' ? decide(route) : route.fallback(),
  );
}

test('while an answer is slow the badge says Saving..., nothing else is sent, and later text follows it', async ({
  studio,
  account,
  project,
  desk,
}) => {
  const sent: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await onSave(desk.page, async (route) => {
    sent.push(route.request().postDataJSON().html);
    if (sent.length === 1) await held;
    await route.continue();
  });
  await desk.html.replace('<p>a</p>');
  await expect(desk.badge).toHaveText('Saving...');
  await desk.html.append('<p>b</p>');
  await desk.page.keyboard.press('Control+s');
  await expect(desk.badge).toHaveText('Saving...');
  expect(sent).toEqual(['<p>a</p>']);
  answer();
  await expect(desk.badge).toHaveText('Saved');
  expect(sent).toEqual(['<p>a</p>', '<p>a</p><p>b</p>']);
  expect((await readProject(studio, account, project.id)).html).toBe('<p>a</p><p>b</p>');
});

test('a visibility that is chosen during the first save and cannot be sent after it is told', async ({
  account,
  open,
}) => {
  const desk = await open(account);
  await desk.button('New').click();
  await expect(desk.badge).toHaveText('New Project');
  const create = Promise.withResolvers<void>();
  await desk.page.route('**/api/projects', async (route) => {
    await create.promise;
    await route.continue();
  });
  await onSave(desk.page, (route) => route.abort());
  await desk.html.append('<p>mine</p>');
  await desk.page.keyboard.press('Control+s');
  await expect(desk.badge).toHaveText('Saving...');
  await desk.chooseVisibility('Make public');
  create.resolve();
  const notice = desk.page.getByText('The project is still private.');
  await expect(notice).toBeVisible();
  await inspect(desk.page, 'still-private-dark');

  await desk.page.unroute('**/api/projects/*');
  await desk.chooseVisibility('Make public');
  await expect(notice).toBeHidden();
});

test('an answer that is lost after the server has stored the text is no conflict', async ({
  studio,
  account,
  project,
  desk,
}) => {
  let lost = 0;
  await onSave(desk.page, async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await desk.html.append('<p>stored unheard</p>');
  await expect.poll(() => lost).toBe(1);
  await desk.html.append('<p>and more</p>');
  await expect(desk.badge).toHaveText('Saved');
  await expect(desk.conflict).toBeHidden();
  expect(await readProject(studio, account, project.id)).toMatchObject({
    html: `${draft.html}<p>stored unheard</p><p>and more</p>`,
    version: 3,
  });
});

test('a server that is away for a while: a save by hand says where the text is, Retry-After is kept, and all is saved by itself', async ({
  studio,
  account,
  project,
  desk,
}) => {
  const times: number[] = [];
  await onSave(desk.page, async (route) => {
    times.push(Date.now());
    if (times.length > 2) return route.fallback();
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '2' },
      json: { statusCode: 503, code: 'service_unavailable', detail: 'Away.' },
    });
  });
  await desk.html.append('<p>patience</p>');
  await desk.page.keyboard.press('Control+s');
  await expect(desk.toast('Saved in this browser')).toBeVisible();
  await expect(desk.page.getByText('The server has a problem.')).toBeVisible();
  await expect(desk.badge).toHaveText('Unsaved');
  await expect(desk.badge).toHaveText('Saved');
  const [first = 0, second = 0, third = 0] = times;
  // The page's clock and this one differ by a few milliseconds; without the header it would be half a second.
  for (const wait of [second - first, third - second]) expect(wait).toBeGreaterThan(1_900);
  expect((await readProject(studio, account, project.id)).html).toBe(`${draft.html}<p>patience</p>`);
});
