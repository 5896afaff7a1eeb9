import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { EditorPane } from '../../pages/editor-pane.ts';
import type { StudioPage } from '../../pages/studio-page.ts';

const longLine = `<p>${'word '.repeat(80)}</p>`;
const longHtml = `<main>\n${longLine}\n</main>\n`;

/** Formats once to load the formatter, which may take longer on a busy machine than a save waits for it. */
async function haveFormatted(pane: EditorPane): Promise<void> {
  await pane.replace('b{}');
  await pane.page.keyboard.press('Control+Shift+f');
  await expect.poll(() => pane.text()).toContain('b {');
}

/** The number of visible lines of the HTML editor; a wrapped line counts several times. */
const linesOfCode = (studioPage: StudioPage) => studioPage.html.pane.locator('.view-line').count();

test('tab size, word wrap and format on save: chosen in the settings, kept by the browser', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, { html: longHtml, js: 'if (true) {\nrun( )\n}' });
  const studioPage = await open(account, `/project/${id}`);
  const { keyboard } = studioPage.page;
  await studioPage.loaded();
  expect(await linesOfCode(studioPage)).toBeGreaterThan(4);
  await studioPage.button('Settings').click();
  await studioPage.settings.getByRole('switch', { name: 'Auto Save' }).uncheck();
  await studioPage.settings.getByRole('switch', { name: 'Word Wrap' }).uncheck();
  await expect.poll(() => linesOfCode(studioPage)).toBe(4);
  await studioPage.settings.getByRole('combobox', { name: 'Tab Size' }).selectOption('4 spaces');
  await studioPage.settings.getByRole('switch', { name: 'Format on Save' }).check();
  await studioPage.button('Settings').click();

  await studioPage.css.textbox.focus();
  await keyboard.press('Tab');
  await keyboard.type('a');
  expect(await studioPage.css.text()).toBe('    a');
  await haveFormatted(studioPage.css);
  await studioPage.css.replace('a{color:red}');
  await keyboard.press('Control+s');
  await expect(studioPage.badge).toHaveText('Saved');
  const saved = await readProject(studio, account, id);
  expect(saved.css).toBe('a {\n    color: red;\n}\n');
  expect(saved.js).toBe('if (true) {\n    run();\n}\n');
  await keyboard.press('Control+z');
  expect(await studioPage.css.text()).toBe('a{color:red}');

  await studioPage.page.goto(`${studio.url}/project/${id}`);
  await expect(studioPage.html.pane.locator('.code-text').first()).toHaveCSS(
    'white-space',
    /pre$|preserve nowrap/,
  );
});

test('code that cannot be formatted is saved as it is, without interrupting anybody', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: '<p>one' });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.page.evaluate(() =>
    localStorage.setItem('codestudio_settings', JSON.stringify({ formatOnSave: true, autoSave: false })),
  );
  await studioPage.page.reload();
  await studioPage.loaded();
  await haveFormatted(studioPage.css);
  await studioPage.js.append('const = 1');
  await studioPage.css.replace('p{margin:0}');
  await studioPage.page.keyboard.press('Control+s');
  await expect(studioPage.badge).toHaveText('Saved');
  const saved = await readProject(studio, account, id);
  expect([saved.css, saved.js]).toEqual(['p {\n  margin: 0;\n}\n', 'const = 1']);
  await expect(studioPage.toast('Cannot format')).toBeHidden();
});

test('an automatic tab size is that of the code: of each project that is opened, and of what Format makes', async ({
  studio,
  account,
  open,
}) => {
  const two = 'if (a) {\n  if (b) {\n    c();\n  }\n}\n';
  await storeProject(studio, account, { title: 'Four', css: 'a {\n    color: red;\n}\n', js: two });
  await storeProject(studio, account, { title: 'Tabs', css: 'a {\n\tcolor: red;\n}\n', js: '\tc( )\n' });
  const { id } = await storeProject(studio, account, { title: 'Two', css: 'a {\n  color: red;\n}\n' });
  const studioPage = await open(account, `/project/${id}`);
  const { keyboard } = studioPage.page;
  await studioPage.loaded();
  for (const [title, step] of [
    ['Four', ' '.repeat(4)],
    ['Tabs', '\t'],
  ] as const) {
    await studioPage.button('Projects').click();
    await studioPage.yourProjects.button(title, 'Load').click();
    await expect(studioPage.title).toHaveValue(title);
    await studioPage.css.append('\n');
    await keyboard.press('Tab');
    await keyboard.type('b{margin:0}');
    expect(await studioPage.css.text()).toBe(`a {\n${step}color: red;\n}\n\n${step}b{margin:0}`);
    await keyboard.press('Control+Shift+f');
    await expect
      .poll(() => studioPage.css.text())
      .toBe(`a {\n${step}color: red;\n}\n\nb {\n${step}margin: 0;\n}\n`);
    await expect(studioPage.badge).toHaveText('Saved');
  }
});
