import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { assetRoutes } from '@studio/contract/http/assets';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import { downloadPackage, filesOf } from '../../exports/download-package.ts';
import { type InstalledPackages, installExportPackages } from '../../exports/installed-packages.ts';
import { surroundWith } from '../../exports/outside-world.ts';
import { unpackExport } from '../../exports/unpacked-export.ts';
import { type Account, register, storeProject } from '../../fixtures/accounts.ts';
import { fontFile, pngFile, storeAssets, textFile } from '../../fixtures/files.ts';
import { expectPicture, settledPicture } from '../../fixtures/pictures.ts';
import { expect, test } from '../../fixtures/test.ts';
import { Preview } from '../../pages/preview.ts';
import { callApi } from '../../stack/api.ts';
import type { Studio } from '../../stack/studio.ts';

/** Addresses of the files that the projects use. */
type Files = Record<'picture' | 'other' | 'font' | 'sheet' | 'words' | 'code' | 'theme' | 'module', string>;

const face = ({ font }: Files) => `@font-face { font-family: Own; src: url("${font}") format("woff2") }`;
const markup = ({ picture, sheet }: Files) => `<link rel="stylesheet" href="${sheet}">
<p class="own">Set in a face of its own</p><img src="${picture}" srcset="${picture} 1x" alt="">
<div class="box" style="background-image: url('${picture}')"></div><p class="words"></p><p class="more"></p>`;

/** Projects that use files in every possible way. */
const projects: { name: string; config: Partial<FrameworkConfig>; write: (files: Files) => object }[] = [
  {
    name: 'plain HTML, CSS and JavaScript',
    config: {},
    write: (files) => ({
      html: markup(files),
      css: `${face(files)}\n.own { font-family: Own } .box { height: 40px; border: 8px solid; border-image: url(${files.other}) 4 }`,
      js: `const more = document.querySelector('.more'); const image = new Image(); image.src = '${files.other}'; more.append(image);
fetch('${files.words}').then((answer) => answer.json()).then(({ text }) => { document.querySelector('.words').textContent = text; });
import('${files.code}').then(({ sign }) => more.append(sign));`,
    }),
  },
  {
    name: 'a TypeScript module with SCSS',
    config: { typescript: true, cssFramework: 'scss', buildTool: 'vite' },
    write: (files) => ({
      html: `${markup(files)}<script type="module">import { sign } from '${files.code}'; document.querySelector('.more').append(sign);</script>`,
      css: `@import url("${files.sheet}");\n${face(files)}\n.own { font-family: Own; & + img { background: url("${files.other}") } } .box { height: 40px }`,
      js: `import { sign } from '${files.code}';
const words: Element = document.querySelector('.words')!;
fetch('${files.words}').then((answer) => answer.json()).then(({ text }) => { words.textContent = text + sign; });`,
    }),
  },
  {
    name: 'a Vue component with Tailwind',
    config: { framework: 'vue', vueSfc: true, cssFramework: 'tailwind' },
    write: (files) => ({
      html: '',
      css: face(files),
      js: `<script setup>import { ref } from 'vue'; import { sign } from '${files.code}'; const other = ref('${files.other}');</script>
<template><p class="own">Set in a face of its own {{ sign }}</p><img src="${files.picture}"><img :src="other">
<div class="h-10 bg-[url(${files.picture})]"></div><div class="box"></div></template>
<style scoped>.own { font-family: Own } .box { height: 40px; background: url('${files.other}') }</style>`,
    }),
  },
  {
    name: 'files that name other files',
    config: {},
    write: (files) => ({
      html: `<link rel="stylesheet" href="${files.theme}"><p class="own">Set in a face of its own</p>
<div class="box"></div><p class="words"></p><p class="more"></p>`,
      css: `@import url("${files.theme}");\n.more { border: 1px solid }`,
      js: `import { text } from '${files.module}'; document.querySelector('.words').textContent = text;`,
    }),
  },
];

/** A style sheet and a module that name other files, as code and as addresses. */
const themeOf = (files: Files) => `@import "${pathOf(files.sheet)}";
@font-face { font-family: Own; src: url(${pathOf(files.font)}) format("woff2") }
.own { font-family: Own } .box { height: 40px; background: url("${files.other}") }`;
const moduleOf = (files: Files) => `import { sign } from '${pathOf(files.code)}';
const [image, more] = [new Image(), document.querySelector('.more')];
image.src = '${pathOf(files.picture)}';
more.append(image, new Image());
more.lastChild.src = new URL('${pathOf(files.other)}', import.meta.url).href;
export const { text } = await (await fetch('${pathOf(files.words)}')).json();
more.append(sign);`;
const pathOf = (address: string) => new URL(address).pathname;

const size = { width: 40, height: 24 };
const red = pngFile('My Picture.png', size, [200, 60, 40]);
const blue = pngFile('My Picture.png', size, [20, 120, 200]);

/** Uploads the files; two of them, of different people, have the same name. */
async function storeFiles(studio: Studio, owner: Account): Promise<Files> {
  const [two] = await storeAssets(studio, await register(studio), blue);
  const [one, font, sheet, words, code] = await storeAssets(
    studio,
    owner,
    red,
    fontFile('Own.woff2'),
    textFile('CON.css', '.box { width: 120px }'),
    textFile('words.json', '{ "text": "from a file" }'),
    textFile('code.js', "export const sign = '!';"),
  );
  const files = {
    picture: one?.url ?? '',
    other: two?.url ?? '',
    font: font?.url ?? '',
    sheet: sheet?.url ?? '',
    words: words?.url ?? '',
    code: code?.url ?? '',
    theme: '',
    module: '',
  };
  const [theme, module] = await storeAssets(
    studio,
    owner,
    textFile('theme.css', themeOf(files)),
    textFile('module.js', moduleOf(files)),
  );
  return { ...files, theme: theme?.url ?? '', module: module?.url ?? '' };
}

test.describe('a package with users’ files', () => {
  let packages: InstalledPackages;

  test.beforeAll(() => {
    test.setTimeout(180_000);
    const installed = installExportPackages();
    test.skip('refusal' in installed, 'refusal' in installed ? installed.refusal : '');
    if (!('refusal' in installed)) packages = installed;
  });

  for (const { name, config, write } of projects) {
    test(`comes out as in the preview: ${name}`, async ({ studio, account, open, visit, browser }) => {
      const files = await storeFiles(studio, account);
      const frameworkConfig = FrameworkConfig.parse(config);
      const project = await storeProject(studio, account, {
        title: name,
        ...write(files),
        frameworkConfig,
        isPublic: true,
      });
      const shown = new Preview(await visit(`${studio.url}/preview/${project.id}`));
      await arrival(shown.document.locator('body'));
      const expected = await settledPicture(shown.element);

      const studioPage = await open(account, `/project/${project.id}`);
      await expect(studioPage.title).toHaveValue(name);
      const zip = await downloadPackage(studioPage);
      expect(Object.keys(zip.files)).toEqual(
        expect.arrayContaining(['public/assets/My_Picture.png', 'public/assets/My_Picture_2.png']),
      );
      const unpacked = unpackExport(await filesOf(zip), frameworkConfig, packages);
      if (config.typescript) expect(await unpacked.check()).toBe('');
      await unpacked.build();

      const page = await browser.newPage({ viewport: await shown.viewport() });
      const world = await surroundWith([page.context()]);
      const site = world.site('export', unpacked.folder);
      const alone = pathToFileURL(`${unpacked.folder}/standalone.html`).href;
      const development = await unpacked.develop();
      for (const address of [development.url, `${site}/dist/`, `${site}/standalone.html`, alone])
        await expectSame(page, address, expected);
      await development.close();
      expect(world.refused).toEqual([]);
      await page.close();
      unpacked.remove();
    });
  }
});

async function expectSame(page: Page, address: string, expected: Buffer): Promise<void> {
  await page.goto(address);
  await arrival(page.locator('body'));
  await expectPicture(page, expected, address);
}

/** Waits until a page has loaded all its files. */
async function arrival(body: Locator): Promise<void> {
  await expect(body).toContainText('!');
  await body.evaluate(async (element) => {
    await Promise.all([...element.querySelectorAll('img')].map((image) => image.decode()));
    await document.fonts.ready;
  });
}

test('a file that cannot be had is named in the README, and the export goes on', async ({
  studio,
  account,
  open,
}) => {
  const [kept, deleted] = await storeAssets(studio, account, red, pngFile('deleted.png'));
  const html = `<img src="${kept?.url}"><img src="${deleted?.url}">`;
  const project = await storeProject(studio, account, { title: 'Lacking', html });
  const params = { id: deleted?.id ?? '' };
  await callApi(studio.url, assetRoutes.deleteAsset, { token: account.token, params });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.title).toHaveValue('Lacking');
  const zip = await downloadPackage(studioPage);
  expect(await zip.file('README.md')?.async('text')).toContain(
    `<${deleted?.url}>: the file does not exist or was deleted.`,
  );
  expect(await zip.file('public/assets/My_Picture.png')?.async('nodebuffer')).toEqual(red.buffer);
  const text = await zip.file('index.html')?.async('text');
  expect(text).toContain(`<img src="./assets/My_Picture.png"><img src="${deleted?.url}">`);
});

test('a packing that takes long says how far it has come, and can be cancelled', async ({
  studio,
  account,
  open,
}) => {
  const [file] = await storeAssets(studio, account, pngFile('slow.png'));
  const url = file?.url ?? '';
  const project = await storeProject(studio, account, { title: 'Slow', html: `<img src="${url}">` });
  const studioPage = await open(account, `/project/${project.id}`);
  await expect(studioPage.title).toHaveValue('Slow');
  await studioPage.page.context().route(url, () => {});
  await studioPage.button('Export').click();
  await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  const dialog = studioPage.page.getByRole('dialog', { name: 'Preparing your download' });
  await expect(dialog).toContainText('Downloading files: 0 of 1');
  await expect(dialog.getByRole('progressbar', { name: 'Download progress' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await studioPage.page.context().unrouteAll();
  expect(Object.keys((await downloadPackage(studioPage)).files)).toContain('public/assets/slow.png');
  await expect(studioPage.toast('Download failed')).toBeHidden();
});
