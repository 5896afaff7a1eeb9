import type { Locator } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { projectRoutes } from '@studio/contract/http/projects';
import { revisionRoutes } from '@studio/contract/http/revisions';
import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { pngFile, storeAssets } from '../../fixtures/files.ts';
import { compose } from '../../fixtures/input/input-method.ts';
import { lying, onPhone, upright } from '../../fixtures/input/phone.ts';
import { poorTargets } from '../../fixtures/input/touch-targets.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

/** The script of the full editor for phones. */
const editorFile = /\/assets\/code-mirror[^/]*\.js$/;

test('on a phone the preview fills its panel, however it is held, until a device is chosen', async ({
  studio,
  account,
  browser,
}) => {
  const stored = await storeProject(studio, account, { html: '<p>size</p>' });
  const studioPage = await onPhone(browser, studio, account);
  const room = async () => {
    const box = await studioPage.preview.element.boundingBox();
    return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
  };
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(studioPage.preview.document.getByText('size')).toBeVisible();
  await expect(studioPage.preview.button('Responsive')).toHaveAttribute('aria-pressed', 'true');
  expect((await studioPage.preview.viewport()).width).toBe(upright.width);
  await expect.poll(async () => studioPage.preview.viewport()).toEqual(await room());

  await studioPage.page.setViewportSize(lying);
  await expect.poll(async () => (await studioPage.preview.viewport()).width).not.toBe(upright.width);
  expect(await studioPage.preview.viewport()).toEqual(await room());

  for (const small of [
    { width: 640, height: 360 },
    { width: 667, height: 320 },
  ]) {
    await studioPage.page.setViewportSize(small);
    await expect.poll(async () => (await room()).height).toBeGreaterThan(50);
    expect((await studioPage.html.textbox.boundingBox())?.height).toBeGreaterThan(40);
  }

  await studioPage.page.setViewportSize(upright);
  await studioPage.preview.button('Mobile').tap();
  await expect.poll(() => studioPage.preview.viewport()).toEqual({ width: 375, height: 667 });
  await studioPage.page.reload();
  await expect(studioPage.preview.button('Mobile')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => studioPage.preview.viewport()).toEqual({ width: 375, height: 667 });
  await studioPage.page.context().close();
});

test('a phone gets an editor: colours, brackets, indentation, undo and search without a key, an input method', async ({
  studio,
  account,
  browser,
}) => {
  const stored = await storeProject(studio, account, {
    html: '<p class="out">tick</p>\n',
    css: '.out { color: red }',
  });
  const studioPage = await onPhone(browser, studio, account, { width: 320, height: 640 });
  const { page, html } = studioPage;
  await page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loadedOnPhone();
  expect(await html.textbox.evaluate((box) => getComputedStyle(box).fontSize)).toBe('16px');
  for (const [word, token] of [
    ['p', 'tag'],
    ['class', 'name'],
    ['"out"', 'string'],
  ] as const) {
    await expect(html.textbox.getByText(word, { exact: true }).first()).toHaveCSS(
      'color',
      await tokenColor(html.textbox, `--color-syntax-${token}`),
    );
  }

  await html.textbox.tap();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('<script>');
  await page.keyboard.press('Enter');
  await page.keyboard.type('if (x) {');
  await page.keyboard.press('Enter');
  await page.keyboard.type('go(');
  const written = '<p class="out">tick</p>\n<script>\n  if (x) {\n    go()\n  }';
  expect(await html.text()).toBe(written);
  await expect(studioPage.badge).toHaveText('Saved');
  expect((await readProject(studio, account, stored.id)).html).toBe(written);

  const tool = (name: string) => html.pane.getByRole('button', { name, exact: true });
  await tool('Undo').tap();
  await expect(html.textbox).not.toContainText('go()');
  await expect(html.textbox).toBeFocused();
  await tool('Redo').tap();
  await expect(html.textbox).toContainText('go()');
  await page.keyboard.press('Control+Home');
  await tool('Indent more').tap();
  await expect(html.textbox).toContainText('  <p class');
  await tool('Indent less').tap();
  await page.keyboard.press('Control+End');

  await compose(page, 'nihao', 'Enter', '你好');
  await expect(html.textbox).toContainText('}你好');
  await tool('Undo').tap();
  expect(await html.text()).toBe(written);

  await tool('Search in the HTML editor').tap();
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  expect.soft(await poorTargets(page)).toEqual([]);
  await page.keyboard.type('tick');
  await page.keyboard.press('Enter');
  await expect(html.pane.locator('.cm-searchMatch-selected')).toHaveText('tick');
  await page.getByRole('button', { name: 'close' }).tap();
  await page.keyboard.type('tock');
  await expect(studioPage.preview.document.getByText('tock')).toBeVisible();

  await html.maximize.tap();
  await html.textbox.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Escape');
  await expect(html.maximize).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(html.textbox).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(html.textbox).not.toBeFocused();
  await page.context().close();
});

test('on a phone what is typed before the editor has come stays, with caret and focus; without it one writes on', async ({
  studio,
  account,
  browser,
}) => {
  const stored = await storeProject(studio, account, { html: '<p>one</p>' });
  const address = `${studio.url}/project/${stored.id}`;
  const studioPage = await onPhone(browser, studio, account);
  const { page, html } = studioPage;
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(editorFile, async (route) => {
    await mayCome;
    await route.continue();
  });
  const asked = page.waitForRequest(editorFile);
  await page.goto(address);
  await html.textbox.tap();
  await asked;
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('ab');
  await expect(html.textbox).toHaveValue('ab<p>one</p>');
  letCome();
  await studioPage.loadedOnPhone();
  await expect(html.textbox).toBeFocused();
  await page.keyboard.type('c');
  expect(await html.text()).toBe('abc<p>one</p>');
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await expect(studioPage.badge).toHaveText('Saved');
  await page.route(editorFile, (route) => route.abort());
  await page.reload();
  await html.textbox.tap();
  await expect(page.getByText('The full editor could not be loaded')).toBeAttached();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\ntwo');
  await expect(html.textbox).toHaveValue('abc<p>one</p>\ntwo');
  await expect(studioPage.badge).toHaveText('Saved');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await studioPage.loadedOnPhone();
  expect(await html.text()).toBe('abc<p>one</p>\ntwo');
  await page.context().close();
});

test('on a phone a grammar that could not be loaded is fetched again once the connection is back', {
  tag: '@nightly',
}, async ({ studio, account, browser }) => {
  const frameworkConfig = { ...defaultFrameworkConfig, cssFramework: 'sass' } as const;
  const css = '$gap: 8px;\n.card { .inner { margin: $gap } }\n';
  const stored = await storeProject(studio, account, { title: 'Colours', css, frameworkConfig });
  const studioPage = await onPhone(browser, studio, account);
  const { page, css: pane } = studioPage;
  const refused = Promise.withResolvers<void>();
  let isThere = false;
  await page.route(/\/assets\/dist-[^/]*\.js$/, async (route) => {
    const isGrammar = (await (await route.fetch()).text()).includes('sass');
    if (isThere || !isGrammar) return route.continue();
    refused.resolve();
    await route.abort();
  });
  await page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loadedOnPhone();
  await studioPage.button('CSS').tap();
  await refused.promise;
  const colored = pane.pane.locator('.cm-line span', { hasText: '$gap' });
  await expect(pane.pane.locator('.cm-line').first()).toHaveText('$gap: 8px;');
  await expect(colored).toHaveCount(0);
  isThere = true;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(colored.first()).toBeVisible();
  await page.context().close();
});

test('on a phone errors are marked where they are, the console leads to them, and Format keeps the place', async ({
  studio,
  account,
  browser,
}) => {
  const stored = await storeProject(studio, account, {
    html: '<p>\none</p>',
    js: 'let a = 1;\nlet b = ;\n',
  });
  const studioPage = await onPhone(browser, studio, account);
  const { page, html, js } = studioPage;
  await page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loadedOnPhone();
  await studioPage.button('JavaScript').tap();
  await expect(js.pane.locator('.cm-lintRange-error')).toBeVisible();
  await expect(js.pane.getByRole('status')).toContainText('Line 2');

  await studioPage.consoleToggle.tap();
  await studioPage.console.panel
    .getByRole('button', { name: /^script\.js:2/ })
    .first()
    .tap();
  await expect(js.textbox).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('2');
  expect(await js.text()).toBe('let a = 1;\nlet b = 2;\n');
  await expect(js.pane.locator('.cm-lintRange-error')).toHaveCount(0);

  await studioPage.button('HTML').tap();
  await html.textbox.tap();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Format HTML editor' }).tap();
  await expect(html.textbox).toContainText('<p>one</p>');
  await page.context().close();
});

test('on a small phone the console shows messages below its bar, and each of its controls is in reach', {
  tag: '@nightly',
}, async ({ studio, account, browser }) => {
  const { id } = await storeProject(studio, account, { js: 'console.log("one");\nconsole.log("two");' });
  const studioPage = await onPhone(browser, studio, account);
  const { page } = studioPage;
  await page.goto(`${studio.url}/project/${id}`);
  await studioPage.consoleToggle.tap();
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(studioPage.console.row('two')).toBeInViewport({ ratio: 1 });
    const { clear, filter, preserveLog, prompt } = studioPage.console;
    for (const part of [clear, prompt]) await expect(part).toBeInViewport({ ratio: 1 });
    for (const part of [filter, preserveLog]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  }
  await page.context().close();
});

test('on a phone what another window saves comes in as what differs: caret, selection and undo stay', async ({
  studio,
  account,
  browser,
  open,
}) => {
  const stored = await storeProject(studio, account, { html: '<h1>one</h1>\n<p>middle</p>\n<i>end</i>\n' });
  const studioPage = await onPhone(browser, studio, account);
  const { page, html } = studioPage;
  const watching = studioPage.watching();
  await page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loadedOnPhone();
  await watching;
  await html.textbox.tap();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('A');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  for (let passed = 0; passed < 5; passed += 1) await page.keyboard.press('ArrowRight');
  await expect(studioPage.badge).toHaveText('Saved');

  const other = await open(account, `/project/${stored.id}`);
  await other.loaded();
  await other.html.replace('A<h1>ONE</h1>\n<p>middle</p>\n<i>THE END</i>\n');
  await expect(html.textbox).toContainText('THE END');
  await page.keyboard.type('!');
  expect(await html.text()).toBe('A<h1>ONE</h1>\n<p>mi!ddle</p>\n<i>THE END</i>\n');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
  expect(await html.text()).toBe('<h1>one</h1>\n<p>middle</p>\n<i>end</i>\n');
  await page.context().close();
});

test('the editor for phones is fetched where there are fingers alone', async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, { html: '<p>one</p>' });
  const studioPage = await open(account);
  const files: string[] = [];
  studioPage.page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loaded();
  expect(files.some((path) => path.includes('monaco'))).toBe(true);
  expect(files.filter((path) => editorFile.test(path))).toEqual([]);
});

test('beside a touch screen, a keyboard types into the dialog that it has opened; a finger brings up no keyboard', async ({
  studio,
  account,
  browser,
}) => {
  const studioPage = await onPhone(browser, studio, account);
  const { page, yourProjects } = studioPage;
  await page.goto(studio.url);
  const commands = page.getByRole('combobox', { name: 'Search commands' });
  await studioPage.button('Commands').tap();
  await expect(commands).toBeVisible();
  await expect(commands).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(commands).toBeHidden();
  await page.keyboard.press('Control+Shift+p');
  await expect(commands).toBeFocused();
  await page.keyboard.press('Escape');

  await studioPage.button('Projects').tap();
  await expect(yourProjects.search).toBeVisible();
  await expect(yourProjects.search).not.toBeFocused();
  await yourProjects.close.tap();
  await studioPage.button('Projects').press('Enter');
  await expect(yourProjects.search).toBeFocused();
  await page.context().close();
});

/** The computed value of a colour token. */
function tokenColor(place: Locator, name: string): Promise<string> {
  return place.evaluate((element, property) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${property})`;
    element.ownerDocument.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}

test('on a phone of 360 px, long names widen neither a dialog nor its fields', async ({
  studio,
  account,
  browser,
}) => {
  const name = `${'W'.repeat(60)}.png`;
  await storeAssets(studio, account, pngFile(name));
  const { id } = await storeProject(studio, account, { html: '<p>size</p>', isEmbeddable: true });
  const { token } = account;
  const params = { id, rev: '1' };
  await callApi(studio.url, revisionRoutes.publishRevision, {
    token,
    params,
    body: { version: 1, name: 'W'.repeat(60) },
  });
  await callApi(studio.url, projectRoutes.updateProject, { token, params, body: { html: '<p>new</p>' } });
  const studioPage = await onPhone(browser, studio, account, { width: 360, height: 740 });
  const { page } = studioPage;
  await page.goto(`${studio.url}/project/${id}`);
  await studioPage.loadedOnPhone();

  await studioPage.assets.open();
  await studioPage.assets.choose(name, 'Preview');
  await studioPage.button('Close').tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await studioPage.button('Private').tap();
  await page.getByRole('menuitem', { name: 'Embed Code' }).tap();
  const version = page.getByRole('combobox', { name: 'Version' });
  await expect(version.getByRole('option', { name: 'W'.repeat(60) })).toBeAttached();
  await version.selectOption('W'.repeat(60));
  await expect(version).toBeInViewport({ ratio: 1 });
  await page.context().close();
});
