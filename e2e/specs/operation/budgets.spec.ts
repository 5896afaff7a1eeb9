import { storeProject } from '../../fixtures/accounts.ts';
import { embedScriptBytes, initialScripts } from '../../fixtures/script-sizes.ts';
import { expect, test } from '../../fixtures/test.ts';

const project = { title: 'Small', html: '<p id="out">readable</p>', css: '', js: 'out.textContent = "ran"' };

test('at most 140 kB of gzipped JavaScript, and the code can be read, changed and saved with no other', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, project);
  const address = `${studio.url}/project/${stored.id}`;
  const initial = await initialScripts(address);
  expect(initial.files.length).toBeGreaterThan(0);
  expect(initial.gzipBytes).toBeLessThanOrEqual(140_000);

  const studioPage = await open(account);
  await studioPage.page.route(
    ({ pathname, href }) => pathname.endsWith('.js') && !initial.files.includes(href),
    (route) => route.abort(),
  );
  await studioPage.page.goto(address);
  await expect(studioPage.html.textbox).toHaveValue(project.html);
  await studioPage.html.replace('<p>changed</p>');
  await expect(studioPage.badge).toHaveText('Saved');
});

test('Monaco loads at most twelve files, and its language services start when an editor is pointed at or focused', {
  tag: '@smoke',
}, async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account);
  const { page } = studioPage;
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/[^/]+\.js$/.test(pathname)) scripts.add(pathname);
  });
  await page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loaded();
  const services = () => page.workers().filter((worker) => /\/(?:css|html|ts)\.worker/.test(worker.url()));
  await studioPage.html.textbox.focus();
  // Without a sign of use, they start after ten seconds.
  await expect.poll(() => services().length, { timeout: 8_000 }).toBeGreaterThan(0);
  expect(scripts.size).toBeLessThanOrEqual(12);
});

test('neither Monaco nor the compilers are fetched for who only looks, with a pointer that rests; both come once it moves', async ({
  studio,
  account,
  open,
}) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account);
  const { page } = studioPage;
  // Left, because the editor with a new project fetches compilers. The pointer rests where the next page has its editors.
  await page.goto('about:blank');
  await page.mouse.move(300, 300);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  // Their files are requests of the browser's context alone, where those of an earlier page may still arrive.
  page.on('worker', (worker) => fetched.push(new URL(worker.url()).pathname));
  const isFetched = (file: RegExp) => fetched.some((path) => file.test(path));
  await page.goto(`${studio.url}/project/${stored.id}`);
  // What is fetched without input is fetched by then.
  await expect.poll(() => isFetched(/\/later-.+\.js$/), { timeout: 15_000 }).toBe(true);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(fetched.filter((path) => /monaco|compile/.test(path))).toEqual([]);
  await expect(page.getByText('Loading the full editor...')).toBeHidden();

  await page.mouse.move(310, 310, { steps: 2 });
  await expect.poll(() => isFetched(/compile/)).toBe(true);
  await expect.poll(() => isFetched(/\/monaco-.+\.js$/), { timeout: 15_000 }).toBe(true);
});

test('an embed needs at most 2 kB of our JavaScript until the project has run', { tag: '@smoke' }, async ({
  studio,
  account,
  visit,
}) => {
  const stored = await storeProject(studio, account, { ...project, js: '', isEmbeddable: true });
  const page = await visit('about:blank');
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') files.push(new URL(request.url()).pathname);
  });
  const bytes = await embedScriptBytes(page, `${studio.url}/embed/${stored.id}`);
  await expect(page.frameLocator('iframe').getByText('readable')).toBeVisible();
  // The script that listens for takedowns loads only after the project has run.
  expect(files.filter((path) => path !== '/embed/live.js')).toEqual([]);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(2_000);
});

test('no request leaves for another host', async ({ studio, account, open }) => {
  const stored = await storeProject(studio, account, project);
  const studioPage = await open(account);
  const hosts = new Set<string>();
  studioPage.page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') || protocol.startsWith('ws')) hosts.add(hostname);
  });
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await expect(studioPage.preview.document.getByText('ran')).toBeVisible();
  await studioPage.button('Browse Public Projects').click();
  await expect(studioPage.browse.dialog).toBeVisible();
  expect([...hosts].filter((host) => !/(^|\.)localhost$|^127\.0\.0\.1$/.test(host))).toEqual([]);
});
