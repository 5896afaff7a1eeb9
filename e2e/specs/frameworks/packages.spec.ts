import { readFile } from 'node:fs/promises';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { projectRoutes } from '@studio/contract/http/projects';
import { packageRoutes } from '@studio/contract/packages/package-routes';
import JSZip from 'jszip';
import { surroundWith } from '../../exports/outside-world.ts';
import { listOwn, readProject, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

const script = `import confetti from 'canvas-confetti';
document.body.append('confetti is a ' + typeof confetti);`;
const text = 'confetti is a function';

test('an imported package runs, is saved in its version, and runs wherever the project is', {
  tag: '@smoke',
}, async ({ studio, account, open, visit }) => {
  const studioPage = await open(account);
  await studioPage.button('New').click();
  await studioPage.js.replace(script);
  await expect(studioPage.preview.document.getByText(text)).toBeVisible();
  await studioPage.title.fill('Party');
  await studioPage.title.blur();
  await expect(studioPage.badge).toHaveText('Saved');
  const stored = async () => (await listOwn(studio, account))[0];
  await expect
    .poll(async () => (await stored())?.frameworkConfig.packages)
    .toEqual({ 'canvas-confetti': expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  const { id = '', frameworkConfig: { packages } = {} } = (await stored()) ?? {};

  await test.step('in a window of its own', async () => {
    const opened = studioPage.page.context().waitForEvent('page');
    await studioPage.preview.button('Full Screen').click();
    const window = await opened;
    await expect(window.frameLocator('iframe[title="Live Preview"]').getByText(text)).toBeVisible();
    await window.close();
  });

  await test.step('in an embed', async () => {
    await studioPage.chooseVisibility('Enable embedding');
    await expect.poll(async () => (await listOwn(studio, account))[0]?.isEmbeddable).toBe(true);
    const embed = await visit(`${studio.url}/embed/${id}`);
    await expect(embed.frameLocator('iframe[title="Live Preview"]').getByText(text)).toBeVisible();
  });

  await test.step('in a copy', async () => {
    const { token } = account;
    const copy = await callApi(studio.url, projectRoutes.duplicateProject, { token, params: { id } });
    expect(copy.frameworkConfig.packages).toEqual(packages);
    const copyPage = await open(account, `/project/${copy.id}`);
    await expect(copyPage.preview.document.getByText(text)).toBeVisible();
  });

  await test.step('in the package to take home', async () => {
    const download = studioPage.page.waitForEvent('download');
    await studioPage.button('Export').click();
    await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
    await studioPage.button('Put them in the page').click();
    const zip = await JSZip.loadAsync(await readFile(await (await download).path()));
    const manifest = await zip.file('package.json')?.async('text');
    expect(JSON.parse(manifest ?? '{}').dependencies).toEqual(packages);
    const alone = await visit('about:blank');
    await alone.context().setOffline(true);
    await alone.setContent((await zip.file('standalone.html')?.async('text')) ?? '');
    await expect(alone.getByText(text)).toBeVisible();
  });
});

test('a project that is only looked at runs with its packages, and stays as it is', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { title: 'Party', js: script, isPublic: false });
  const studioPage = await open(account);
  const lookup = Promise.withResolvers<void>();
  await studioPage.page.route('**/api/packages/resolve', async (route) => {
    await lookup.promise;
    await route.continue();
  });
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  const { dialog, close } = studioPage.framework;
  await studioPage.button('HTML/CSS/JS').click();
  await expect(dialog.getByText('No packages yet')).toBeVisible();
  lookup.resolve();
  await expect(dialog.getByRole('row', { name: /^canvas-confetti/ })).toBeVisible();
  await close.click();
  await expect(dialog).toBeHidden();
  await expect(studioPage.preview.document.getByText(text)).toBeVisible();
  expect(await readProject(studio, account, project.id)).toEqual({ ...project, views: expect.any(Number) });
  await studioPage.html.replace('<p>mine</p>');
  await expect(studioPage.preview.document.getByText('mine')).toBeVisible();
  await expect
    .poll(async () => (await readProject(studio, account, project.id)).frameworkConfig.packages)
    .toHaveProperty('canvas-confetti');
});

test('a restored revision without versions of its packages runs with them, and stays as it is until it is edited', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, { title: 'Party', js: script, isPublic: false });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.loaded();
  const packages = async () => (await readProject(studio, account, id)).frameworkConfig.packages ?? {};
  await studioPage.html.replace('<p>mine</p>');
  await expect.poll(packages).toHaveProperty('canvas-confetti');
  await expect(studioPage.badge).toHaveText('Saved');
  await studioPage.chooseFromProjectMenu('Revision history');
  await studioPage.revisions.choices.last().press('Space');
  expect(await studioPage.revisions.restoreChosen()).toBe(true);
  await expect(studioPage.preview.document.getByText('mine')).toHaveCount(0);
  await expect(studioPage.preview.document.getByText(text)).toBeVisible();
  const restored = await readProject(studio, account, id);

  // As the editor has them, once they are found.
  const { dialog, close } = studioPage.framework;
  await studioPage.frameworkSelector.click();
  await expect(dialog.getByRole('row', { name: /^canvas-confetti/ })).toBeVisible();
  await close.click();
  await studioPage.chooseFromProjectMenu('Revision history');
  await studioPage.revisions.choices.first().press('Space');
  await expect(studioPage.revisions.dialog.getByText('This is the current version.')).toBeVisible();
  expect(await studioPage.revisions.restoreChosen()).toBe(false);
  await expect(studioPage.badge).toHaveText('Saved');
  expect(restored.frameworkConfig.packages ?? {}).toEqual({});
  expect(await readProject(studio, account, id)).toEqual(restored);

  await studioPage.html.replace('<p>mine again</p>');
  await expect.poll(packages).toHaveProperty('canvas-confetti');
});

test('an export has all packages in exact versions, also of a project that was never run or saved with any', async ({
  studio,
  account,
  open,
}) => {
  const css = "@import 'leaflet/dist/leaflet.css';";
  const { id } = await storeProject(studio, account, { title: 'Party', css, js: script });
  const studioPage = await open(account);
  const { page } = studioPage;
  // The preview has not resolved the packages.
  await page.route('**/api/packages/resolve', async (route) => {
    await exporting.promise;
    await route.continue();
  });
  const exporting = Promise.withResolvers<void>();
  await page.goto(`${studio.url}/project/${id}`);
  await expect(studioPage.badge).toHaveText('Saved');
  const download = page.waitForEvent('download');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/packages/resolve')) asked += 1;
  });
  const exportProject = async () => {
    await studioPage.button('Export').click();
    await page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  };
  const askedBefore = asked;
  await exportProject();
  // A second export does nothing while the first runs.
  await exportProject();
  const lookup = page.getByRole('dialog', { name: 'Preparing your download' });
  await expect(lookup).toContainText('Looking up npm packages...');
  expect(asked).toBe(askedBefore + 1);
  await lookup.getByRole('button', { name: 'Cancel' }).click();
  await expect(lookup).toBeHidden();
  await exportProject();
  exporting.resolve();
  await studioPage.button('Put them in the page').click();
  const zip = await JSZip.loadAsync(await readFile(await (await download).path()));
  const read = async (path: string) => (await zip.file(path)?.async('text')) ?? '';
  expect(JSON.parse(await read('package.json')).dependencies).toEqual({
    'canvas-confetti': expect.stringMatching(/^\d+\.\d+\.\d+$/),
    leaflet: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(await read('src/style.css')).toContain(css);
  expect(await read('standalone.html')).not.toContain('esm.sh');
});

test('a page that links public addresses shares its React with what it links', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const { packages } = await callApi(studio.url, packageRoutes.resolvePackages, {
    body: { specifiers: ['zustand'], packages: {}, carried: { react: '18.3.1' } },
  });
  const { id } = await storeProject(studio, account, {
    html: '<div id="root"></div>',
    js: `import { create } from 'zustand';
const useCount = create(() => ({ count: 7 }));
const App = () => <p>count {useCount(({ count }) => count)}</p>;
ReactDOM.createRoot(document.getElementById('root')).render(<App />);`,
    frameworkConfig: { ...defaultFrameworkConfig, framework: 'react', frameworkVersion: 18, packages },
  });
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.preview.document.getByText('count 7')).toBeVisible();
  const download = studioPage.page.waitForEvent('download');
  await studioPage.button('Export').click();
  await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  await studioPage.button('Link public addresses').click();
  const zip = await JSZip.loadAsync(await readFile(await (await download).path()));

  const alone = await visit('about:blank');
  await surroundWith([alone.context()]);
  const asked: string[] = [];
  // Like esm.sh, which imports externals by name so that the page provides them.
  await alone.context().route('https://esm.sh/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: `import { useState } from 'react';
export const create = (make) => (select) => useState(() => select(make()))[0];`,
    });
  });
  await alone.setContent((await zip.file('standalone.html')?.async('text')) ?? '');
  await expect(alone.getByText('count 7')).toBeVisible();
  expect(asked).toEqual([
    `https://esm.sh/zustand@${packages['zustand']}?external=bootstrap,react,react-dom,vue`,
  ]);
});
