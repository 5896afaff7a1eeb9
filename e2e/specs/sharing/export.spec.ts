import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { packageRoutes } from '@studio/contract/packages/package-routes';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { projectFiles } from '@studio/engine/export/project-files';
import JSZip from 'jszip';
import { allCombinations, diagonalCombinations, pairwiseCombinations } from '../../exports/combinations.ts';
import { type InstalledPackages, installExportPackages } from '../../exports/installed-packages.ts';
import { type OutsideWorld, readLibrary, surroundWith } from '../../exports/outside-world.ts';
import { sampleProject } from '../../exports/sample-project.ts';
import { type UnpackedExport, unpackExport } from '../../exports/unpacked-export.ts';
import { type Account, signInAsDemo, storeProject } from '../../fixtures/accounts.ts';
import { expectPicture, settledPicture } from '../../fixtures/pictures.ts';
import { expect, test } from '../../fixtures/test.ts';
import { Preview } from '../../pages/preview.ts';
import { callApi } from '../../stack/api.ts';
import type { Studio } from '../../stack/studio.ts';

const noAssets = { assetsUrl: 'http://127.0.0.1', got: new Map(), missing: new Map() };
const surroundings = { moduleCdn: null, readLibrary, assets: noAssets };
const download = async (made: Promise<Download>) => {
  const file = await made;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
};

/** The packages that the fastest run builds. */
const smoke = new Set(['vue component + scss + vite']);

test('single panes are exported as they stand in the editor; an empty one cannot be', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'My Title: ../../Ünsafe "x"',
    html: '<p>saved</p>',
    js: 'let n: number = 1;',
    frameworkConfig: { ...defaultFrameworkConfig, typescript: true, cssFramework: 'scss' },
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.html.replace('<p>typed</p>');
  await studioPage.button('Export').click();
  await expect(studioPage.page.getByRole('menuitem', { name: 'CSS', exact: true })).toBeDisabled();
  const html = download(studioPage.page.waitForEvent('download'));
  await studioPage.page.getByRole('menuitem', { name: 'HTML', exact: true }).click();
  expect(await html).toEqual({
    name: 'my_title________ünsafe__x_.html',
    content: Buffer.from('<p>typed</p>'),
  });
  const js = download(studioPage.page.waitForEvent('download'));
  await studioPage.button('Export').press('Enter');
  await studioPage.page.getByRole('menuitem', { name: 'JS', exact: true }).press('Enter');
  expect(await js).toEqual({
    name: 'my_title________ünsafe__x_.ts',
    content: Buffer.from('let n: number = 1;'),
  });
});

test('the downloaded package has every file, with what stands in the editor', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Take me home',
    html: '<h1>Hi</h1>',
    css: 'h1 { color: teal }',
    js: 'console.log(1)',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.css.replace('h1 { color: tomato }');
  const made = download(studioPage.page.waitForEvent('download'));
  await studioPage.button('Export').click();
  await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  const { name, content } = await made;
  expect(name).toBe('take_me_home_project.zip');
  const zip = await JSZip.loadAsync(content);
  const files = Object.values(zip.files).flatMap((file) => (file.dir ? [] : [file.name]));
  expect(files.toSorted()).toEqual([
    'README.md',
    'index.html',
    'package.json',
    'public/script.js',
    'src/style.css',
    'standalone.html',
    'tsconfig.json',
    'vite.config.js',
  ]);
  expect(await zip.file('src/style.css')?.async('text')).toBe('h1 { color: tomato }');
});

test('a package that cannot be made says so', async ({ account, open }) => {
  const studioPage = await open(account);
  await studioPage.html.replace('<p>here</p>');
  await studioPage.page.route('**/pack.worker*', (route) => route.abort());
  await studioPage.button('Export').click();
  await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  await expect(studioPage.toast('Download failed')).toContainText(
    'Failed to create download package. Please try again.',
  );
});

test('a page that cannot contain what the code imports says what that is', async ({
  studio,
  account,
  open,
}) => {
  const { packages } = await callApi(studio.url, packageRoutes.resolvePackages, {
    body: { specifiers: ['mitt'], packages: {}, carried: {} },
  });
  const { id } = await storeProject(studio, account, {
    js: "import('mitt/nothing.js').catch(() => document.body.append('caught'));",
    frameworkConfig: { ...defaultFrameworkConfig, packages },
  });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.button('Export').click();
  await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  await studioPage.button('Put them in the page').click();
  await expect(studioPage.toast('Download failed')).toContainText(
    `Failed to create download package. Please try again. This studio has no "mitt@${packages['mitt']}/nothing.js". You can choose “Link public addresses” instead.`,
  );
});

test.describe('a package comes out as in the preview', () => {
  let packages: InstalledPackages;
  /** Reused for all packages. Each has a context of its own, because background pages are drawn late. */
  let pages: Record<'preview' | 'built' | 'standalone', Page>;
  let world: OutsideWorld;
  let author: Account;

  test.beforeAll(async ({ browser, studio }) => {
    test.setTimeout(180_000);
    const installed = installExportPackages();
    test.skip('refusal' in installed, 'refusal' in installed ? installed.refusal : '');
    if (!('refusal' in installed)) packages = installed;
    author = await signInAsDemo(studio);
    const open = () => browser.newPage();
    pages = { preview: await open(), built: await open(), standalone: await open() };
    world = await surroundWith([pages.built.context(), pages.standalone.context()]);
  });

  test.afterAll(async () => {
    for (const page of Object.values(pages)) await page.close();
  });

  for (const { name, config } of allCombinations()) {
    test(name, { tag: tagOf(name) }, async ({ studio }) => {
      const sample = { title: name, ...sampleProject(config), frameworkConfig: config };
      const unpacked = unpackExport(await projectFiles(sample, surroundings), config, packages);
      const { id } = await storeProject(studio, author, { ...sample, isPublic: true });
      const [complaints, pictures] = await Promise.all([
        config.typescript ? unpacked.check() : '',
        picturesOf(`${studio.url}/preview/${id}`),
        unpacked.build(),
      ]);
      expect(complaints).toBe('');
      const site = world.site('export', unpacked.folder);
      await Promise.all([
        expectSame(pages.built, `${site}/dist/`, pictures),
        expectSame(pages.standalone, `${site}/standalone.html`, pictures),
      ]);
      expect(world.refused).toEqual([]);
      unpacked.remove();
    });
  }

  test('mistakes in styles that browsers skip do not stop the build', async ({ studio }) => {
    const project = {
      title: 'Tolerated',
      html: `<style>p { color red; top: 1px } b { color: rgb(0, 0, 1) }</style>
<p style="color: rgb(0, 0, 2); top 1px">a <b>b</b> <i>c</i> <u>d</u> <s>e</s> <em>f</em></p>`,
      css: `@media (max-width 600px) { p { color: red } }
.1a, > b { color: red }
i { *zoom: 1; color: rgb(0, 0, 3) }
// comment
b { color: red }
u { // comment
  color: red; color: rgb(0, 0, 4) }
$size: 1px;
s { color: red }
}
em { color: red }
em { color: rgb(0, 0, 5); /* to the end`,
      js: '',
      frameworkConfig: defaultFrameworkConfig,
    };
    const unpacked = await openBoth(studio, project);
    const colors = (elements: Element[]) => elements.map((one) => getComputedStyle(one).color);
    const shown = new Preview(pages.preview).document.locator('p, p *');
    await expect(shown).toHaveCount(6);
    const expected = [2, 1, 3, 4, 2, 5].map((blue) => `rgb(0, 0, ${blue})`);
    expect(await shown.evaluateAll(colors)).toEqual(expected);
    expect(await pages.built.locator('p, p *').evaluateAll(colors)).toEqual(expected);
    unpacked.remove();
  });

  test('what browsers pass over, and what Vite would read otherwise, is as in the preview', {
    tag: '@exports',
  }, async ({ studio }) => {
    const project = {
      title: 'Passed over',
      html: `<style>@import url("fonts.css"); b { color: rgb(0, 0, 1) }</style>
<img src="/" alt=""><img src="." alt=""><img srcset="? 1x" alt=""><img src="${'long'.repeat(100)}" alt="">
<template><img src="src/"></template><noscript><link rel="icon" href="index.html/x"></noscript>
<b title="%PROD%">%MODE% %constructor%</b> <i></i> <u style="background: url('')"></u>
<script>import('./gone.js').catch(() => document.querySelector('i').append('caught'))</script>
<script>import('named').then(({ said }) => document.querySelector('u').append(said))</script>
<script type="importmap">{ "imports": { "named": "data:text/javascript,export const said = 'mapped'" } }</script>`,
      css: 'i { color: rgb(0, 0, 2); background: url("") }\n@import "reset.css"',
      js: `function press() { import('vue').then(({ version }) => document.body.append('Vue ' + version[0])); }
press();
import('/gone.js').catch(() => document.body.append('caught again'));`,
      frameworkConfig: defaultFrameworkConfig,
    };
    const unpacked = await openBoth(studio, project);
    for (const root of [new Preview(pages.preview).document, pages.built]) {
      await expect(root.locator('body')).toContainText('%MODE% %constructor% caught mapped');
      await expect(root.locator('body')).toContainText('caught again');
      await expect(root.locator('body')).toContainText('Vue 3');
      await expect(root.locator('b')).toHaveAttribute('title', '%PROD%');
      await expect(root.locator('b')).toHaveCSS('color', 'rgb(0, 0, 1)');
      await expect(root.locator('i')).toHaveCSS('color', 'rgb(0, 0, 2)');
    }
    unpacked.remove();
  });

  test('scripts of other sites find the framework of a package, and the names of its script', {
    tag: '@exports',
  }, async () => {
    const plugin = `const { h } = Vue;
window.Plugin = { install: (app) => app.component('Greeting', { render: () => h('h1', 'Hello') }) };
addEventListener('load', () => window.setup());`;
    const project = {
      title: 'Plugged in',
      html: '<div id="app"><greeting></greeting></div>',
      css: '',
      js: `declare const Plugin: { install(app: unknown): void };
Vue.createApp({}).use(Plugin).mount('#app');
function setup(): void { document.body.append('set up'); }`,
      frameworkConfig: {
        ...defaultFrameworkConfig,
        framework: 'vue' as const,
        typescript: true,
        resources: [{ kind: 'script' as const, url: 'http://export.sites.localhost/plugin.js' }],
      },
    };
    const files = { ...(await projectFiles(project, surroundings)), 'plugin.js': plugin };
    const unpacked = unpackExport(files, project.frameworkConfig, packages);
    const [complaints] = await Promise.all([unpacked.check(), unpacked.build()]);
    expect(complaints).toBe('');
    const site = world.site('export', unpacked.folder);
    for (const path of ['dist/', 'standalone.html']) {
      await pages.built.goto(`${site}/${path}`);
      await expect(pages.built.getByRole('heading', { name: 'Hello' })).toBeVisible();
      await expect(pages.built.locator('body')).toContainText('set up');
    }
    unpacked.remove();
  });

  test('a component that imports styles, in one line with its tag, finds its place in the page', {
    tag: '@exports',
  }, async ({ studio }) => {
    const project = {
      title: 'In one line',
      html: '<header id="app-bar"></header>',
      css: '',
      js: "<script setup>import './App.css'</script><template><h1>Here</h1></template>",
      frameworkConfig: { ...defaultFrameworkConfig, framework: 'vue' as const, vueSfc: true },
    };
    const unpacked = await openBoth(studio, project);
    for (const root of [new Preview(pages.preview).document, pages.built])
      await expect(root.getByRole('heading', { name: 'Here' })).toBeVisible();
    unpacked.remove();
  });

  /** Opens a project in the preview and as it is built. */
  async function openBoth(studio: Studio, project: ExportedProject): Promise<UnpackedExport> {
    const { id } = await storeProject(studio, author, { ...project, isPublic: true });
    const files = await projectFiles(project, surroundings);
    const unpacked = unpackExport(files, project.frameworkConfig, packages);
    await unpacked.build();
    await pages.preview.goto(`${studio.url}/preview/${id}`);
    await pages.built.goto(`${world.site('export', unpacked.folder)}/dist/`);
    return unpacked;
  }

  async function picturesOf(address: string): Promise<Pictures> {
    await pages.preview.goto(address);
    const shown = new Preview(pages.preview);
    const counter = shown.document.locator('.count');
    await expect(counter).toHaveText('0');
    const before = await settledPicture(shown.element);
    await counter.press('Enter');
    await expect(counter).toHaveText('1');
    return { before, after: await settledPicture(shown.element), size: await shown.viewport() };
  }
});

/** The daily run builds few packages; changes of the engine or exports add all pairs of choices. */
function tagOf(name: string): string[] {
  if (smoke.has(name)) return ['@smoke'];
  if (diagonalCombinations().some((one) => one.name === name)) return [];
  return pairwiseCombinations().some((one) => one.name === name) ? ['@exports'] : ['@nightly'];
}

/** Pictures of a counter before and after a press. */
interface Pictures {
  before: Buffer;
  after: Buffer;
  size: { width: number; height: number };
}

async function expectSame(page: Page, address: string, { before, after, size }: Pictures): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(address);
  await expectPicture(page, before, address);
  await page.locator('.count').press('Enter');
  await expect(page.locator('.count')).toHaveText('1');
  await expectPicture(page, after, `${address} after a click`);
}
