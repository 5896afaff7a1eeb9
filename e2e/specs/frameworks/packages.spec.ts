import { readFile } from 'node:fs/promises';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { projectRoutes } from '@studio/contract/http/projects';
import { packageRoutes } from '@studio/contract/packages/package-routes';
import JSZip from 'jszip';
import { surroundWith } from '../../exports/outside-world.ts';
import { listOwn, readProject, register, storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

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

test('a project’s own styles override those of packages that its script imports, and go on to when they are edited', async ({
  studio,
  account,
  open,
  visit,
}) => {
  const js = `import 'leaflet/dist/leaflet.css';
import 'katex/dist/katex.min.css';
document.body.append('ready');`;
  const html = '<p class="leaflet-container">map</p>';
  const css = '.leaflet-container { outline-offset: 9px }';
  const { id } = await storeProject(studio, account, { html, css, js, isEmbeddable: true });
  const studioPage = await open(account, `/project/${id}`);
  const embed = await visit(`${studio.url}/embed/${id}`);
  const inEmbed = embed.frameLocator('iframe[title="Live Preview"]');
  for (const page of [studioPage.preview.document, inEmbed]) {
    await expect(page.getByText('ready')).toBeVisible();
    const sheets = await page
      .locator('html')
      .evaluate(() => Array.from(document.styleSheets, ({ href }) => href));
    expect(sheets).toEqual([
      expect.stringMatching(/leaflet\.css$/),
      expect.stringMatching(/katex\.min\.css$/),
      null,
    ]);
    await expect(page.locator('p')).toHaveCSS('outline-offset', '9px');
    // As Leaflet has it.
    await expect(page.locator('p')).toHaveCSS('overflow', 'hidden');
  }
  await studioPage.css.replace(css.replace('9px', '8px'));
  await expect(studioPage.preview.document.locator('p')).toHaveCSS('outline-offset', '8px');
});

test('an edit asks for all modules of its packages at once, and nothing in the page shows it', async ({
  studio,
  account,
  open,
}) => {
  // The runner must not run this getter of the project when it reads performance entries.
  const html = `<script>
      Object.defineProperty(PerformanceEntry.prototype, 'name', { get() { throw new Error('read') } });
      window.asked = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node.rel) asked.push(node.href);
      }).observe(document, { childList: true, subtree: true });
    </script>`;
  const code = (word: string) =>
    `import { signal } from '@preact/signals';
const { length } = document.querySelectorAll('link');
document.body.append(['${word}', typeof signal, length].join(' '));`;
  const { id } = await storeProject(studio, account, { html, js: code('first') });
  const studioPage = await open(account, `/project/${id}`);
  const { js, preview, console: panel } = studioPage;
  await studioPage.consoleToggle.click();
  await expect(preview.document.getByText('first function 0')).toBeVisible();
  const asked = () =>
    preview.document.locator('html').evaluate(() => (window as unknown as { asked: string[] }).asked);
  expect(await asked()).toEqual([]);
  await js.replace(`${code('second')}\nthrow new Error('third');`);
  await expect(preview.document.getByText('second function 0')).toBeVisible();
  await expect(panel.panel).toContainText(/third[^]*script\.js:4/);
  await expect(panel.panel).not.toContainText('read');
  const modules = await asked();
  expect(modules).toContainEqual(expect.stringContaining('/packages/@preact/signals@'));
  // The dependencies of the package, and their chunks.
  expect(modules).toContainEqual(expect.stringMatching(/\/packages\/preact@[^/]+\/~\//));

  await test.step('after the page has loaded itself anew', async () => {
    await js.replace(
      `if (!sessionStorage.again) { sessionStorage.again = 1; location.reload(); await new Promise(() => {}); }\n${code('again')}`,
    );
    await expect(preview.document.getByText('again function')).toBeVisible();
  });
  await test.step('with another package beside it', async () => {
    await js.replace(`import mitt from 'mitt';\n${code('beside')}`);
    await expect(preview.document.getByText('beside function')).toBeVisible();
  });
  await test.step('with none', async () => {
    await js.replace("document.body.append('nothing imported');");
    await expect(preview.document.getByText('nothing imported')).toBeVisible();
  });
});

test('a page with a base address elsewhere asks only the studio for its packages, in edit after edit', async ({
  studio,
  account,
  open,
}) => {
  const elsewhere = await serveForeignSite('');
  const code = (answer: string) => `import confetti from 'canvas-confetti';
document.querySelector('output').textContent = typeof confetti + '${answer}';`;
  const project = await storeProject(studio, account, {
    title: 'Based',
    html: `<base href="${elsewhere.url}"><output></output>`,
    js: code(' first'),
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const asked: string[] = [];
  studioPage.page.context().on('request', (request) => asked.push(request.url()));
  const output = studioPage.preview.document.locator('output');
  for (const answer of [' second', ' third']) {
    await studioPage.js.replace(code(answer));
    await expect(output).toHaveText(`function${answer}`);
  }
  expect(asked.filter((url) => url.startsWith(new URL(elsewhere.url).origin))).toEqual([]);
  await elsewhere.close();
});

test('a page that decides itself how modules are loaded does so in edit after edit', async ({
  studio,
  account,
  open,
}) => {
  // React throws if a hook is called outside of a component.
  const code = (word: string) =>
    `import { create } from 'zustand';
const { react } = (() => { try { return create(() => 1)(); } catch { return { react: 'own' }; } })();
document.body.append('${word} ' + react);`;
  const { id } = await storeProject(studio, account, { js: code('first') });
  const studioPage = await open(account, `/project/${id}`);
  const { html, js, preview } = studioPage;
  await studioPage.consoleToggle.click();
  await expect(preview.document.getByText('first own')).toBeVisible();

  await test.step('by an import map that a script of its own adds', async () => {
    const react = `data:text/javascript,${encodeURIComponent('export default { useSyncExternalStore: () => ({ react: "added" }), useDebugValue() {}, useCallback() {} }')}`;
    const map = JSON.stringify({ scopes: { '/packages/': { react } } });
    await html.replace(
      `<p>map</p><script>document.head.append(Object.assign(document.createElement('script'), { type: 'importmap', textContent: '${map}' }))</script>`,
    );
    await expect(preview.document.getByText('map', { exact: true })).toBeVisible();
    for (const word of ['second', 'third']) {
      await js.replace(code(word));
      await expect(preview.document.getByText(`${word} added`)).toBeVisible();
    }
  });
  await test.step('by a policy', async () => {
    await html.replace(
      '<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="script-src \'unsafe-inline\'"></head><body><p>policy</p></body></html>',
    );
    await expect(studioPage.console.panel).toContainText('Content-Security-Policy');
    await expect(preview.document.getByText('policy', { exact: true })).toBeVisible();
    await expect(preview.document.locator('body')).toHaveText('policy', { useInnerText: true });
  });
});

test('a module that is imported by its address runs in edit after edit, in a page that stays as it is', async ({
  studio,
  account,
  open,
}) => {
  const { packages } = await callApi(studio.url, packageRoutes.resolvePackages, {
    body: { specifiers: ['canvas-confetti'], packages: {}, carried: {} },
  });
  const code = (word: string) =>
    `import confetti from '/packages/canvas-confetti@${packages['canvas-confetti']}/';\ndocument.body.append('${word} ' + typeof confetti);`;
  const { id } = await storeProject(studio, account, { html: '<p>page</p>', js: code('first') });
  const studioPage = await open(account, `/project/${id}`);
  const { document } = studioPage.preview;
  await expect(document.getByText('first function')).toBeVisible();
  for (const word of ['second', 'third']) {
    // Wait for the pending frame, which takes the next document.
    await expect(studioPage.page.locator('iframe[aria-hidden="true"]')).not.toHaveCount(0);
    await studioPage.js.replace(code(word));
    await expect(document.getByText(`${word} function`)).toBeVisible();
    await expect(document.locator('body')).toHaveText(`page${word} function`);
  }
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

test('the editor knows what packages export: mistakes are marked, and names are offered', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Typed',
    js: `import { addDays } from 'date-fns';
import debounce from 'lodash-es/debounce';
const tomorrow: string = addDays(new Date(), 1);
const later = debounce(tomorrow);
`,
    frameworkConfig: { ...defaultFrameworkConfig, typescript: true },
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const { page, js } = studioPage;
  await studioPage.loaded();
  await js.append('addD');
  await expect(js.mistakes).toHaveCount(3, { timeout: 60_000 });
  await js.append('ays(new Date(), 1).getFullY');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: /^getFullYear/ })).toBeVisible();
});

test('the editor knows the packages of a project that is only opened, before anybody types', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const { id } = await storeProject(studio, account, {
    title: 'Opened',
    js: `import * as THREE from 'three';
const scene: string = new THREE.Scene();
THREE.Mes;
`,
    frameworkConfig: { ...defaultFrameworkConfig, typescript: true },
  });
  const studioPage = await open(account, `/project/${id}`);
  const { page, js } = studioPage;
  await studioPage.loaded();
  await test.step('mistakes are marked', async () => {
    await js.caretTo(14);
    await expect(js.mistakes).toHaveCount(2, { timeout: 30_000 });
  });
  await test.step('pointing at the import shows what it is', async () => {
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+I');
    const hover = page.locator('.monaco-hover:visible');
    await expect(hover).toContainText('import THREE');
    await expect(hover).not.toContainText('module "*"');
    await page.keyboard.press('Escape');
  });
  await test.step('names are offered', async () => {
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await expect(page.getByRole('option', { name: /^MeshBasicMaterial/ })).toBeVisible();
  });
  expect((await readProject(studio, account, id)).frameworkConfig.packages).toBeUndefined();
});
