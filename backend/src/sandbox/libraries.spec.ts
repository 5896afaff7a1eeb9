import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { allLibraryFiles, libraryScripts } from '@studio/engine/libraries/library-manifest';
import express from 'express';
import request from 'supertest';
import { libraryRouter } from './libraries.js';

const listener = express().use(libraryRouter());
const [react] = libraryScripts('react-17', 'production');
const reactPath = react?.path ?? '';
const reactFile = createRequire(import.meta.url).resolve('react-17/umd/react.production.min.js');

describe('the libraries of the second listener', () => {
  it('are served permanently, to any page, as what they are', async () => {
    for (const { path } of allLibraryFiles()) {
      const { headers } = await request(listener).get(path).expect(200);
      expect(headers).toMatchObject({
        'content-type': path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'Accept-Encoding',
      });
    }
  });

  it.each(['br', 'gzip', 'identity'])(
    'come with the very bytes of the package, sent as %s',
    async (encoding) => {
      const response = await request(listener).get(reactPath).set('Accept-Encoding', encoding).expect(200);
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
      if (encoding !== 'br') expect(response.text).toBe(readFileSync(reactFile, 'utf8'));
    },
  );

  it('answer HEAD, and an address in any spelling that means the same', async () => {
    await request(listener).head(reactPath).expect(200);
    await request(listener).get(reactPath.replace('@', '%40')).expect(200);
  });

  it('of an earlier, compatible version lead to those of today, for editors that were opened before an update', async () => {
    for (const [earlier, file] of [
      ['react@17.0.1', 'umd/react.production.min.js'],
      ['@popperjs/core@2.9.0', 'dist/umd/popper.min.js'],
    ]) {
      const { headers } = await request(listener).get(`/lib/${earlier}/${file}`).expect(302);
      expect(headers).toMatchObject({
        location: expect.stringMatching(/^\/lib\/(react@17\.0\.2|@popperjs\/core@2\.11\.8)\//),
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
      await request(listener).get(String(headers['location'])).expect(200);
    }
  });

  it('of a later version are not found, and nobody remembers that: a replica with it may be asked next', async () => {
    const { headers } = await request(listener).get('/lib/bulma@0.9.9/css/bulma.min.css').expect(404);
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it.each([
    '/lib/',
    '/lib/bulma@0.8.0/css/bulma.min.css',
    '/lib/react@16.14.0/umd/react.production.min.js',
    '/lib/react@17.0.1/umd/react.profiling.min.js',
    '/lib/react@17%20||%20>0/umd/react.production.min.js',
    '/lib/react@17.0.2',
    '/lib/react@17.0.2/',
    '/lib/react@17.0.2/package.json',
    '/lib/react@17.0.3/umd/react.production.min.js',
    '/lib/react@17.0.2/umd/../umd/react.production.min.js',
    '/lib/..%2f..%2fpackage.json',
    '/lib/%2e%2e/compile.js',
    '/lib/react@17.0.2%5cumd%5creact.production.min.js',
  ])('are no way to other files: %s', async (path) => {
    await request(listener).get(path).expect(404);
  });
});
