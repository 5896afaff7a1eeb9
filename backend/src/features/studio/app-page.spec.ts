import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StudioConfig } from '@studio/contract/http/studio';
import request from 'supertest';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

const hostile = 'https://main.example/</script><script>alert(1)';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({ MAIN_SITE_URL: hostile });
});
afterAll(() => studio.stop());

const get = (path: string) => request(studio.url).get(path);

describe('the page', () => {
  it('never reveals the address of /discourse-auth, which contains a token', async () => {
    const landing = await get('/discourse-auth?token=secret').expect(200);
    expect(landing.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect((await get('/')).headers['referrer-policy']).toBe('same-origin');
  });

  it('answers at every path of the app, with its configuration in it', async () => {
    const config = StudioConfig.parse((await studio.call('get', '/studio').expect(200)).body);
    expect(config).toMatchObject({
      sandboxUrl: `http://{id}.localhost:${studio.config.sandboxPort}`,
      assetsUrl: `http://127.0.0.1:${studio.config.sandboxPort}`,
      mainSiteUrl: hostile,
      forumSignIn: false,
      supportEmail: 'support@studio.local',
      demoAccount: { email: 'demo@studio.local', password: 'demo-studio' },
    });
    for (const path of ['/', '/login', '/project/abcdefghij012345', '/no/such/page']) {
      const { text, headers } = await get(path).expect(200);
      expect(headers['cache-control']).toBe('no-cache');
      const json = /<script type="application\/json" id="studio-config">(.*?)<\/script>/s.exec(text)?.[1];
      expect(JSON.parse(json ?? '')).toEqual(config);
      expect(text).not.toContain('<script>alert');
    }
  });

  it('is 404 at an address that cannot be decoded', async () => {
    const { text, headers } = await get('/user/%E0%A4%A').expect(404);
    expect(headers['content-type']).toMatch(/html/);
    expect(text).toContain('id="root"');
  });

  it.each(['/index.html', '/live-block.html'])(
    'is not served at %s as it was built, which would not work',
    async (path) => {
      await get(path).set('accept', 'text/html').expect(404);
    },
  );

  it('is asked for again only when it has changed', async () => {
    const { headers } = await get('/').expect(200);
    await get('/')
      .set('if-none-match', headers['etag'] ?? '')
      .expect(304);
  });

  it('is made of files that never change under their name; a missing one is 404, not the page', async () => {
    const { text } = await get('/').expect(200);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
    const file = await get(script).set('accept-encoding', 'gzip, deflate, br').expect(200);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(file.headers['content-type']).toMatch(/javascript/);
    expect(file.headers['content-encoding']).toBe('br');
    const missing = await get('/assets/missing.js').expect(404);
    expect(missing.headers['content-type']).toMatch(/json/);
  });

  it('has the licences of what it is made with beside it, which the API’s document names', async () => {
    const { body } = await studio.call('get', '/docs').set('accept', 'application/json').expect(200);
    const { headers, text } = await get(body.info.license.url).expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^react-dom 19\./m);
  });

  it('compresses no file for a request alone: what is not kept compressed is sent as it is', async () => {
    const { text } = await get('/').expect(200);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
    for (const path of [script, '/licences.txt'])
      for (const [accepted, encoding] of Object.entries({ br: 'br', gzip: 'gzip', deflate: undefined })) {
        const { headers } = await get(path).set('accept-encoding', accepted).expect(200);
        expect({ path, accepted, encoding: headers['content-encoding'] }).toEqual({
          path,
          accepted,
          encoding,
        });
        // A response that is compressed while it is sent has no length.
        expect(Number(headers['content-length'])).toBeGreaterThan(0);
      }
  });

  it('never stands in for a file that is not there', async () => {
    for (const path of ['/robots.txt', '/favicon.ico', '/wp-login.php', '/.env', '/.git/config'])
      await get(path).expect(404);
    const shown = await get('/about.html').set('accept', 'text/html').expect(404);
    expect(shown.headers['content-type']).toMatch(/html/);
    // SECURITY_CONTACT is unset.
    await get('/.well-known/security.txt').expect(404);
    await get('/favicon.svg').expect(200);
  });

  it('never stands in for a call', async () => {
    for (const path of ['/api', '/api/none', '/API/none', '/socket.io/none'])
      expect((await get(path)).headers['content-type'] ?? '').not.toMatch(/html/);
  });
});

describe('what is no page and no call', () => {
  it.each([
    ['put', '/'],
    ['delete', '/favicon.svg'],
    ['patch', '/live.js'],
    ['post', '/user/x'],
    ['get', '/socket.io'],
  ] as const)('is an error in JSON: %s %s', async (method, path) => {
    const { body, headers } = await request(studio.url)[method](path).expect(404);
    expect(body).toMatchObject({ code: 'not_found', requestId: headers['x-request-id'] });
  });

  it('is answered before the whole body has come', async () => {
    const { hostname, port } = new URL(studio.url);
    const socket = connect(Number(port), hostname);
    socket.write(`PUT / HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 30000000\r\n\r\nthe beginning`);
    const [response] = await once(socket, 'data');
    expect(String(response)).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  });
});

describe('its headers', () => {
  it('let it run its own scripts, frame the sandbox and be framed by nobody', async () => {
    const { headers, text } = await get('/').expect(200);
    const [written = '', ...others] = inlineScripts(text);
    const hash = createHash('sha256').update(written).digest('base64');
    const policy = Object.fromEntries(
      (headers['content-security-policy'] ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ');
        return [name, sources];
      }),
    );
    const { sandboxPort, assetsUrl } = studio.config;
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'", `'sha256-${hash}'`],
      'frame-src': [
        "'self'",
        'mailto:',
        'tel:',
        'sms:',
        `http://*.localhost:${sandboxPort}`,
        `http://127.0.0.1:${sandboxPort}`,
      ],
      'img-src': ["'self'", 'data:', 'blob:', assetsUrl],
      'media-src': ["'self'", assetsUrl],
      'worker-src': ["'self'", 'blob:'],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
    });
    expect(others).toEqual([]);
    expect(headers).toMatchObject({
      'origin-agent-cluster': '?1',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('let the workers that compile run WebAssembly, and nothing else', async () => {
    const policyOf = async (path: string) =>
      (await get(path).set('accept-encoding', 'identity')).headers['content-security-policy'] ?? '';
    const files = await readdir(
      fileURLToPath(import.meta.resolve('../../../../frontend/dist/app/assets/workers')),
    );
    const compilers = files.filter((name) => /^(?:compile|pack)\.worker-.*\.js$/.test(name));
    expect(compilers.length).toBeGreaterThan(1);
    for (const name of compilers)
      expect(await policyOf(`/assets/workers/${name}`)).toContain("script-src 'self' 'wasm-unsafe-eval';");
    const others = files.filter((name) => !compilers.includes(name)).map((name) => `/assets/workers/${name}`);
    for (const path of ['/', '/project/x', '/live-block.html', ...others])
      expect(await policyOf(path)).not.toContain('wasm');
  });

  it('are not changed by an odd Host', async () => {
    const { headers } = await get('/').set('host', "a;script-src 'unsafe-inline' *");
    expect(headers['content-security-policy'] ?? '').not.toContain('script-src *');
    expect((headers['content-security-policy'] ?? '').match(/script-src/g) ?? []).toHaveLength(1);
  });
});

/** The inline scripts of a page, without files and data. */
function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^]*?)<\/script>/g)];
  return scripts.flatMap(({ groups }) =>
    /\bsrc=|application\/json/.test(groups?.['attributes'] ?? '') ? [] : [groups?.['text'] ?? ''],
  );
}
