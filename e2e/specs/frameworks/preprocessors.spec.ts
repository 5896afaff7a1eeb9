import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

test('Markdown and Less are chosen in the dialog, and run in the preview and in an embed', {
  tag: '@smoke',
}, async ({ studio, account, open, visit }) => {
  const project = await storeProject(studio, account, {
    title: 'Preprocessors',
    html: '# Hello *you*',
    css: '@ink: rgb(1, 2, 3);\nh1 { em { color: @ink; } }',
    isEmbeddable: true,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { framework } = studioPage;
  await studioPage.button('HTML/CSS/JS').click();
  await framework.htmlPreprocessor.selectOption('Markdown');
  await framework.cssPreprocessor.selectOption('Less');
  await expect(framework.dialog).toContainText('Markdown · Less');
  await framework.cssFramework.selectOption('SCSS');
  await expect(framework.cssPreprocessor).toBeHidden();
  await framework.cssFramework.selectOption('None');
  await studioPage.page.keyboard.press('Escape');
  const word = studioPage.preview.document.getByRole('heading', { name: 'Hello you' }).locator('em');
  await expect(word).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(studioPage.badge).toHaveText('Saved');
  const embed = await visit(`${studio.url}/embed/${project.id}`);
  await expect(embed.frameLocator('iframe').locator('h1 em')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await studioPage.loaded();
  await studioPage.css.replace('a { color: @missing; }');
  await expect(studioPage.preview.bar).toContainText('variable @missing is undefined');
});

test('Pug is chosen in the dialog, and its code runs in the preview, an embed and an export', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Pug',
    html: 'ul\n  each name, i in ["Ada", "<Grace>"]\n    li(class=`n${i}`)= name',
    isEmbeddable: true,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { framework, preview } = studioPage;
  await studioPage.button('HTML/CSS/JS').click();
  await framework.htmlPreprocessor.selectOption('Pug');
  await expect(framework.dialog).toContainText('Pug');
  await studioPage.page.keyboard.press('Escape');
  await expect(preview.document.locator('li.n1')).toHaveText('<Grace>');
  await expect(studioPage.badge).toHaveText('Saved');
  const embed = await visit(`${studio.url}/embed/${project.id}`);
  await expect(embed.frameLocator('iframe').locator('li.n1')).toHaveText('<Grace>');
  const made = studioPage.page.waitForEvent('download');
  await studioPage.button('Export').click();
  await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  const { files } = await JSZip.loadAsync(await readFile(await (await made).path()));
  expect(await files['index.html']?.async('text')).toContain('<li class="n1">&lt;Grace&gt;</li>');
  expect(await files['index.pug']?.async('text')).toBe(project.html);
  await studioPage.loaded();
  await studioPage.html.replace('p before\n- for (;;);');
  await expect(preview.bar).toContainText('runs too long');
  await expect(preview.document.locator('li.n1')).toHaveText('<Grace>');
  await studioPage.html.replace('p= this.constructor.constructor("return typeof fetch + typeof self")()');
  await expect(preview.document.locator('p')).toHaveText('undefinedundefined');
});
