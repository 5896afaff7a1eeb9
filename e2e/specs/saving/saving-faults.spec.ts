import type { Page, Route } from '@playwright/test';
import { type Project, projectRoutes } from '@studio/contract/http/projects';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { inspect } from '../../fixtures/looks.ts';
import { initialScripts } from '../../fixtures/script-sizes.ts';
import { test as base, expect } from '../../fixtures/test.ts';
import type { StudioPage } from '../../pages/studio-page.ts';
import { callApi } from '../../stack/api.ts';

const draft = { title: 'Notes', html: '<p>first</p>', css: '', js: '' };

const test = base.extend<{ project: Project; studioPage: StudioPage }>({
  project: async ({ studio, account }, use) => {
    await use(await storeProject(studio, account, draft));
  },
  /** The project's page, opened and saved. */
  studioPage: async ({ account, project, open }, use) => {
    const studioPage = await open(account, `/project/${project.id}`);
    await expect(studioPage.badge).toHaveText('Saved');
    await use(studioPage);
  },
});

/** Calls `decide` for each save of the page before it is sent. */
async function onSave(page: Page, decide: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/projects/*', (route) =>
    route.request().method() === 'PUT' ? decide(route) : route.fallback(),
  );
}

/** Lets the page have its first files and none of those that it fetches behind them. Await before it is opened. */
async function refuseLaterScripts(page: Page, address: string): Promise<void> {
  const { files } = await initialScripts(address);
  await page.route(
    ({ pathname, href }) => pathname.endsWith('.js') && !files.includes(href),
    (route) => route.abort(),
  );
}

test('unsaved text comes back at / where nothing but the first files of the page can be fetched', async ({
  studio,
  studioPage,
}) => {
  const { page } = studioPage;
  await onSave(page, (route) => route.abort());
  await studioPage.html.append('<p>unsaved</p>');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await refuseLaterScripts(page, `${studio.url}/`);
  await page.goto(`${studio.url}/`);
  await expect(studioPage.html.textbox).toHaveValue(`${draft.html}<p>unsaved</p>`);
});

test('live changes come, though what brings them could not be fetched at first', async ({
  studio,
  account,
  project,
  open,
}) => {
  const studioPage = await open(account);
  const { page } = studioPage;
  const address = `${studio.url}/project/${project.id}`;
  await refuseLaterScripts(page, address);
  const refused = page.waitForEvent('requestfailed', (request) => /\/background-/.test(request.url()));
  await page.goto(address);
  await refused;
  await expect(studioPage.badge).toHaveText('Saved');
  await page.unrouteAll();
  const watching = studioPage.watching();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await watching;
  await callApi(studio.url, projectRoutes.updateProject, {
    token: account.token,
    params: { id: project.id },
    body: { html: '<p>elsewhere</p>' },
  });
  await expect(studioPage.html.textbox).toHaveValue('<p>elsewhere</p>');
});

test('while a response is slow the badge says Saving..., nothing else is sent, and later text follows it', async ({
  studio,
  account,
  project,
  studioPage,
}) => {
  const sent: string[] = [];
  let respond = () => {};
  const held = new Promise<void>((resolve) => (respond = resolve));
  await onSave(studioPage.page, async (route) => {
    sent.push(route.request().postDataJSON().html);
    if (sent.length === 1) await held;
    await route.continue();
  });
  await studioPage.html.replace('<p>a</p>');
  await expect(studioPage.badge).toHaveText('Saving...');
  await studioPage.html.append('<p>b</p>');
  await studioPage.page.keyboard.press('Control+s');
  await expect(studioPage.badge).toHaveText('Saving...');
  expect(sent).toEqual(['<p>a</p>']);
  respond();
  await expect(studioPage.badge).toHaveText('Saved');
  expect(sent).toEqual(['<p>a</p>', '<p>a</p><p>b</p>']);
  expect((await readProject(studio, account, project.id)).html).toBe('<p>a</p><p>b</p>');
});

test('a visibility that is chosen during the first save and cannot be stored after it is reported', {
  tag: '@nightly',
}, async ({ account, open }) => {
  const studioPage = await open(account);
  await studioPage.button('New').click();
  await expect(studioPage.badge).toHaveText('New Project');
  const create = Promise.withResolvers<void>();
  await studioPage.page.route('**/api/projects', async (route) => {
    await create.promise;
    await route.continue();
  });
  await onSave(studioPage.page, (route) => route.abort());
  await studioPage.html.append('<p>mine</p>');
  await studioPage.page.keyboard.press('Control+s');
  await expect(studioPage.badge).toHaveText('Saving...');
  await studioPage.chooseVisibility('Make public');
  create.resolve();
  const notice = studioPage.page.getByText('The project is still private.');
  await expect(notice).toBeVisible();
  await inspect(studioPage.page, 'still-private-dark');

  await studioPage.page.unroute('**/api/projects/*');
  await studioPage.chooseVisibility('Make public');
  await expect(notice).toBeHidden();
});

test('a response that is lost after the server has stored the text is no conflict', async ({
  studio,
  account,
  project,
  studioPage,
}) => {
  let lost = 0;
  await onSave(studioPage.page, async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await studioPage.html.append('<p>stored unheard</p>');
  await expect.poll(() => lost).toBe(1);
  await studioPage.html.append('<p>and more</p>');
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.conflict).toBeHidden();
  expect(await readProject(studio, account, project.id)).toMatchObject({
    html: `${draft.html}<p>stored unheard</p><p>and more</p>`,
    version: 3,
  });
});

test('a server that is away for a while: a save by hand says where the text is, Retry-After is kept, and all is saved by itself', async ({
  studio,
  account,
  project,
  studioPage,
}) => {
  const times: number[] = [];
  await onSave(studioPage.page, async (route) => {
    times.push(Date.now());
    if (times.length > 2) return route.fallback();
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '2' },
      json: { statusCode: 503, code: 'service_unavailable', detail: 'Away.' },
    });
  });
  await studioPage.html.append('<p>patience</p>');
  await studioPage.page.keyboard.press('Control+s');
  await expect(studioPage.toast('Save failed')).toBeVisible();
  await expect(studioPage.page.getByText('The server has a problem.')).toBeVisible();
  await expect(studioPage.badge).toHaveText('Unsaved');
  await expect(studioPage.badge).toHaveText('Saved');
  const [first = 0, second = 0, third = 0] = times;
  // Nearly 2 s, as clocks differ by some ms. Without Retry-After the wait would be half a second.
  for (const wait of [second - first, third - second]) expect(wait).toBeGreaterThan(1_900);
  expect((await readProject(studio, account, project.id)).html).toBe(`${draft.html}<p>patience</p>`);
});
