import { randomBytes } from 'node:crypto';
import { rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type StoredAsset, storeAsset } from '../../../test/support/requests/stored-asset.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';
import { ServedAssetsService } from '../../features/assets/served-assets.service.js';

/** Every file type with its media type (specification: Asset record). */
const types = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml; charset=utf-8',
  webp: 'image/webp',
  ico: 'image/x-icon',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  ts: 'text/typescript; charset=utf-8',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};
const content = randomBytes(1_000);

let studio: TestStudio;
let owner: Person;
let film: StoredAsset;

beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
  film = await storeAsset(studio, owner, 'Film.MP4', content);
});
afterAll(() => studio.stop());

const files = () => `http://127.0.0.1:${studio.config.sandboxPort}`;
const onFiles = () => request(files());
const get = (path: string, headers: Record<string, string> = {}) =>
  onFiles().get(path).set(headers).responseType('blob');

describe('H62: a user’s file', () => {
  it.each(Object.entries(types))('of type %s is %s, and nothing else', async (extension, type) => {
    const asset = await storeAsset(studio, owner, `a file.${extension}`, randomBytes(10));
    const { headers } = await get(asset.path).expect(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      vary: 'Origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('H04: is never taken for a page, whatever it holds', async () => {
    for (const name of ['page.html', 'page.svg', 'page.xml', 'page.pdf', 'page.txt', 'page.js', 'page.png']) {
      const page = Buffer.from(`<!doctype html><script>alert('${name}')</script>`);
      const asset = await storeAsset(studio, owner, name, page);
      const { headers } = await get(asset.path).expect(200);
      expect(headers['content-type']).not.toContain('html');
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('is read by its address alone, to the byte, by anybody', async () => {
    const response = await get(film.path, { Origin: 'https://elsewhere.example' }).expect(200);
    expect(response.body).toEqual(content);
  });

  it('is found while more others are looked for than are remembered', async () => {
    const { id } = await storeAsset(studio, owner, 'asked-for.txt', randomBytes(10));
    const assets = studio.studio.app.get(ServedAssetsService);
    const others = Array.from({ length: 1_000 }, () => newId());
    const [found, ...missing] = await Promise.all([id, ...others].map((asked) => assets.find(asked)));
    expect(found).toMatchObject({ name: 'asked-for.txt' });
    expect(new Set(missing)).toEqual(new Set([undefined]));
  });

  it('answers HEAD like GET, without the bytes', async () => {
    const head = await onFiles().head(film.path).expect(200);
    const { headers } = await get(film.path);
    expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' });
    const part = await onFiles().head(film.path).set('Range', 'bytes=0-9').expect(200);
    expect({ ...part.headers, date: '' }).toEqual({ ...headers, date: '' });
  });

  it('may be asked for with any headers, and its range and ETag be read, by the scripts of any page', async () => {
    const origin = { Origin: 'https://elsewhere.example' };
    const { headers } = await onFiles()
      .options(film.path)
      .set({
        ...origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'content-type,range',
      })
      .expect(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
      'access-control-max-age': '7200',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    const asked = { ...origin, 'Content-Type': 'application/json' };
    const responses = await Promise.all([
      get(film.path, asked).expect(200),
      get(film.path, { ...asked, Range: 'bytes=0-9' }).expect(206),
      get(film.path, { ...asked, 'If-None-Match': `"${film.hash}"` }).expect(304),
    ]);
    for (const response of responses)
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Accept-Ranges, Content-Range, ETag',
      });
  });

  it('is sent again only if it has changed: its ETag is the hash of its bytes', async () => {
    const { headers } = await get(film.path);
    expect(headers['etag']).toBe(`"${film.hash}"`);
    for (const known of [
      { 'If-None-Match': `"${film.hash}"` },
      { 'If-None-Match': `"${film.hash}"`, 'Cache-Control': 'no-cache' },
      { 'If-None-Match': `"other", W/"${film.hash}"` },
      { 'If-Modified-Since': headers['last-modified'] ?? '' },
    ]) {
      const again = await get(film.path, known).expect(304);
      expect(again.headers['cache-control']).toContain('immutable');
      expect(again.headers).not.toHaveProperty('content-type');
    }
    await get(film.path, { 'If-None-Match': '"other"' }).expect(200);
  });

  it('H61: is saved under its own name on ?download=true', async () => {
    const name = 'ein „Bild“; "x"\\..%2f.png';
    const asset = await storeAsset(studio, owner, name, randomBytes(10));
    const { headers } = await get(`${asset.path}?download=true`).expect(200);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="([^"\\]|\\.)*"; filename\*=UTF-8''/,
    );
    const encoded = /filename\*=UTF-8''([\w%.!-]+)$/.exec(headers['content-disposition'] ?? '')?.[1];
    expect(decodeURIComponent(encoded ?? '')).toBe(name);
    expect(headers['content-type']).toBe('image/png');
    const shown = await get(asset.path);
    expect(shown.headers).not.toHaveProperty('content-disposition');
  });

  it('is not there under another name, another key, another host or the app', async () => {
    const name = 'Film.MP4';
    for (const path of [
      `/assets/${film.id}/film.mp4`,
      `/assets/${film.id}/`,
      `/assets/${film.id}`,
      `/assets/${film.id}/x%2f..%2f${name}`,
      `/assets/zzzzzzzzzzzzzzzz/${name}`,
      `/assets/${film.id.toUpperCase()}/${name}`,
      `/assets/${film.storageKey}/${name}`,
      `/assets/${film.id}%00/${name}`,
      `/assets/..%2f${film.id}/${name}`,
    ]) {
      const { headers, body } = await get(path).expect(404);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(String(body)).toBe('Not found');
    }
    await get(`/assets/${film.id}/%zz`).expect(400);
    const projectHost = `${owner.user.id}.localhost:${studio.config.sandboxPort}`;
    const led = await get(film.path, { Host: projectHost }).expect(302);
    expect(led.headers['location']).toBe(files() + film.path);
    expect(led.body).not.toEqual(content);
    const fromApp = await request(studio.url).get(film.path).responseType('blob');
    expect(fromApp.body).not.toEqual(content);
    expect(fromApp.headers['content-type']).not.toContain('video');
  });

  it('is only read: no other method reaches it', async () => {
    await onFiles().put(film.path).send('x').expect(404);
    await onFiles().post(film.path).send('x').expect(404);
    await onFiles().delete(film.path).expect(404);
  });

  it('is gone within two seconds when its owner deletes it, unless a fork keeps it', async () => {
    const [kept, gone] = [
      await storeAsset(studio, owner, 'kept.png', randomBytes(10)),
      await storeAsset(studio, owner, 'gone.png', randomBytes(10)),
    ];
    const project = await studio.project(owner);
    const { sql } = studio.studio.app.get(Database);
    await sql.insertInto('asset_holds').values({ project_id: project.id, asset_id: kept.id }).execute();
    await get(kept.path).expect(200);
    await get(gone.path).expect(200);
    await sql
      .updateTable('assets')
      .set({ deleted_at: new Date() })
      .where('id', 'in', [kept.id, gone.id])
      .execute();
    const deletedAt = performance.now();
    while ((await get(gone.path)).status !== 404) expect(performance.now() - deletedAt).toBeLessThan(2_000);
    await get(kept.path).expect(200);
  });
});

describe('H59: a range of a file', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=500-99999999999999999999', 500, 999],
    ['bytes=0-9,10-19', 0, 19],
    [`bytes=${Array.from({ length: 1_000 }, (_, n) => `${n % 7}-${500 + (n % 9)}`).join(',')}`, 0, 508],
  ])('%.40s is one part, from %i to %i', async (range, first, last) => {
    const { headers, body } = await get(film.path, { Range: range }).expect(206);
    expect(headers['content-range']).toBe(`bytes ${first}-${last}/1000`);
    expect(headers['content-length']).toBe(String(last - first + 1));
    expect(headers['content-type']).toBe('video/mp4');
    expect(body).toEqual(content.subarray(first, last + 1));
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=2000-1000'])(
    '%s is beyond the file',
    async (range) => {
      const { headers } = await get(film.path, { Range: range }).expect(416);
      expect(headers['content-range']).toBe('bytes */1000');
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it.each(['bytes=0-1,500-501', 'bytes=', 'bytes=a-b', 'lines=1-2', 'bytes 0-1'])(
    '%s is answered with the whole',
    async (range) => {
      const { body } = await get(film.path, { Range: range }).expect(200);
      expect(body).toEqual(content);
    },
  );

  it('belongs to the version that is asked for', async () => {
    const { headers } = await get(film.path);
    const range = { Range: 'bytes=0-9' };
    await get(film.path, { ...range, 'If-Range': `"${film.hash}"` }).expect(206);
    await get(film.path, { ...range, 'If-Range': headers['last-modified'] ?? '' }).expect(206);
    await get(film.path, { ...range, 'If-Range': '"other"' }).expect(200);
    await get(film.path, { ...range, 'If-Range': `W/"${film.hash}"` }).expect(200);
    await get(film.path, { ...range, 'If-None-Match': `"${film.hash}"` }).expect(304);
  });
});

describe('a storage that fails', () => {
  const pathOf = (key: string) =>
    join(studio.config.dataDir, 'assets', key.slice(0, 2), key.slice(2, 4), key);

  it('is 503 with a message that is not cached, while it is away', async () => {
    const asset = await storeAsset(studio, owner, 'away.png', content.subarray(0, 100));
    const path = pathOf(asset.storageKey);
    await rename(path, `${path}-away`);
    const { headers, body } = await get(asset.path).expect(503);
    expect(String(body)).toMatch(/try again/i);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
    expect(headers['content-type']).toContain('text/plain');
    await rename(`${path}-away`, path);
    await get(asset.path).expect(200);
  });

  it.each([
    ['breaks off', 200_000],
    ['has more than it should', 400_000],
  ])('that %s has its connection closed, so that no partial file looks complete', async (_how, stored) => {
    const asset = await storeAsset(studio, owner, `${stored}.mp4`, randomBytes(300_000));
    await truncate(pathOf(asset.storageKey), stored);
    const response = await fetch(files() + asset.path);
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    await get(asset.path, { Range: 'bytes=0-99999' }).expect(206);
  });

  it('that lacks a part of a small file is 503, and no part is sent', async () => {
    const asset = await storeAsset(studio, owner, 'small.css', randomBytes(1_000));
    await truncate(pathOf(asset.storageKey), 500);
    await get(asset.path).expect(503);
    await get(asset.path, { Range: 'bytes=0-99' }).expect(503);
  });
});
