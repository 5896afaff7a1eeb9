import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { StudioPage } from '../../pages/studio-page.ts';

const blank = { title: 'Preview', html: '', css: '', js: '' };

test('what is typed runs, with no blank page in between', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.html.replace('<h1 id="greeting">Hello</h1>');
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Hello' })).toBeVisible();
  await studioPage.js.replace('greeting.textContent += ", world"');
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Hello, world' })).toBeVisible();
});

test('while somebody types, two frames wait, so that no run waits for a frame', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { ...blank, html: '<h1>Ready</h1>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Ready' })).toBeVisible();
  // With an error, nothing runs that would take a frame.
  await studioPage.js.append('const', ' =');
  await expect(studioPage.page.locator('iframe[aria-hidden]')).toHaveCount(2);
});

test('text typed right after signing in, before the first project has come, goes on running when it is saved', async ({
  studio,
  account,
  visit,
}) => {
  const page = await visit(studio.url);
  // The welcome project does not come.
  await page.route('**/api/projects/public?**', () => undefined);
  await new LoginPage(page).signIn(account);
  const studioPage = new StudioPage(page);
  await studioPage.html.textbox.focus();
  await page.keyboard.insertText('<h1>Typed early</h1>');
  await expect(studioPage.badge).toHaveText('Saved');
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Typed early' })).toBeVisible();
});

test('a project is not run again on the way from another page of the studio to another project', async ({
  studio,
  account,
  open,
}) => {
  const store = (text: string) => storeProject(studio, account, { ...blank, html: `<h1>${text}</h1>` });
  const [former, next] = [await store('Former'), await store('Next')];
  const studioPage = await open(account, `/project/${former.id}`);
  const { page, preview } = studioPage;
  const goTo = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
  await expect(preview.document.getByRole('heading', { name: 'Former' })).toBeVisible();
  await goTo('/no/page');
  await expect(page.locator('iframe')).toHaveCount(0);
  const frames: string[] = [];
  page.on('framenavigated', (frame) => frames.push(frame.url()));
  await goTo(`/project/${next.id}`);
  await expect(preview.document.getByRole('heading', { name: 'Next' })).toBeVisible();
  expect(frames.filter((address) => address.includes(`//${former.id}.`))).toEqual([]);
});

test('styles are replaced in place: the page keeps its state', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    ...blank,
    html: '<button id="b">0</button>',
    js: 'b.onclick = () => b.textContent = Number(b.textContent) + 1',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const button = studioPage.preview.document.getByRole('button');
  await button.press('Enter');
  await expect(button).toHaveText('1');
  await studioPage.css.replace('#b { color: rgb(1, 2, 3); }');
  await expect(button).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(button).toHaveText('1');
  await studioPage.button('Run').click();
  await expect(button).toHaveText('0');
  await button.press('Enter');
  await expect(button).toHaveText('1');
  await studioPage.preview.button('Refresh').click();
  await expect(button).toHaveText('0');
});

test('the console shows messages and errors with the editor’s own line numbers', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('JavaScript console output will appear here...');
  await studioPage.js.replace(
    'console.log("one", 2, { three: 3 });\nconsole.warn("careful");\n\nmissing();\n',
  );
  await expect(studioPage.console.panel).toContainText(/\d\d:\d\d:\d\d/);
  await expect(studioPage.console.panel).toContainText('one 2');
  await expect(studioPage.console.panel).toContainText('careful');
  await expect(studioPage.console.panel).toContainText(/missing is not defined[^]*\b4\b/);
  await studioPage.console.clear.click();
  await expect(studioPage.console.panel).toContainText('JavaScript console output will appear here...');
});

test('H65: console output is text, never markup', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, blank);
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await studioPage.js.replace('console.log("<img src=x onerror=alert(1)>")');
  await expect(studioPage.console.panel).toContainText('<img src=x onerror=alert(1)>');
  await expect(studioPage.console.panel.locator('img')).toHaveCount(0);
});

test('Mobile and Tablet give the page exactly their viewport', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { ...blank, html: '<p>size</p>' });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.getByText('size')).toBeVisible();
  await expect.poll(() => studioPage.preview.viewport()).toEqual({ width: 768, height: 1024 });
  await studioPage.preview.button('Mobile').click();
  await expect.poll(() => studioPage.preview.viewport()).toEqual({ width: 375, height: 667 });
  await studioPage.preview.button('Tablet').click();
  await expect.poll(() => studioPage.preview.viewport()).toEqual({ width: 768, height: 1024 });
});

test('Responsive fills the panel, follows its size, and is what opens the next time', async ({
  studio,
  account,
  open,
}) => {
  const js = 'out.textContent = `began at ${innerWidth}`';
  const project = await storeProject(studio, account, { ...blank, html: '<p id="out"></p>', js });
  const studioPage = await open(account, `/project/${project.id}`);
  const panelWidth = async () => Math.round((await studioPage.preview.panel.boundingBox())?.width ?? 0);
  await expect(studioPage.preview.document.getByText('began at 768')).toBeVisible();
  await studioPage.preview.button('Responsive').click();
  await expect.poll(async () => (await studioPage.preview.viewport()).width).toBe(await panelWidth());
  const { width, height } = await studioPage.preview.viewport();
  await expect(studioPage.preview.panel).toContainText(`${width} × ${height}`);
  await studioPage.button('HTML').click();
  await studioPage.button('CSS').click();
  await studioPage.button('JavaScript').click();
  await expect.poll(async () => (await studioPage.preview.viewport()).width).toBeGreaterThan(width);
  await expect.poll(async () => (await studioPage.preview.viewport()).width).toBe(await panelWidth());

  await studioPage.page.reload();
  await expect(studioPage.preview.button('Responsive')).toHaveAttribute('aria-pressed', 'true');
  await expect(studioPage.preview.document.getByText(`began at ${width}`)).toBeVisible();
});

test('Run shows the preview where it is hidden', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { html: '<p>shown</p>' });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.button('Preview').click();
  await expect(studioPage.preview.panel).toBeHidden();
  await studioPage.button('Run').click();
  await expect(studioPage.preview.document.getByText('shown')).toBeVisible();
  await expect(studioPage.button('Preview')).toHaveAttribute('aria-pressed', 'true');
});

test('a byte order mark before the doctype does not change how the page is laid out', async ({
  studio,
  account,
  open,
}) => {
  const js = "document.querySelector('p').textContent = document.compatMode;";
  const project = await storeProject(studio, account, {
    title: 'Marked',
    html: '\uFEFF<!doctype html><body><p></p></body>',
    css: '',
    js,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.preview.document.locator('body')).toHaveText('CSS1Compat');
});
