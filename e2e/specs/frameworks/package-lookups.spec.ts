import type { Locator } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { packageRoutes } from '@studio/contract/packages/package-routes';
import { readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { onPhone } from '../../fixtures/input/phone.ts';
import { poorTargets } from '../../fixtures/input/touch-targets.ts';
import { screenshot } from '../../fixtures/screenshot.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';

/** A request to resolve packages, and the longest pause between keys before it in ms. */
interface Asked {
  specifiers: string[];
  longestPause: number;
}

declare global {
  interface Window {
    asked: Asked[];
  }
}

const script = `import confetti from 'canvas-confetti';
document.body.append('confetti is a ' + typeof confetti);`;
const text = 'confetti is a function';

test('a removed package disappears from the right project, however long the lookup takes', async ({
  studio,
  account,
  open,
}) => {
  const { packages } = await callApi(studio.url, packageRoutes.resolvePackages, {
    body: { specifiers: ['canvas-confetti', 'mitt', 'nanoid', 'immer'], packages: {}, carried: {} },
  });
  const frameworkConfig = { ...defaultFrameworkConfig, packages };
  const js = "import { produce } from 'immer';\ndocument.body.append(typeof produce);";
  const other = await storeProject(studio, account, { title: 'Other', js: '', frameworkConfig });
  const { id } = await storeProject(studio, account, { title: 'Party', js, frameworkConfig });
  const studioPage = await open(account, `/project/${other.id}`);
  await expect(studioPage.title).toHaveValue('Other');
  await studioPage.page.evaluate((address) => history.pushState(null, '', address), `/project/${id}`);
  await expect(studioPage.preview.document.getByText('function')).toBeVisible();
  const { dialog } = studioPage.framework;
  const rows = dialog.getByRole('row');
  const remove = (name: string) =>
    dialog
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('button', { name: 'Remove' })
      .click();
  const stored = async (project: string) =>
    Object.keys((await readProject(studio, account, project)).frameworkConfig.packages ?? {});
  await studioPage.button('HTML/CSS/JS').click();
  await expect(rows).toHaveCount(5);
  let looked = Promise.withResolvers<void>();
  let asked = 0;
  await studioPage.page.route('**/api/packages/resolve', async (route) => {
    // The lookup that finds out whether another import depends on it.
    const { specifiers } = route.request().postDataJSON() as { specifiers: string[] };
    if (specifiers.includes('immer')) {
      asked += 1;
      await looked.promise;
    }
    await route.continue();
  });
  await remove('canvas-confetti');
  await remove('mitt');
  await expect.poll(() => asked).toBe(2);
  looked.resolve();
  await expect(rows).toHaveCount(3);
  await expect.poll(() => stored(id)).toEqual(['immer', 'nanoid']);

  looked = Promise.withResolvers<void>();
  asked = 0;
  await remove('nanoid');
  await expect.poll(() => asked).toBe(1);
  await studioPage.page.goBack();
  // By the document's title, because the dialog hides the page's own title.
  await expect(studioPage.page).toHaveTitle(/Other/);
  const answered = studioPage.page.waitForResponse('**/api/packages/resolve');
  looked.resolve();
  await answered;
  await studioPage.page.keyboard.press('Escape');
  await studioPage.html.replace('<p>mine</p>');
  await expect.poll(async () => (await readProject(studio, account, other.id)).html).toBe('<p>mine</p>');
  expect(await stored(other.id)).toHaveLength(4);
  expect(await stored(id)).toEqual(['immer', 'nanoid']);
});

test('a name that nobody knows is an error at its place, which says what may have been meant', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, { title: 'Party' });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.loaded();
  await studioPage.js.replace(script.replace('canvas-confetti', 'canvas-confeti'));
  await expect(studioPage.preview.bar).toContainText('JavaScript 1:23');
  await expect(studioPage.preview.bar).toContainText('Did you mean "canvas-confetti"?');
  await expect(studioPage.js.mistakes).toHaveCount(1);
  await expect(studioPage.badge).toHaveText('Saved');
  const stored = await readProject(studio, account, project.id);
  expect(stored.frameworkConfig.packages).toBeUndefined();
  await studioPage.js.caretTo(24);
  const fix = studioPage.page.locator('.action-widget .title').filter({ hasText: 'canvas-confetti' });
  // The editor offers no fix until its services have started.
  await expect(async () => {
    await studioPage.page.keyboard.press('Control+.');
    await expect(fix).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // The whole name is visible, because similar names may differ only at their end.
  const { room, needed } = await fix.evaluate(({ clientWidth, scrollWidth }) => ({
    room: clientWidth,
    needed: scrollWidth,
  }));
  expect(room).toBe(needed);
  await studioPage.page.keyboard.press('Enter');
  await expect(studioPage.preview.document.getByText(text)).toBeVisible();
  await expect(studioPage.preview.bar).toBeHidden();
});

for (const [htmlLanguage, html] of [
  ['markdown', `# Party\n\n<script type="module">\n  IMPORT\n</script>\n`],
  ['pug', `h1 Party\nscript(type="module").\n\n  IMPORT\n`],
] as const) {
  test(`such a name is marked as a whole, and replaced, in ${htmlLanguage} too`, async ({
    studio,
    account,
    open,
  }) => {
    const text = html.replace('IMPORT', `import go from 'canvas-confeti'; document.title = typeof go;`);
    const frameworkConfig = { ...defaultFrameworkConfig, htmlLanguage };
    const project = await storeProject(studio, account, { title: 'Party', html: text, frameworkConfig });
    const studioPage = await open(account, `/project/${project.id}`);
    await studioPage.loaded();
    await expect(studioPage.preview.bar).toContainText('HTML 4:19');
    const mark = studioPage.html.mistakes;
    await expect(mark).toHaveCount(1);
    const line = studioPage.html.pane.locator('.view-line > span').filter({ hasText: 'canvas-confeti' });
    const character = (await widthOf(line)) / (text.split('\n')[3]?.length ?? 1);
    expect((await widthOf(mark)) / character).toBeCloseTo('canvas-confeti'.length, 0);
    await studioPage.html.caretTo(text.indexOf('canvas') + 1);
    const fix = studioPage.page.locator('.action-widget .title').filter({ hasText: 'canvas-confetti' });
    // The editor offers no fix until its services have started.
    await expect(async () => {
      await studioPage.page.keyboard.press('Control+.');
      await expect(fix).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await studioPage.page.keyboard.press('Enter');
    await expect.poll(() => studioPage.html.text()).toBe(text.replace('confeti', 'confetti'));
    await expect(studioPage.preview.bar).toBeHidden();
  });
}

test('on a phone a button replaces such a name by what may have been meant', async ({
  studio,
  account,
  browser,
}) => {
  const js = script.replace('canvas-confetti', 'canvas-confeti');
  const project = await storeProject(studio, account, { title: 'Party', js });
  const studioPage = await onPhone(browser, studio, account);
  const { page } = studioPage;
  await page.goto(`${studio.url}/project/${project.id}`);
  await studioPage.loadedOnPhone();
  await studioPage.button('JavaScript').tap();
  const fix = studioPage.js.pane.getByRole('button', { name: 'Replace with "canvas-confetti"' });
  await expect(fix).toBeInViewport({ ratio: 1 });
  expect.soft(await poorTargets(page)).toEqual([]);
  await screenshot(page, 'package-fix-phone');
  await fix.tap();
  await expect.poll(() => studioPage.js.text()).toBe(script);
  await expect(studioPage.js.pane.locator('.cm-lintRange-error')).toHaveCount(0);
  await page.context().close();
});

const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;

test('styles that name a package alone are told which style sheets it has', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    html: '<p class="leaflet-container">map</p>',
    css: "/* Map */\n@import 'leaflet';",
  });
  const { preview, css } = await open(account, `/project/${project.id}`);
  await expect(preview.bar).toContainText('CSS 2:10');
  await expect(preview.bar).toContainText('Did you mean "leaflet/dist/leaflet.css"?');
  await css.replace("@import 'leaflet/dist/leaflet.css';");
  await expect(preview.bar).toBeHidden();
  await expect(preview.document.locator('.leaflet-container')).toHaveCSS('overflow', 'hidden');
});

test('what is no package’s name is an error, too, and says what it is', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { title: 'Misnamed' });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.loaded();
  await studioPage.js.replace("import P from 'Preact';\nconsole.log(P);\n");
  await expect(studioPage.preview.bar).toContainText(
    '"Preact" is not the name of a package. Did you mean "preact" or',
  );
  await studioPage.js.replace("import fs from 'node:fs';\nconsole.log(fs);\n");
  await expect(studioPage.preview.bar).toContainText('"node:fs" is a part of Node');
});

test('a version that the studio does not have is an error at the import, until it is updated', async ({
  studio,
  account,
  open,
}) => {
  const frameworkConfig = { ...defaultFrameworkConfig, packages: { 'canvas-confetti': '0.0.7' } };
  const { id } = await storeProject(studio, account, { title: 'Party', js: script, frameworkConfig });
  const studioPage = await open(account, `/project/${id}`);
  await expect(studioPage.preview.bar).toContainText('JavaScript 1:23');
  await expect(studioPage.preview.bar).toContainText('canvas-confetti 0.0.7 is not on this studio');
  const stored = await readProject(studio, account, id);
  expect(stored.frameworkConfig.packages).toEqual(frameworkConfig.packages);
});

test('packages that have run once run on while the server is gone', async ({
  mortalStudio: studio,
  open,
}) => {
  const account = await register(studio, 'author');
  const { id } = await storeProject(studio, account, { title: 'Party', js: script });
  const studioPage = await open(account, `/project/${id}`, studio);
  await studioPage.loaded();
  await expect(studioPage.preview.document.getByText(text)).toBeVisible();
  await expect(studioPage.badge).toHaveText('Saved');
  await studio.kill();
  await studioPage.js.append("\ndocument.body.append(' without a server');");
  await expect(studioPage.preview.document.getByText(`${text} without a server`)).toBeVisible();
  await studio.restart();
  await expect(studioPage.badge).toHaveText('Saved', { timeout: 20_000 });
});

test('another path of a project’s package runs although package lookups fail', async ({
  studio,
  account,
  open,
}) => {
  const { packages } = await callApi(studio.url, packageRoutes.resolvePackages, {
    body: { specifiers: ['preact'], packages: {}, carried: {} },
  });
  const { id } = await storeProject(studio, account, {
    js: "import { useState } from 'preact/hooks';\ndocument.body.append('part ' + typeof useState);",
    frameworkConfig: { ...defaultFrameworkConfig, packages },
  });
  const studioPage = await open(account);
  const { page, preview, console: output } = studioPage;
  await page.route(`**/api${packageRoutes.resolvePackages.path}`, (route) => route.abort());
  const refused = page.waitForEvent('requestfailed');
  await page.goto(`${studio.url}/project/${id}`);
  await expect(preview.document.getByText('part function')).toBeVisible();
  await refused;
  await studioPage.js.append("\ndocument.body.append(' once more');");
  await expect(preview.document.getByText('part function once more')).toBeVisible();
  await studioPage.consoleToggle.click();
  await expect(output.panel).toContainText('JavaScript console output will appear here...');
});

test('a page with new classes gets the package that a failed lookup has kept from it', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, {
    html: '<button onclick="this.className = `h-[` + 41 + `px]`">new</button>',
    js: script,
    frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'tailwind' },
  });
  const studioPage = await open(account);
  const { page, preview } = studioPage;
  const lookups = `**/api${packageRoutes.resolvePackages.path}`;
  await page.route(lookups, (route) => route.abort());
  await page.goto(`${studio.url}/project/${id}`);
  await expect(preview.bar).toContainText('Cannot look up "canvas-confetti"');
  const button = preview.document.getByRole('button');
  await button.press('Enter');
  await expect(button).toHaveCSS('height', '41px');
  await page.unroute(lookups);
  await expect(preview.document.getByText(text)).toBeVisible({ timeout: 60_000 });
});

test('a package name is not looked up before it is typed to its end', async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, { title: 'Party' });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.loaded();
  // Measured by the page's clock, because the speed of the keys depends on the machine.
  await studioPage.page.evaluate(() => {
    const { fetch } = window;
    let lastKeyAt = Number.POSITIVE_INFINITY;
    let longestPause = 0;
    window.asked = [];
    const measurePause = () => {
      longestPause = Math.max(longestPause, performance.now() - lastKeyAt);
    };
    addEventListener(
      'keydown',
      () => {
        measurePause();
        lastKeyAt = performance.now();
      },
      { capture: true },
    );
    window.fetch = (input, init) => {
      measurePause();
      const isQuestion = String(input).endsWith('/api/packages/resolve');
      const { specifiers } = isQuestion ? JSON.parse(String(init?.body)) : { specifiers: [] };
      // The editor also calls this without specifiers, for the packages' types.
      if (specifiers.length > 0) window.asked.push({ specifiers, longestPause });
      return fetch(input, init);
    };
  });
  await studioPage.js.textbox.focus();
  // The editor closes the quote by itself.
  await studioPage.page.keyboard.type("import confetti from 'canvas-confetti");
  await studioPage.page.keyboard.press('End');
  await studioPage.page.keyboard.type('; document.body.append(typeof confetti);');
  await expect(studioPage.preview.document.getByText('function')).toBeVisible();
  const asked = await studioPage.page.evaluate(() => window.asked);
  const isWhole = ({ specifiers }: Asked) => specifiers.join() === 'canvas-confetti';
  expect(asked.filter(isWhole)).toHaveLength(1);
  // A pause of 800 ms within a name counts as its end.
  expect(asked.filter((each) => !isWhole(each) && each.longestPause < 800)).toEqual([]);
  await expect
    .poll(async () => (await readProject(studio, account, project.id)).frameworkConfig.packages)
    .toEqual({ 'canvas-confetti': expect.any(String) });
});

test('an import that cannot work is one message in the console, and what else goes wrong is there as well', async ({
  studio,
  account,
  open,
}) => {
  const { id } = await storeProject(studio, account, {
    html: `<script>addEventListener('load', () => console.log('loaded')); throw new Error('of the page');</script>
<script type="module">import 'immer/no-such-file.js';</script>`,
    js: "import confetti from 'canvas-confeti';\nconfetti();",
  });
  const studioPage = await open(account, `/project/${id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.row('loaded')).toBeVisible();
  await expect(studioPage.console.row('of the page')).toBeVisible();
  await expect(studioPage.console.row('canvas-confeti')).toHaveText(/Did you mean "canvas-confetti"/);
  await expect(studioPage.console.row('no-such-file.js')).toHaveCount(1);
});
