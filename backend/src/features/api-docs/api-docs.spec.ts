import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

const get = (path: string, accept = '*/*') =>
  request(studio.url).get(`/api/docs${path}`).set('accept', accept);

describe('/api/docs', () => {
  it('loads a few files, each compressed once for all requests', async () => {
    const { text } = await get('', 'text/html').expect(200);
    const files = [...text.matchAll(/(?:src|href)="\/api\/docs([^"]+)"/g)].map(([, path = '']) => path);
    expect(files).toEqual(['/swagger-ui.css', '/swagger-ui-bundle.js', '/start.js']);
    for (const path of ['/swagger-ui.css', '/swagger-ui-bundle.js'])
      for (const accepted of ['br', 'gzip', 'deflate']) {
        const { headers } = await get(path).set('accept-encoding', accepted).expect(200);
        expect(headers['content-encoding']).toBe(accepted === 'deflate' ? undefined : accepted);
        expect(headers['cache-control']).toBe('public, max-age=3600');
        // A response that is compressed while it is sent has no length.
        expect(Number(headers['content-length'])).toBeGreaterThan(0);
      }
    await get('/start.js').expect(200);
  });

  it.each([
    '/swagger-ui-bundle.js.map',
    '/swagger-ui.js',
    '/index.html',
    '/oauth2-redirect.html',
    '/package.json',
  ])('serves nothing else of the package: %s', async (path) => {
    await get(path).expect(404);
  });

  it('is the document for programs, which is sent again only when it has changed', async () => {
    const { headers, body } = await get('', 'application/json').set('accept-encoding', 'br').expect(200);
    expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'CodeStudio' } });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept, Accept-Encoding' });
    const again = (tag: string) => get('', 'application/json').set('if-none-match', tag);
    await again(headers['etag'] ?? '').expect(304);
    await again('W/"other"').expect(200);
  });
});
