import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import { listOwn, register } from '../../fixtures/accounts.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

test('a React project from a template, through a mistake, to an embed and a package to take home', {
  tag: '@nightly',
}, async ({ studio, open, visit }) => {
  test.setTimeout(120_000);
  const author = await register(studio, 'author');
  const studioPage = await open(author);
  const root = studioPage.preview.document.locator('#root');

  await test.step('they choose React and a template', async () => {
    await expect(studioPage.title).toHaveValue('Welcome to CodeStudio');
    await studioPage.button('New').click();
    await studioPage.button('HTML/CSS/JS').click();
    await studioPage.framework.card('React').click();
    await studioPage.framework.template('Split the bill').click();
    await expect(studioPage.framework.dialog).toBeHidden();
    await expect(studioPage.button('React')).toBeVisible();
    await expect(root.getByRole('heading', { name: 'Split the bill' })).toBeVisible();
    await expect(root.locator('output')).toHaveText('€30.80');
    await screenshot(studioPage.page, 'react-1-template');
  });

  await test.step('its component keeps its state while they change the styles', async () => {
    await root.getByLabel('People').fill('4');
    await expect(root.locator('output')).toHaveText('€23.10');
    await expect(studioPage.badge).toHaveText('Saved');
    await studioPage.css.replace('output { color: rgb(1, 2, 3) }');
    await expect(root.locator('output')).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(root.locator('output')).toHaveText('€23.10');
  });

  const working = await studioPage.js.text();
  await test.step('a mistake is marked where it stands; the last page that worked stays', async () => {
    await studioPage.js.replace(working.replace('Split the bill</h1>', 'Split the bill</h2>'));
    await expect(studioPage.js.pane.getByLabel('has an error')).toBeVisible();
    await studioPage.consoleToggle.click();
    await expect(studioPage.console.panel).toContainText("Expected corresponding JSX closing tag for 'h1'");
    await expect(root.getByRole('heading', { name: 'Split the bill' })).toBeVisible();
    await screenshot(studioPage.page, 'react-2-mistake');
    await studioPage.js.replace(working.replace('Split the bill</h1>', 'Split our bill</h1>'));
    await expect(root.getByRole('heading', { name: 'Split our bill' })).toBeVisible();
    await expect(studioPage.js.pane.getByLabel('has an error')).toHaveCount(0);
  });

  await test.step('full screen shows it in a window of its own, as they type', async () => {
    const opened = studioPage.page.context().waitForEvent('page');
    await studioPage.preview.button('Full Screen').click();
    const window = await opened;
    const heading = window.frameLocator('iframe[title="Live Preview"]').getByRole('heading');
    await expect(heading).toHaveText('Split our bill');
    await studioPage.js.replace(working.replace('Split the bill</h1>', 'Split their bill</h1>'));
    await expect(heading).toHaveText('Split their bill');
    await window.close();
  });

  const id = await test.step('they name it, save it and let others embed it', async () => {
    await studioPage.title.fill('Bills');
    await studioPage.title.blur();
    if (await studioPage.button('Save').isVisible()) await studioPage.button('Save').click();
    await expect(studioPage.badge).toHaveText('Saved');
    await studioPage.chooseVisibility('Enable embedding');
    await expect.poll(async () => (await listOwn(studio, author))[0]?.isEmbeddable).toBe(true);
    return (await listOwn(studio, author))[0]?.id ?? '';
  });

  await test.step('a page elsewhere shows it, and it works there', async () => {
    const forum = await serveForeignSite(
      `<h1>Look</h1><iframe src="${studio.url}/embed/${id}?tabs=result,js" width="100%" height="600"></iframe>`,
    );
    const page = await visit(forum.url);
    const embed = page.frameLocator('iframe').first();
    const project = embed.frameLocator('iframe[title="Live Preview"]');
    await expect(project.getByRole('heading', { name: 'Split their bill' })).toBeVisible();
    await project.getByLabel('People').fill('2');
    await expect(project.locator('output')).toHaveText('€46.20');
    await screenshot(page, 'react-3-embed');
    await forum.close();
  });

  await test.step('they take it home as a project of its own', async () => {
    const download = studioPage.page.waitForEvent('download');
    await studioPage.button('Export').click();
    await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('bills_project.zip');
    const zip = await JSZip.loadAsync(await readFile(await file.path()));
    const sources = Object.values(zip.files).filter(({ dir }) => !dir);
    expect(sources.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['index.html', 'standalone.html', 'package.json', 'README.md']),
    );
    const texts = await Promise.all(sources.map((source) => source.async('text')));
    expect(texts.some((text) => text.includes('Split their bill</h1>'))).toBe(true);
  });
});
