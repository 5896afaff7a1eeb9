import { readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { EditorPane } from '../../pages/editor-pane.ts';
import type { StudioPage } from '../../pages/studio-page.ts';

const longLine = `<p>${'word '.repeat(80)}</p>`;
const longHtml = `<main>\n${longLine}\n</main>\n`;

/** Has the formatter fetched, which may take longer on a busy machine than a save waits for it. */
async function haveFormatted(pane: EditorPane): Promise<void> {
  await pane.replace('b{}');
  await pane.page.keyboard.press('Control+Shift+f');
  await expect.poll(() => pane.text()).toContain('b {');
}

/** Lines of the HTML editor on screen: a long one takes several where it wraps. */
const linesOfCode = (desk: StudioPage) => desk.html.pane.locator('.view-line').count();

test('tab size, word wrap and format on save: chosen in the settings, kept by the browser', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: longHtml, js: 'if (true) {\nrun( )\n}' });
  const desk = await open(account, `/project/${id}`);
  const { keyboard } = desk.page;
  await desk.loaded();
  expect(await linesOfCode(desk)).toBeGreaterThan(4);
  await desk.button('Settings').click();
  await desk.settings.getByRole('switch', { name: 'Auto Save' }).uncheck();
  await desk.settings.getByRole('switch', { name: 'Word Wrap' }).uncheck();
  await expect.poll(() => linesOfCode(desk)).toBe(4);
  await desk.settings.getByRole('combobox', { name: 'Tab Size' }).selectOption('4 spaces');
  await desk.settings.getByRole('switch', { name: 'Format on Save' }).check();
  await desk.button('Settings').click();

  await desk.css.textbox.focus();
  await keyboard.press('Tab');
  await keyboard.type('a');
  expect(await desk.css.text()).toBe('    a');
  await haveFormatted(desk.css);
  await desk.css.replace('a{color:red}');
  await keyboard.press('Control+s');
  await expect(desk.badge).toHaveText('Saved');
  const saved = await readProject(studio, account, id);
  expect(saved.css).toBe('a {\n    color: red;\n}\n');
  expect(saved.js).toBe('if (true) {\n    run();\n}\n');
  await keyboard.press('Control+z');
  expect(await desk.css.text()).toBe('a{color:red}');

  await desk.page.goto(`${studio.url}/project/${id}`);
  await expect(desk.html.pane.locator('.code-text').first()).toHaveCSS('white-space', /pre$|preserve nowrap/);
});

test('what cannot be formatted is saved as it is, and nobody is stopped by it', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { html: '<p>one' });
  const desk = await open(account, `/project/${id}`);
  await desk.page.evaluate(() =>
    localStorage.setItem('codestudio_settings', JSON.stringify({ formatOnSave: true, autoSave: false })),
  );
  await desk.page.reload();
  await desk.loaded();
  await haveFormatted(desk.css);
  await desk.js.append('const = 1');
  await desk.css.replace('p{margin:0}');
  await desk.page.keyboard.press('Control+s');
  await expect(desk.badge).toHaveText('Saved');
  const saved = await readProject(studio, account, id);
  expect([saved.css, saved.js]).toEqual(['p {\n  margin: 0;\n}\n', 'const = 1']);
  await expect(desk.toast('Cannot format')).toBeHidden();
});
