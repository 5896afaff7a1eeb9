import { storeProject } from '../fixtures/accounts.ts';
import { recordScripts } from '../fixtures/script-sizes.ts';
import { expect, test } from '../fixtures/test.ts';

const project = { title: 'Small', html: '<p id="out"></p>', css: '', js: 'out.textContent = "ran"' };

test('the editor route needs at most 130 kB of gzipped JavaScript before Monaco', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const desk = await open(account);
  const scripts = recordScripts(desk.page, /monaco/);
  await desk.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(desk.html.textbox).toBeVisible();
  expect(await scripts.gzipBytes()).toBeLessThanOrEqual(130_000);
});

test('the code is readable before Monaco has loaded', async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, { ...project, html: '<p id="out">readable</p>' });
  const desk = await open(account);
  await desk.page.route(/monaco|editor\.api|editor-.*\.js/i, (route) => route.abort());
  await desk.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(desk.html.textbox).toHaveValue('<p id="out">readable</p>');
});

test('an embed needs at most 2 kB of our JavaScript until the project has run', async ({
  studio,
  account,
  visit,
}) => {
  const stored = await storeProject(studio, account, { ...project, isEmbeddable: true });
  const page = await visit('about:blank');
  const scripts = recordScripts(page);
  await page.goto(`${studio.url}/embed/${stored.id}`);
  await expect(page.frameLocator('iframe').getByText('ran')).toBeVisible();
  expect(await scripts.gzipBytes()).toBeLessThanOrEqual(2_000);
});

test('no request leaves for another host', async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, project);
  const desk = await open(account);
  const hosts = new Set<string>();
  desk.page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') || protocol.startsWith('ws')) hosts.add(hostname);
  });
  await desk.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(desk.preview.document.getByText('ran')).toBeVisible();
  await desk.button('Browse Public Projects').click();
  await expect(desk.browse.dialog).toBeVisible();
  expect([...hosts].filter((host) => !/(^|\.)localhost$|^127\.0\.0\.1$/.test(host))).toEqual([]);
});
