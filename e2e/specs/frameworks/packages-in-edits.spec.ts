import { packageRoutes } from '@studio/contract/packages/package-routes';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { callApi } from '../../stack/api.ts';
import { serveForeignSite } from '../../stack/network/foreign-site.ts';

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
  const code = (response: string) => `import confetti from 'canvas-confetti';
document.querySelector('output').textContent = typeof confetti + '${response}';`;
  const project = await storeProject(studio, account, {
    title: 'Based',
    html: `<base href="${elsewhere.url}"><output></output>`,
    js: code(' first'),
  });
  const studioPage = await open(account, `/project/${project.id}`);
  const asked: string[] = [];
  studioPage.page.context().on('request', (request) => asked.push(request.url()));
  const output = studioPage.preview.document.locator('output');
  for (const response of [' second', ' third']) {
    await studioPage.js.replace(code(response));
    await expect(output).toHaveText(`function${response}`);
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
