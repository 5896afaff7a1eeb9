import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { packageVersions } from '@studio/engine/export/package-json';
import JSZip from 'jszip';
import { startTestRegistry } from '../../../backend/test/support/test-registry.ts';
import { listOwn, register, signedIn } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import { startStudio } from '../../stack/studio.ts';

const script = "import { said } from 'greeting-card';\ndocument.body.append(said);";
const words = (text: string) => ({ 'index.js': `export const words = '${text}';` });
const card = (text: string) => ({
  'index.js': `import { words } from 'greeting-words';\nexport const said = words + '${text}';`,
});
const shown = (page: Page) => page.locator('iframe[title="Live Preview"]').first().contentFrame();

/** Records the code of packages that a browser loads from now on. @returns a function that reads it, by path */
function recordCode(context: BrowserContext): () => Promise<Record<string, string>> {
  const got = new Map<string, Promise<Buffer>>();
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isCode = pathname.startsWith('/packages/') && response.request().resourceType() === 'script';
    if (isCode) got.set(pathname, response.body());
  });
  return async () => {
    const bodies = await Promise.all(
      [...got].map(async ([path, body]) => [path, (await body).toString('hex')]),
    );
    return Object.fromEntries(bodies) as Record<string, string>;
  };
}

/** Every file of the ZIP, with the packages in `standalone.html`. */
async function exported(studioPage: StudioPage): Promise<Record<string, string>> {
  const download = studioPage.page.waitForEvent('download');
  await studioPage.button('Export').click();
  await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  await studioPage.button('Put them in the page').click();
  const zip = await JSZip.loadAsync(await readFile(await (await download).path()));
  const files = Object.values(zip.files).filter(({ dir }) => !dir);
  const texts = await Promise.all(files.map(async (file) => [file.name, await file.async('text')]));
  return Object.fromEntries(texts) as Record<string, string>;
}

/** The versions of the packages that `npm install` brings into an exported project. */
async function installed(files: Record<string, string>, registry: string): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-exported-'));
  for (const name of ['package.json', 'package-lock.json'])
    writeFileSync(join(folder, name), files[name] ?? '');
  // Not synchronously, because the registry responds from this process.
  await promisify(execFile)('npm', ['install', '--registry', registry, '--cache', join(folder, 'cache')], {
    cwd: folder,
  });
  const names = ['greeting-card', 'greeting-words'];
  const manifests = names.map((name) => join(folder, 'node_modules', name, 'package.json'));
  const versions = manifests.map((path) => JSON.parse(readFileSync(path, 'utf8')).version as string);
  rmSync(folder, { recursive: true });
  return Object.fromEntries(names.map((name, index) => [name, versions[index] ?? '']));
}

test('a newer release leaves a project as it is, byte for byte: for others, in a fork, an embed and an export; new projects get it', {
  tag: '@nightly',
}, async ({ browser }) => {
  const registry = await startTestRegistry();
  const needs = (range: string) => ({ dependencies: { 'greeting-words': range } });
  registry.publish('vite', { version: packageVersions.vite.slice(1) });
  registry.publish('greeting-words', { version: '1.0.0', files: words('hello') });
  registry.publish('greeting-card', {
    version: '1.0.0',
    files: card(' of 1.0.0'),
    manifest: needs('^1.0.0'),
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-frozen-'));
  const studio = await startStudio({
    MODULES: 'registry',
    PACKAGE_REGISTRY: registry.address,
    DATA_DIR: dataDir,
  });
  const author = await register(studio, 'author');
  const visitor = await register(studio, 'visitor');
  const contexts: BrowserContext[] = [];
  /** Opens a path in a new browser context, signed in as `person` if given. */
  const visit = async (path: string, person?: typeof author) => {
    const context = await browser.newContext(person ? { storageState: signedIn(studio, person) } : {});
    contexts.push(context);
    const code = recordCode(context);
    const page = await context.newPage();
    await page.goto(`${studio.url}${path}`);
    return { page, code, studioPage: new StudioPage(page) };
  };
  const old = 'hello of 1.0.0';

  const made = await test.step('somebody makes a project with the package of today', async () => {
    const { page, code, studioPage } = await visit('/', author);
    await studioPage.button('New').click();
    await studioPage.js.replace(script);
    await expect(shown(page).getByText(old)).toBeVisible();
    await studioPage.title.fill('Card');
    await studioPage.title.blur();
    await expect(studioPage.badge).toHaveText('Saved');
    await studioPage.chooseVisibility('Make public');
    await studioPage.chooseVisibility('Enable embedding');
    await expect.poll(async () => (await listOwn(studio, author))[0]?.isEmbeddable).toBe(true);
    const [{ id, frameworkConfig } = { id: '', frameworkConfig: null }] = await listOwn(studio, author);
    expect(frameworkConfig?.packages).toEqual({ 'greeting-card': '1.0.0' });
    return { id, code: await code(), files: await exported(studioPage) };
  });
  expect(Object.keys(made.code)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('/greeting-card@1.0.0/'),
      expect.stringContaining('/greeting-words@1.0.0/'),
    ]),
  );

  // Publish a newer dependency within the range of the old version, and change the code of the old version itself.
  registry.publish('greeting-words', { version: '1.1.0', files: words('good morning') });
  registry.publish('greeting-card', {
    version: '1.0.0',
    files: card(' of nobody'),
    manifest: needs('^1.1.0'),
  });
  registry.publish('greeting-card', {
    version: '2.0.0',
    files: card(' of 2.0.0'),
    manifest: needs('^1.1.0'),
  });
  // As on another machine later: only the database and the storage are left.
  await studio.kill();
  rmSync(join(dataDir, 'packages'), { recursive: true });
  await studio.restart();

  for (const [who, path, person] of [
    ['its author', `/project/${made.id}`, author],
    ['somebody else', `/project/${made.id}`, visitor],
    ['a reader of its embed', `/embed/${made.id}`, undefined],
  ] as const)
    await test.step(`${who} runs the same bytes`, async () => {
      const { page, code } = await visit(path, person);
      await expect(shown(page).getByText(old)).toBeVisible();
      expect(await code()).toEqual(made.code);
    });

  await test.step('so does a fork', async () => {
    const { studioPage } = await visit(`/project/${made.id}`, visitor);
    await studioPage.button('Fork').click();
    await expect(studioPage.badge).toHaveText('Saved');
    await expect.poll(async () => (await listOwn(studio, visitor)).length).toBe(1);
    const [fork] = await listOwn(studio, visitor);
    expect(fork?.frameworkConfig.packages).toEqual({ 'greeting-card': '1.0.0' });
    const { page, code } = await visit(`/project/${fork?.id}`, visitor);
    await expect(shown(page).getByText(old)).toBeVisible();
    expect(await code()).toEqual(made.code);
  });

  await test.step('so does an export, and Update offers the newer release', async () => {
    const { page, studioPage } = await visit(`/project/${made.id}`, author);
    const files = await exported(studioPage);
    expect(files).toEqual(made.files);
    expect(JSON.parse(files['package.json'] ?? '').dependencies).toEqual({ 'greeting-card': '1.0.0' });
    expect(await installed(files, registry.address)).toEqual({
      'greeting-card': '1.0.0',
      'greeting-words': '1.0.0',
    });
    const alone = await browser.newContext({ offline: true });
    contexts.push(alone);
    const standalone = await alone.newPage();
    await standalone.setContent(files['standalone.html'] ?? '');
    await expect(standalone.getByText(old)).toBeVisible();
    await studioPage.frameworkSelector.click();
    const row = studioPage.framework.dialog.getByRole('row', { name: /^greeting-card/ });
    await row.getByRole('button', { name: 'Update' }).click();
    const newer = page.getByRole('region', { name: 'greeting-card 2.0.0' });
    await expect(
      newer.locator('iframe[title="Live Preview"]').contentFrame().getByText('good morning of 2.0.0'),
    ).toBeVisible();
  });

  await test.step('a new project gets the newer release', async () => {
    const { page, studioPage } = await visit('/', visitor);
    await studioPage.button('New').click();
    await studioPage.js.replace(script);
    await expect(shown(page).getByText('good morning of 2.0.0')).toBeVisible();
  });

  for (const context of contexts) await context.close();
  await studio.dispose();
  await registry.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
