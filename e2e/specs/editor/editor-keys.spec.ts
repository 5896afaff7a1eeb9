import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { onPhone } from '../../fixtures/input/phone.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { EditorPane } from '../../pages/editor-pane.ts';

/** The visible text from top to bottom. */
function drawn(pane: EditorPane): Promise<string> {
  return pane.pane.locator('.view-line').evaluateAll((lines) =>
    (lines as HTMLElement[])
      .toSorted((a, b) => a.offsetTop - b.offsetTop)
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
      .join('\n'),
  );
}

const letters = (keys: string) => keys.split('');

test('Vim: one u undoes a whole change with the text typed in it, and Ctrl+R redoes it', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const text = 'one two three\nfour';
  const { id } = await storeProject(studio, account, { html: text });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.evaluate(() =>
    localStorage.setItem('codestudio_settings', JSON.stringify({ keyBindings: 'vim', autoSave: false })),
  );
  await studioPage.page.reload();
  await studioPage.loaded();
  const { keyboard } = studioPage.page;
  const press = async (keys: readonly string[]) => {
    for (const key of keys) await (key.length > 1 ? keyboard.press(key) : keyboard.type(key));
  };
  await expect(studioPage.html.pane.getByText('--NORMAL--')).toBeVisible();
  await studioPage.html.textbox.focus();
  await press(['g', 'g', '0']);
  for (const [keys, changed] of [
    ['ciwa longer text', 'a longer text two three\nfour'],
    ['cwx', 'x two three\nfour'],
    ['obelow it', 'one two three\nbelow it\nfour'],
    ['Ihello world ', 'hello world one two three\nfour'],
    ['dd', 'four'],
    ['x', 'ne two three\nfour'],
  ] as const) {
    await press([...letters(keys), 'Escape']);
    await expect.poll(() => drawn(studioPage.html), keys).toBe(changed);
    await press(['u']);
    await expect.poll(() => drawn(studioPage.html), `${keys}, undone`).toBe(text);
    await press(['Control+r']);
    await expect.poll(() => drawn(studioPage.html), `${keys}, redone`).toBe(changed);
    await press(['u', 'g', 'g', '0']);
    await expect.poll(() => drawn(studioPage.html)).toBe(text);
  }

  await press([...letters('ciwx y'), 'Escape', 'w', '.']);
  await expect.poll(() => drawn(studioPage.html)).toBe('x y x y three\nfour');
  await press(['u']);
  await expect.poll(() => drawn(studioPage.html)).toBe('x y two three\nfour');
  await press(['u']);
  await expect.poll(() => drawn(studioPage.html)).toBe(text);
});

test('Esc, then Tab leaves the editor, unless Esc had another use; Vim keeps its own', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: 'one' });
  const studioPage = await open(account, `/project/${id}`);
  const { html, page } = studioPage;
  const { keyboard } = page;
  await studioPage.loaded();
  await html.append(' <');
  await keyboard.press('Control+Space');
  await expect(page.locator('.suggest-widget.visible')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.locator('.suggest-widget.visible')).toBeHidden();
  await keyboard.press('Tab');
  await expect(html.textbox).toBeFocused();
  await keyboard.press('Escape');
  await keyboard.press('ArrowLeft');
  await keyboard.press('Tab');
  await expect(html.textbox).toBeFocused();
  const text = await html.text();
  await keyboard.press('ArrowRight');
  await keyboard.press('Escape');
  await keyboard.press('Shift+Tab');
  await expect(html.textbox).not.toBeFocused();
  await html.textbox.focus();
  await keyboard.press('Escape');
  await keyboard.press('Tab');
  await expect(html.textbox).not.toBeFocused();
  expect(await html.text()).toBe(text);

  await studioPage.button('Settings').click();
  await studioPage.settings.getByLabel('Key Bindings').selectOption('Vim');
  await expect(html.pane.getByText('--NORMAL--')).toBeVisible();
  await html.textbox.focus();
  await keyboard.type('i');
  await expect(html.pane.getByText('--INSERT--')).toBeVisible();
  await keyboard.press('Escape');
  await expect(html.pane.getByText('--NORMAL--')).toBeVisible();
  await keyboard.press('Tab');
  await expect(html.textbox).toBeFocused();
  await keyboard.press('Escape');
  await keyboard.press('Tab');
  await expect(html.textbox).not.toBeFocused();
});

test('Tab indents after an Esc that minimized the pane, and where the editor was left or clicked after Esc', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: 'one' });
  const studioPage = await open(account, `/project/${id}`);
  const { html, css, page } = studioPage;
  const { keyboard } = page;
  await studioPage.loaded();
  await html.maximize.click();
  await html.append(' two');
  await keyboard.press('Escape');
  await expect(html.maximize).toBeVisible();
  await keyboard.press('Tab');
  await expect(html.textbox).toBeFocused();

  await keyboard.press('Escape');
  await css.pane.locator('.view-lines').click();
  await expect(css.textbox).toBeFocused();
  await html.textbox.focus();
  await keyboard.press('Tab');
  await expect(html.textbox).toBeFocused();

  await keyboard.press('Escape');
  await html.pane.locator('.view-lines').click();
  await keyboard.press('Tab');
  await expect(html.textbox).toBeFocused();
});

test('F8 goes to a toast, else to the next problem, also after the revision history was open', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: '<p>one</p>', css: 'p { colour: red }' });
  const studioPage = await open(account, `/project/${id}`);
  const faults: string[] = [];
  studioPage.page.on('pageerror', ({ message }) => faults.push(message));
  await studioPage.loaded();
  await studioPage.html.append('<p>two</p>');
  await studioPage.page.keyboard.press('Control+s');
  const saved = studioPage.toast('Project saved');
  await expect(saved).toBeVisible();
  await studioPage.page.keyboard.press('F8');
  await expect(studioPage.page.locator('ol:focus').filter({ has: saved })).toBeVisible();
  await studioPage.page.keyboard.press('Escape');
  await expect(saved).toBeHidden();
  await studioPage.chooseFromProjectMenu('Revision history');
  await studioPage.revisions.choices.last().check();
  await expect(studioPage.revisions.lines('after')).toContainText('two');
  await studioPage.page.keyboard.press('Escape');
  await expect(studioPage.revisions.dialog).toBeHidden();

  await studioPage.css.textbox.focus();
  await expect(studioPage.css.pane.locator('.squiggly-warning')).toBeVisible();
  await studioPage.page.keyboard.press('F8');
  await expect(studioPage.css.pane.locator('.marker-widget')).toContainText('colour');
  expect(faults).toEqual([]);
});

test('colour swatches never appear within words when the text is replaced', async ({
  studio,
  account,
  open,
}) => {
  const rule = (property: string) => `p {\n  ${property}: #ff0000;\n}\n`.repeat(4);
  const { id } = await storeProject(studio, account, { css: rule('color') });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  await studioPage.css.maximize.click();
  const swatches = studioPage.css.pane.locator('.colorpicker-color-decoration');
  await expect(swatches).toHaveCount(4);
  await studioPage.page.evaluate(() => {
    const look = () => {
      const lines = [...document.querySelectorAll('.view-line')];
      const misplaced = lines.filter(
        (line) => line.querySelector('.colorpicker-color-decoration') && !/#|blue/.test(line.textContent),
      );
      if (misplaced.length > 0) document.body.dataset['misplaced'] = misplaced[0]?.textContent;
      requestAnimationFrame(look);
    };
    look();
  });
  await studioPage.css.replace(
    `:root {\n  --background-image-of-page: none;\n  --first-color: blue;\n}\n${rule('border-bottom-color')}`,
  );
  await expect(swatches).toHaveCount(5);
  await studioPage.page.keyboard.press('Control+z');
  await expect(swatches).toHaveCount(4);
  expect(await studioPage.page.evaluate(() => document.body.dataset['misplaced'])).toBeUndefined();
});

test('undo never brings the text of an emptied project into a new one', async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { title: 'First', html: '<p>private</p>', css: '' });
  const studioPage = await open(account, `/project/${id}`);
  const { page, html } = studioPage;
  await studioPage.loaded();
  await html.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(studioPage.badge).toHaveText('Unsaved');
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.button('New').click();
  await expect(studioPage.title).toHaveValue('Untitled');
  await html.focus();
  await page.keyboard.press('Control+z');
  await html.append('x');
  expect(await html.text()).toBe('x');
});

test('undo reaches behind a change of the preprocessor, and behind the change back', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: '# one', css: 'p { colour: red }' });
  const studioPage = await open(account, `/project/${id}`);
  const { page, html, css, framework } = studioPage;
  await studioPage.loaded();
  await html.append(' two');
  await css.append(' two');
  await expect(css.pane.locator('.squiggly-warning')).toBeVisible();
  for (const [markup, styles, tag] of [
    ['Markdown', 'Less', 'Less'],
    ['None', 'None', null],
    ['Pug', 'Less', 'Less'],
    ['Pug', 'None', null],
  ] as const) {
    await studioPage.frameworkSelector.click();
    await framework.htmlPreprocessor.selectOption(markup);
    await framework.cssPreprocessor.selectOption(styles);
    await page.keyboard.press('Escape');
    await expect(framework.dialog).toBeHidden();
    if (tag) await expect(css.pane.getByText(tag, { exact: true })).toBeVisible();
  }
  await expect(css.pane.locator('.squiggly-warning')).toHaveCount(1);
  for (const [pane, former] of [
    [html, '# one'],
    [css, 'p { colour: red }'],
  ] as const) {
    await pane.textbox.focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => pane.text()).toBe(former);
  }
  await css.textbox.focus();
  await page.keyboard.press('Control+y');
  await expect.poll(() => css.text()).toBe('p { colour: red } two');
});

for (const editor of ['Monaco', 'the light editor', 'CodeMirror'])
  test(`undo never brings in the text of another project: ${editor}`, async ({
    studio,
    account,
    open,
    browser,
  }) => {
    const first = await storeProject(studio, account, { title: 'First', html: '', css: 'p {}' });
    const second = await storeProject(studio, account, { title: 'Second', html: '', css: 'b {}' });
    const isPhone = editor === 'CodeMirror';
    const studioPage = isPhone ? await onPhone(browser, studio, account) : await open(account);
    const { page, html } = studioPage;
    if (editor === 'the light editor') await page.route(/\/assets\/monaco-/, (route) => route.abort());
    await page.goto(`${studio.url}/project/${first.id}`);
    await expect(studioPage.title).toHaveValue('First');
    if (editor === 'Monaco') await studioPage.loaded();
    if (isPhone) await studioPage.loadedOnPhone();
    await html.append('of the first');
    await expect(studioPage.badge).not.toHaveText('Saved');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect(studioPage.badge).toHaveText('Saved');

    await page.evaluate((path) => window.history.pushState(null, '', path), `/project/${second.id}`);
    await expect(studioPage.title).toHaveValue('Second');
    await html.textbox.focus();
    await page.keyboard.press('Control+z');
    await html.append('x');
    await expect.poll(async () => (await readProject(studio, account, second.id)).html).toBe('x');
    if (isPhone) await page.context().close();
  });
