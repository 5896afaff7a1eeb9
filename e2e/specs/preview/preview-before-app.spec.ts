import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Counts its own runs, and says what it remembers of them. */
const project = {
  title: 'Early',
  html: '<p id="out">readable</p>',
  css: 'p { color: rgb(1, 2, 3) }',
  js: `const runs = Number(localStorage.getItem('runs')) + 1;
localStorage.setItem('runs', runs);
out.textContent = 'run ' + runs;
console.log('printed in run ' + runs);`,
};

test('a project is read and runs before the app has come', async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, project);
  const desk = await open(account, '/favicon.svg');
  await desk.page.route(/\/assets\/main-/, (route) => route.abort());
  await desk.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(desk.preview.document.getByText('run 1')).toBeVisible();
  await expect(desk.page.locator('pre', { hasText: 'readable' })).toBeVisible();
  expect(await desk.preview.viewport()).toEqual({ width: 768, height: 1024 });
});

test('the app takes the running page over: it runs once, and what it printed is told', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const desk = await open(account, '/favicon.svg');
  let letAppCome = () => {};
  const held = new Promise<void>((resolve) => {
    letAppCome = resolve;
  });
  await desk.page.route(/\/assets\/main-/, async (route) => {
    await held;
    await route.continue();
  });
  await desk.page.goto(`${studio.url}/project/${stored.id}`, { waitUntil: 'commit' });
  await expect(desk.preview.document.getByText('run 1')).toBeVisible();
  letAppCome();
  await desk.loaded();
  await desk.consoleToggle.click();
  await expect(desk.console.row('printed in run')).toHaveText(/printed in run 1/);
  await expect(desk.preview.panel.locator('iframe[title="Live Preview"]')).toHaveCount(1);
  await expect(desk.page.locator('#static-code')).toHaveCount(0);

  // It is the page of any preview: styles go in without a run, scripts with one.
  await desk.css.replace('p { color: rgb(4, 5, 6) }');
  await expect(desk.preview.document.getByText('run 1')).toHaveCSS('color', 'rgb(4, 5, 6)');
  await desk.html.replace('<p id="out">again</p>');
  await expect(desk.preview.document.getByText('run 2')).toBeVisible();
});

test('at / the welcome project, or what was open last, is there before the app', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const desk = await open(account, '/favicon.svg');
  const withoutApp = /\/assets\/main-/;
  await desk.page.route(withoutApp, (route) => route.abort());
  await desk.page.goto(`${studio.url}/`);
  await expect(desk.preview.document.getByRole('heading', { name: 'Change me and watch.' })).toBeVisible();

  await desk.page.unroute(withoutApp);
  await desk.page.goto(`${studio.url}/project/${stored.id}`);
  await desk.loaded();
  await desk.page.route(withoutApp, (route) => route.abort());
  await desk.page.goto(`${studio.url}/`);
  await expect(desk.preview.document.getByText('run 2')).toBeVisible();
});

test('text that was not saved is not shown as it was before', async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, project);
  const desk = await open(account, `/project/${stored.id}`);
  await desk.loaded();
  await desk.page.route(/\/api\/projects\/\w{16}$/, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await desk.html.replace('<p id="out">newer</p>');
  await expect(desk.preview.document.getByText('run 2')).toBeVisible();
  await expect(desk.badge).toHaveText('Unsaved');
  await desk.page.goto(`${studio.url}/`);
  await desk.loaded();
  await expect(desk.html.pane).toContainText('newer');
  // Once before the change, once after it, and once now: the older text would have been one more.
  await expect(desk.preview.document.getByText('run 3')).toBeVisible();
});

test('what cannot be read is not run, and the app says so', async ({ studio, account, open }) => {
  const desk = await open(account, '/favicon.svg');
  await desk.page.goto(`${studio.url}/project/0000000000000000`);
  await expect(desk.page.getByText("The project may be private or doesn't exist")).toBeVisible();
  await expect(desk.preview.document.getByRole('heading', { name: 'Change me and watch.' })).toBeVisible();
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
