import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { type ImportedPackages, importedPackages } from '../../../test/support/requests/imported-package.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Shelf } from '../../features/packages/catalog/shelf.js';

let studio: TestStudio;
let modules: ImportedPackages;
const version = (await new Shelf().list()).find(({ name }) => name === 'preact')?.version ?? '';
const packages = { preact: version, leaflet: '1.9.4' };
const own = `/packages/preact@${version}/`;

beforeAll(async () => {
  studio = await startTestStudio();
  modules = importedPackages(`http://127.0.0.1:${studio.config.sandboxPort}`);
});
afterAll(async () => {
  modules.remove();
  await studio.stop();
});

/** The address of the page of a new project. */
async function pageOf(js: string, html = '', css = ''): Promise<string> {
  const frameworkConfig = { ...defaultFrameworkConfig, packages };
  const project = { html, css, js, frameworkConfig, isEmbeddable: true };
  const { id } = await studio.project(await studio.person(), project);
  return `http://localhost:${studio.config.sandboxPort}/rendered/${id}`;
}

const visit = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { headers: { 'Sec-Fetch-Dest': 'iframe', ...headers } });

const rendered = async (js: string, html = '') => (await visit(await pageOf(js, html))).text();

const preloads = (page: string) =>
  [...page.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, href]) => href);

it('a rendered page requests at once those modules of its packages that have been served before', async () => {
  const js = "import { useState } from 'preact/hooks';";
  expect(preloads(await rendered(js))).toEqual([]);
  await modules.import(`${own}hooks`);
  const page = await rendered(js);
  const [first, ...others] = preloads(page);
  expect(first).toBe(`${own}hooks`);
  expect(others).not.toEqual([]);
  expect(others.filter((each) => !each?.startsWith(`${own}~/main/`))).toEqual([]);
  // Browsers that support only one import map ignore one after the first module.
  expect(page.indexOf('modulepreload')).toBeGreaterThan(page.indexOf('type="importmap"'));
});

it('a rendered page asks for no modules that it does not import', async () => {
  await modules.import(own);
  expect(preloads(await rendered("document.title = '';"))).toEqual([]);
});

it('a page that controls itself how modules are loaded preloads none', async () => {
  const js = "import { h } from 'preact';";
  await modules.import(own);
  expect(preloads(await rendered(js, '<p>text</p>'))).not.toEqual([]);
  expect(preloads(await rendered(js, "<script>map.type = 'importmap'</script>"))).toEqual([]);
  const policy = '<meta http-equiv="content-security-policy" content="script-src \'unsafe-inline\'">';
  expect(preloads(await rendered(js, `<!doctype html><head>${policy}</head>`))).toEqual([]);
});

it('a rendered page is cacheable once it requests all modules that it needs, and not before', async () => {
  const address = await pageOf("import { signal } from 'preact/compat';");
  expect((await visit(address)).headers.get('ETag')).toBeNull();
  await modules.import(`${own}compat`);
  const whole = await visit(address);
  expect(preloads(await whole.text())).toContain(`${own}compat`);
  const tag = whole.headers.get('ETag') ?? '';
  expect((await visit(address, { 'If-None-Match': tag })).status).toBe(304);
});

it.each([
  ['style sheets', '', "@import 'leaflet/dist/leaflet.css';"],
  ['data', "import about from 'preact/package.json' with { type: 'json' };", ''],
])('a rendered page that imports only %s of packages is cacheable', async (_what, js, css) => {
  // Builds it, for which a page waits only shortly.
  await fetch(`http://localhost:${studio.config.sandboxPort}/packages/leaflet@1.9.4/`);
  const page = await visit(await pageOf(js, '', css));
  expect(preloads(await page.text())).toEqual([]);
  expect(page.headers.get('ETag')).not.toBeNull();
});
