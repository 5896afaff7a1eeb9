import { afterAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import request from 'supertest';
import { createRenderer, type Renderer } from './rendering/renderer.js';
import { createSandboxListener } from './sandbox-listener.js';

const id = 'abcdefghij012345';
const project = {
  id,
  html: '<p>Hello</p>',
  css: 'p{}',
  js: 'go()',
  frameworkConfig: defaultFrameworkConfig,
};
const brokenId = 'brokenbroken0000';
const broken: typeof project = {
  ...project,
  id: brokenId,
  css: 'a {\n  color: $nope; // <b>\n}',
  frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'scss' },
};
const slowId = 'slowslowslowslow';
const slow: typeof project = { ...broken, id: slowId, css: '@while true { $a: 1 }' };
const randomId = 'randomrandom0000';
const random: typeof project = { ...broken, id: randomId, css: 'a { b: unique-id() }' };
const stored = (asked: string) => [project, broken, slow, random].find((one) => one.id === asked);
const resolveImports = async () => ({ packages: {}, problems: [] });
const renderer = createRenderer({ libraries: 'local', moduleCdn: null, resolveImports, ownerMs: 60_000 });
afterAll(() => renderer.close());
const listenerFor = (renders: Renderer) =>
  createSandboxListener({
    addresses: {
      sandboxUrl: 'http://{id}.localhost:3001',
      assetsUrl: 'http://127.0.0.1:3001',
      publicUrl: null,
      appPort: 3000,
    },
    runtime: {
      runner: '"runner"',
      rendered: '"rendered"',
      embed: '',
      embedTabs: '',
      embedLive: '',
      live: '',
    },
    renderer: renders,
    findEmbeddable: async ({ id }) =>
      stored(id) ? { id, ownerId: 'owner', version: 3, rev: null, framework: 'vanilla' } : null,
    readSource: async (asked) => stored(asked.id) ?? null,
    findFramed: async () => null,
    findCard: async () => null,
    packages: {
      read: async () => null,
      markUsed: () => undefined,
      requesterOf: () => '',
      charge: () => undefined,
    },
    findAsset: async () => undefined,
    readAsset: () => Promise.reject(new Error('There are no files here')),
  });

const listener = listenerFor(renderer);

const projectHost = `${id}.localhost:3001`;
const ask = (path: string, headers: Record<string, string> = {}) =>
  request(listener)
    .get(path)
    .set('Host', projectHost)
    .set({ 'Sec-Fetch-Dest': 'iframe', ...headers });

describe('the second listener', () => {
  it('serves the runner at any path, by GET and POST, where a frame asks for a page', async () => {
    for (const path of ['/', '/any/where?x=1']) {
      const response = await ask(path).expect(200);
      expect(response.text).toContain(
        'data-hosts="http://localhost:3000 http://127.0.0.1:3000 http://[::1]:3000"',
      );
      expect(response.headers['x-content-type-options']).toBe('nosniff');
    }
    await request(listener).post('/form').set({ Host: projectHost, 'Sec-Fetch-Dest': 'iframe' }).expect(200);
  });

  const chromium = { 'Sec-CH-UA': '"Chromium";v="156"', 'Sec-CH-UA-Platform': '"Linux"' };
  const onDesktop = { ...chromium, 'Sec-CH-UA-Platform': '"Windows"' };
  const listed = `${id}.github.io`;
  it.each([
    ['a name of localhost, which is a site', projectHost, chromium, undefined],
    ['a host below a public suffix', listed, onDesktop, undefined],
    ['the same on a phone', listed, { ...chromium, 'Sec-CH-UA-Platform': '"Android"' }, '?1'],
    ['the same on what may be a tablet', listed, chromium, '?1'],
    ['a host that shares a site with other projects', `${id}.usercontent.example`, onDesktop, '?1'],
    ['an address', '192.168.1.5:3001', onDesktop, '?1'],
    ['localhost itself', 'localhost:3001', onDesktop, '?1'],
    [
      'a browser without a window',
      projectHost,
      { ...chromium, 'Sec-CH-UA': '"Chromium";v="156", "HeadlessChrome";v="156"' },
      '?1',
    ],
    ['a browser that does not identify itself', projectHost, {}, '?1'],
  ])(
    'asks for a process where the browser has none for the project: %s',
    async (_what, host, sent, header) => {
      const { headers } = await ask('/', { ...sent, Host: host }).expect(200);
      expect(headers['origin-agent-cluster']).toBe(header);
    },
  );

  it('answers 404 to everything else, so that a missing script is never a page', async () => {
    await ask('/missing.js', { 'Sec-Fetch-Dest': 'script' }).expect(404);
    await ask('/missing.json', { 'Sec-Fetch-Dest': 'empty' }).expect(404);
    await request(listener).get('/missing.js').set('Host', projectHost).set('Accept', '*/*').expect(404);
    await request(listener).put('/').set({ Host: projectHost, 'Sec-Fetch-Dest': 'iframe' }).expect(404);
  });

  it('redirects from the host of a project to the host of users’ files, for any destination, and never elsewhere', async () => {
    const file = `/assets/${'k'.repeat(16)}/a%20b.png`;
    for (const destination of ['image', 'font', 'empty', 'iframe', 'document']) {
      const response = await ask(`${file}?download=true&x=1`, { 'Sec-Fetch-Dest': destination }).expect(302);
      expect(response.headers['location']).toBe(`http://127.0.0.1:3001${file}?download=true`);
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.headers['cache-control']).toBe('public, max-age=3600');
    }
    const script = { 'Sec-Fetch-Dest': 'script' };
    for (const path of [
      '/assets/short/a.js',
      `/assets/${'k'.repeat(16)}/`,
      `/assets/${'k'.repeat(16)}/b/a.js`,
      `//elsewhere.example${file}`,
      `/x${file}`,
    ])
      await ask(path, script).expect(404);
    await ask(file, { Host: '127.0.0.1:3001' }).expect(404);
    await ask(file, { 'Service-Worker': 'script' }).expect(404);
  });

  it('refuses service workers', async () => {
    await ask('/sw.js', { 'Service-Worker': 'script' }).expect(404);
  });

  it('never serves a page from the host of users’ files', async () => {
    await ask('/', { Host: '127.0.0.1:3001' }).expect(404);
    await ask(`/rendered/${id}`, { Host: '127.0.0.1:3001' }).expect(404);
  });

  it('shows a notice with a link to the project in a tab that opens any address directly', async () => {
    const unknown = 'zzzzzzzzzzzzzzzz';
    const topLevel = { 'Sec-Fetch-Dest': 'document' };
    const response = await ask(`/rendered/${id}`, topLevel).expect(200);
    expect(response.text).toContain(`http://localhost:3000/project/${id}`);
    expect(response.text).not.toContain('Hello');
    expect(response.headers['x-robots-tag']).toBe('noindex');
    expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    const other = await ask('/any/where', { ...topLevel, Host: `${unknown}.localhost:3001` }).expect(200);
    expect(other.text).toBe(response.text.replaceAll(id, unknown));
    await request(listener)
      .head('/')
      .set({ Host: projectHost, ...topLevel })
      .expect(200, undefined);
    const posted = await request(listener)
      .post('/')
      .set({ Host: projectHost, ...topLevel })
      .expect(200);
    expect(posted.text).toBe(response.text);
  });

  it('renders an embeddable project on its own host, after the runtime, and sends it again only if it has changed', async () => {
    const response = await ask(`/rendered/${id}`).expect(200);
    expect(response.text).toMatch(
      /^<!doctype html><script data-hosts="[^"]*">"rendered"<\/script><html>.*<p>Hello<\/p>/s,
    );
    await ask(`/rendered/${id}`, { 'If-None-Match': response.headers['etag'] ?? '' }).expect(304);
  });

  it('H73 compiles a project once, whatever the query of the address is', async () => {
    const host = { Host: `${randomId}.localhost:3001` };
    const texts = new Set<string>();
    for (let variant = 0; variant < 20; variant += 1)
      texts.add((await ask(`/rendered/${randomId}?v=${variant}`, host).expect(200)).text);
    expect([...texts]).toEqual([expect.stringMatching(/b: u\w+/)]);
  });

  it('runs a project without the part that an error breaks, and names that in the console of the frame', async () => {
    const host = { Host: `${brokenId}.localhost:3001` };
    const { text } = await ask(`/rendered/${brokenId}`, host).expect(200);
    expect(text).toMatch(
      /^<!doctype html><script data-hosts="[^"]*">"rendered"<\/script><script>console\.error\("CSS, line 2: Undefined variable\."\);[^<]*<\/script><html>.*<p>Hello<\/p>.*go\(\)/s,
    );
    expect(text).not.toContain('$nope');
  });

  it('does not let browsers cache that a project took too long, because the machine may just be busy', async () => {
    const { headers, text } = await ask(`/rendered/${slowId}`, { Host: `${slowId}.localhost:3001` }).expect(
      200,
    );
    expect(text).toContain('CSS, line 1: Compiling took longer than 5 seconds');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['etag'] ?? '').not.toContain('"3-');
  });

  it('H73 answers 503 with Retry-After once an owner’s budget of compiling is used up, and the page reloads itself', async () => {
    const spent = createRenderer({ libraries: 'local', moduleCdn: null, resolveImports, ownerMs: 0 });
    const response = await request(listenerFor(spent))
      .get(`/rendered/${id}`)
      .set({ Host: projectHost, 'Sec-Fetch-Dest': 'iframe' })
      .expect(503);
    expect(response.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
    expect(response.headers).not.toHaveProperty('etag');
    expect(response.text).toMatch(
      /^<!doctype html><script[^]*http-equiv="refresh" content="1"[^]*prepared\. Try again in 1 second\./,
    );
  });

  it('has the libraries on the hosts of projects and of files', async () => {
    const path = '/lib/vue@3.5.45/dist/vue.global.prod.js';
    await ask(path, { 'Sec-Fetch-Dest': 'script' }).expect(200);
    await ask(path, { Host: '127.0.0.1:3001', 'Sec-Fetch-Dest': 'script' }).expect(200);
    await ask('/lib/vue@3.5.45/', { 'Sec-Fetch-Dest': 'script' }).expect(404);
  });

  it('renders no project on another project’s host, and none that may not be embedded', async () => {
    const other = 'zzzzzzzzzzzzzzzz';
    const elsewhere = await ask(`/rendered/${id}`, { Host: `${other}.localhost:3001` }).expect(200);
    expect(elsewhere.text).not.toContain('Hello');
    await ask(`/rendered/${other}`, { Host: `${other}.localhost:3001` }).expect(404);
  });

  it.each(['/', '/sw.js', `/rendered/${'0'.repeat(16)}`])('is 400 for %s without a host', async (path) => {
    await request(listener).get(path).set({ Host: '', Accept: 'text/html' }).expect(400);
  });

  it('draws the six avatar styles as pictures that can run nothing', async () => {
    for (const style of ['avataaars', 'big-smile', 'bottts', 'identicon', 'initials', 'pixel-art']) {
      const response = await request(listener)
        .get(`/avatars/${style}/ada.svg`)
        .set('Host', '127.0.0.1:3001')
        .expect(200);
      expect(response.headers['content-type']).toContain('image/svg+xml');
      expect(response.headers['content-security-policy']).toContain('sandbox');
      expect(response.body.toString()).toContain('<svg');
    }
    await request(listener).get('/avatars/unknown/ada.svg').set('Host', '127.0.0.1:3001').expect(404);
    await request(listener).get('/avatars/initials/ada.svg').set('Host', projectHost).expect(404);
  });
});
