import type { Page } from '@playwright/test';
import { readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

/** A project that counts its runs in localStorage and shows the number. */
const project = {
  title: 'Early',
  html: '<p id="out">readable</p>',
  css: 'p { color: rgb(1, 2, 3) }',
  js: `const runs = Number(localStorage.getItem('runs')) + 1;
localStorage.setItem('runs', runs);
out.textContent = 'run ' + runs;
console.log('printed in run ' + runs);`,
};

/** Whether this is the address of a preview frame. */
const isRunner = ({ hostname, pathname }: URL) => hostname.endsWith('.localhost') && pathname === '/';

/** Holds the requests of a page to an address until `letThrough` is called. */
async function holdBack(page: Page, address: RegExp | ((address: URL) => boolean)) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = { asked: 0, letThrough: () => resolve() };
  await page.route(address, async (route) => {
    held.asked += 1;
    await promise;
    await route.continue();
  });
  return held;
}

/** Disables the timer that loads the compilers after three seconds. */
async function disableCompilerTimer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const unlessLong = (run: () => void, ms?: number) => (ms === 3_000 ? 0 : setTimeout(run, ms));
    window.setTimeout = unlessLong as typeof setTimeout;
  });
}

test('a project is read and runs before the app has come', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, '/favicon.svg');
  await studioPage.page.route(/\/assets\/main-/, (route) => route.abort());
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(studioPage.preview.document.getByText('run 1')).toBeVisible();
  await expect(studioPage.page.locator('pre', { hasText: 'readable' })).toBeVisible();
  expect(await studioPage.preview.viewport()).toEqual({ width: 768, height: 1024 });
});

test('the app takes over the running page: it runs once, and its earlier output is in the console', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, '/favicon.svg');
  const app = await holdBack(studioPage.page, /\/assets\/main-/);
  await studioPage.page.clock.install();
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`, { waitUntil: 'commit' });
  await expect(studioPage.preview.document.getByText('run 1')).toBeVisible();
  // The app may load late.
  await studioPage.page.clock.fastForward(10_000);
  await expect(studioPage.page.locator('pre', { hasText: 'readable' })).toBeVisible();
  app.letThrough();
  await studioPage.loaded();
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row('printed in run')).toHaveText(/printed in run 1/);
  await expect(studioPage.preview.panel.locator('iframe[title="Live Preview"]')).toHaveCount(1);
  await expect(studioPage.page.locator('#static-code')).toHaveCount(0);

  // The early preview works like any other: styles are replaced without a run, other changes cause one.
  await studioPage.css.replace('p { color: rgb(4, 5, 6) }');
  await expect(studioPage.preview.document.getByText('run 1')).toHaveCSS('color', 'rgb(4, 5, 6)');
  await studioPage.html.replace('<p id="out">again</p>');
  await expect(studioPage.preview.document.getByText('run 2')).toBeVisible();
});

for (const height of [390, 900])
  test(`another user’s project stays in its place when the app comes, ${height} px high`, async ({
    studio,
    account,
    open,
  }) => {
    const author = await register(studio, 'author');
    const stored = await storeProject(studio, author, { ...project, isPublic: true });
    const studioPage = await open(account, '/favicon.svg');
    const { page, header, preview } = studioPage;
    await page.setViewportSize({ width: 1_000, height });
    const app = await holdBack(page, /\/assets\/main-/);
    await page.goto(`${studio.url}/project/${stored.id}`, { waitUntil: 'commit' });
    const frame = page.locator('iframe[title="Live Preview"]');
    await expect(preview.document.getByText('run 1')).toBeVisible();
    const before = await frame.boundingBox();
    app.letThrough();
    await studioPage.loaded();
    await expect(header.getByRole('link', { name: author.username })).toBeVisible();
    expect(Math.abs(((await frame.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4);
  });

test('the app loads although the page in the preview does not', async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, project);
  const { page, preview, badge } = await open(account, '/favicon.svg');
  const runner = await holdBack(page, isRunner);
  await page.goto(`${studio.url}/project/${stored.id}`, { waitUntil: 'commit' });
  // The app gives the frame up after 12 s.
  await expect(badge).toBeVisible({ timeout: 10_000 });
  runner.letThrough();
  await expect(preview.document.getByText('run 1')).toBeVisible();
});

test('text typed before the app has loaded is kept in its editor, and is saved', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, { ...project, html: 'one\r\ntwo' });
  const studioPage = await open(account, '/favicon.svg');
  const { page, html } = studioPage;
  const app = await holdBack(page, /\/assets\/main-/);
  await page.goto(`${studio.url}/project/${stored.id}`, { waitUntil: 'commit' });
  await page.locator('pre', { hasText: 'two' }).click({ force: true });
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('early ');
  await expect(page.locator('pre', { hasText: 'early one' })).toBeVisible();
  app.letThrough();
  await studioPage.loaded();
  await page.keyboard.type('and late ');
  await expect(html.pane).toContainText('early and late one');
  await expect(studioPage.badge).toHaveText('Saved');
  expect((await readProject(studio, account, stored.id)).html).toBe('early and late one\r\ntwo');
});

test('Monaco is fetched before the app has loaded if somebody points at the code', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, '/favicon.svg');
  const { page } = studioPage;
  await page.route(/\/assets\/main-/, (route) => route.abort());
  const monaco: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/monaco-/.test(request.url())) monaco.push(request.url());
  });
  await page.goto(`${studio.url}/project/${stored.id}`);
  await expect(studioPage.preview.document.getByText('run 1')).toBeVisible();
  expect(monaco).toEqual([]);
  await page.locator('pre', { hasText: 'readable' }).click({ force: true });
  await expect.poll(() => monaco.some((address) => address.endsWith('.js'))).toBe(true);
});

test('a project of plain code runs without the compilers, which come once somebody turns to the studio', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, '/favicon.svg');
  const { page } = studioPage;
  const compilers = await holdBack(page, /\/compile\.worker-/);
  await disableCompilerTimer(page);
  await page.goto(`${studio.url}/project/${stored.id}`);
  await expect(studioPage.badge).toBeVisible();
  await expect(studioPage.preview.document.getByText('run 1')).toBeVisible();
  expect(compilers.asked).toBe(0);
  await page.mouse.move(300, 300, { steps: 2 });
  await expect.poll(() => compilers.asked).toBe(1);
  await studioPage.loaded();
  await studioPage.js.replace('out.textContent = "written before the compilers came"');
  compilers.letThrough();
  await expect(studioPage.preview.document.getByText('written before')).toBeVisible();
});

test('an error of plain code is marked in the editor although nobody moves', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, { ...project, js: 'const place = ;' });
  const studioPage = await open(account, '/favicon.svg');
  await disableCompilerTimer(studioPage.page);
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(studioPage.preview.bar).toContainText('JavaScript 1:15');
});

test('a change that is undone before the compilers are needed is undone in the preview, too', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, { title: 'Plain', html: '<p>first</p>' });
  const studioPage = await open(account, '/favicon.svg');
  // As in a browser that is always busy.
  await studioPage.page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loaded();
  await expect(studioPage.preview.document.getByText('first')).toBeVisible();
  await studioPage.html.replace('<p>second</p>');
  await expect(studioPage.preview.document.getByText('second')).toBeVisible();
  await studioPage.html.replace('<p>first</p>');
  await expect(studioPage.preview.document.getByText('first')).toBeVisible();
});

test('plain code that was stopped before the compilers came is not started by them', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, {
    title: 'Leaves',
    html: '<body onload="location.reload()"></body>',
    js: 'broken(',
  });
  const studioPage = await open(account, '/favicon.svg');
  const { page, preview } = studioPage;
  const compilers = await holdBack(page, /\/compile\.worker-/);
  let frames = 0;
  page.on('request', (request) => {
    if (isRunner(new URL(request.url()))) frames += 1;
  });
  await page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loaded();
  await studioPage.consoleToggle.click();
  await expect(preview.panel.getByText('Stopped')).toBeVisible();
  const before = frames;
  compilers.letThrough();
  await expect(studioPage.console.panel).toContainText('script.js');
  await expect(studioPage.js.mistakes).toHaveCount(1, { timeout: 30_000 });
  await expect(preview.panel.getByText('Stopped')).toBeVisible();
  expect(frames).toBe(before);
});

test('at / the welcome project, or what was open last, is there before the app', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, '/favicon.svg');
  const withoutApp = /\/assets\/main-/;
  await studioPage.page.route(withoutApp, (route) => route.abort());
  await studioPage.page.goto(`${studio.url}/`);
  await expect(
    studioPage.preview.document.getByRole('heading', { name: 'Change me and watch.' }),
  ).toBeVisible();

  await studioPage.page.unroute(withoutApp);
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loaded();
  await studioPage.page.route(withoutApp, (route) => route.abort());
  await studioPage.page.goto(`${studio.url}/`);
  await expect(studioPage.preview.document.getByText('run 2')).toBeVisible();
});

test('text that was not saved is not shown as it was before', { tag: '@nightly' }, async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, `/project/${stored.id}`);
  await studioPage.loaded();
  await studioPage.page.route(/\/api\/projects\/\w{16}$/, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await studioPage.html.replace('<p id="out">newer</p>');
  await expect(studioPage.preview.document.getByText('run 2')).toBeVisible();
  await expect(studioPage.badge).toHaveText('Unsaved');
  await studioPage.page.goto(`${studio.url}/`);
  await studioPage.loaded();
  await expect(studioPage.html.pane).toContainText('newer');
  // One run before the change, one after it, one now. A run of the older text would be a fourth.
  await expect(studioPage.preview.document.getByText('run 3')).toBeVisible();
});

test('a project that cannot be read is not run, and the app says so', async ({ studio, account, open }) => {
  const studioPage = await open(account, '/favicon.svg');
  await studioPage.page.goto(`${studio.url}/project/0000000000000000`);
  await expect(studioPage.page.getByText("The project may be private or doesn't exist")).toBeVisible();
  await expect(
    studioPage.preview.document.getByRole('heading', { name: 'Change me and watch.' }),
  ).toBeVisible();
});

test('the app does not wait for a project that the server is slow to send', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, '/favicon.svg');
  const code = await holdBack(studioPage.page, new RegExp(`/api/projects/${stored.id}$`));
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(studioPage.button('Projects')).toBeVisible();
  expect(code.asked).toBe(1);
  code.letThrough();
  await expect(studioPage.preview.document.getByText('run 1')).toBeVisible();
  await expect(studioPage.html.pane).toContainText('readable');
  await expect(studioPage.page.locator('#static-code')).toHaveCount(0);
});

test('an early request that is never answered is given up like any other', { tag: '@nightly' }, async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account, '/favicon.svg');
  let isFirst = true;
  await studioPage.page.route('**/api/auth/me', (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return undefined;
  });
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(studioPage.badge).toHaveText('Saved', { timeout: 60_000 });
});

test('a stored token that is the word undefined is never sent', async ({ studio, account, visit }) => {
  const stored = await storeProject(studio, account, { ...project, isPublic: true });
  const page = await visit(`${studio.url}/favicon.svg`);
  await page.evaluate(() => localStorage.setItem('codestudio_token', 'undefined'));
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => sent.push(request.headers()['authorization']));
  await page.goto(`${studio.url}/project/${stored.id}`);
  await expect(page.getByLabel('Password')).toBeVisible();
  expect(sent.filter((header) => header !== undefined)).toEqual([]);
});
