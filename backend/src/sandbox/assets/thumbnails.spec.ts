import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { type StoredAsset, storeAsset } from '../../../test/support/requests/stored-asset.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';
import { Thumbnails } from './thumbnails.js';

const wide = (background: string) =>
  sharp({ create: { width: 1_000, height: 500, channels: 3, background } });
const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9"/></svg>',
);

let studio: TestStudio;
let owner: Person;

beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterAll(() => studio.stop());

const store = (name: string, content: Buffer) => storeAsset(studio, owner, name, content);
const thumbnail = ({ id }: StoredAsset, headers: Record<string, string> = {}) =>
  request(`http://127.0.0.1:${studio.config.sandboxPort}`)
    .get(`/thumbnails/${id}.webp`)
    .set(headers)
    .responseType('blob');

describe('the thumbnail of a picture', () => {
  it.each([
    ['a.jpg', () => wide('red').jpeg()],
    ['b.jpeg', () => wide('orange').jpeg({ progressive: true })],
    ['c.png', () => wide('teal').png({ progressive: true })],
    ['d.gif', () => wide('blue').gif()],
    ['E.WEBP', () => wide('green').webp()],
  ])('%s is WebP within 320 × 320, for any page and forever', async (name, draw) => {
    const asset = await store(name, await draw().toBuffer());
    const { headers, body } = await thumbnail(asset).expect(200);
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    await thumbnail(asset, { 'If-None-Match': headers['etag'] ?? '' }).expect(304);
  });

  it('is never larger than the picture', async () => {
    const asset = await store('small.png', await wide('red').resize(40, 20).png().toBuffer());
    const { body } = await thumbnail(asset).expect(200);
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ width: 40, height: 20 });
  });

  it('stands upright, as the camera says', async () => {
    const turned = wide('red').withMetadata({ orientation: 6 }).jpeg();
    const { body } = await thumbnail(await store('turned.jpg', await turned.toBuffer())).expect(200);
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ width: 160, height: 320 });
  });

  it('is the first of those that move', async () => {
    const frames = await Promise.all(['red', 'blue'].map((colour) => wide(colour).png().toBuffer()));
    const moving = sharp(frames, { join: { animated: true } }).gif();
    const { body } = await thumbnail(await store('moving.gif', await moving.toBuffer())).expect(200);
    const { data, info } = await sharp(body as Buffer)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 320, height: 160 });
    expect(data[0]).toBeGreaterThan(200);
    expect(data[2]).toBeLessThan(50);
  });

  it('is drawn once for equal bytes', async () => {
    const content = await wide('gold').png().toBuffer();
    const asset = await store('gold.png', content);
    const { body } = await thumbnail(asset).expect(200);
    await away(asset, async () => {
      const again = await thumbnail(asset).expect(200);
      expect(again.body).toEqual(body);
    });
  });

  it('is gone with its picture', async () => {
    const asset = await store('gone.png', await wide('pink').png().toBuffer());
    await studio.studio.app
      .get(Database)
      .sql.updateTable('assets')
      .set({ deleted_at: new Date() })
      .where('id', '=', asset.id)
      .execute();
    await thumbnail(asset).expect(404);
  });

  it('is 503 while the storage is away, and there afterwards', async () => {
    const asset = await store('away.png', await wide('plum').png().toBuffer());
    await away(asset, async () => {
      const { headers } = await thumbnail(asset).expect(503);
      expect(headers['cache-control']).toBe('no-store');
    });
    await thumbnail(asset).expect(200);
  });
});

it('H73 the thumbnails of one owner, however many are asked for, keep nobody else’s waiting', async () => {
  const picture = await wide('olive').png().toBuffer();
  const { promise: open, resolve: mayBegin } = Promise.withResolvers<void>();
  const read: (string | null)[] = [];
  const thumbnails = new Thumbnails(async ({ ownerId }) => {
    read.push(ownerId);
    await open;
    return Readable.from([picture]);
  });
  const ask = (ownerId: string, hash: string) =>
    thumbnails.get({ ownerId, hash, name: 'a.png', size: 1, storageKey: hash, createdAt: new Date() });
  const hostile = Array.from({ length: 300 }, (_, n) => ask('mallory', `picture ${n}`).catch(() => null));
  // One file of somebody else is also a file of the owner with the long line.
  const others = [ask('ada', 'her own'), ask('ada', 'picture 150')];
  mayBegin();
  expect(await Promise.all(others)).not.toContain(null);
  expect(read.length).toBeLessThan(8);
  // More than may wait are refused; the others are drawn.
  expect((await Promise.all(hostile)).filter((drawn) => drawn === null)).toHaveLength(98);
});

describe('there is no thumbnail', () => {
  it.each([
    ['of a broken picture', 'broken.png', async () => (await wide('red').png().toBuffer()).subarray(0, 500)],
    ['of what is no picture', 'noise.jpg', async () => randomBytes(1_000)],
    ['of SVG', 'drawing.svg', async () => drawing],
    ['of SVG under another name', 'drawing.png', async () => Buffer.concat([drawing, Buffer.from('\n')])],
    ['of a picture that unpacks to more than 40 million pixels', 'bomb.png', bomb],
    ['of other files', 'notes.txt', async () => Buffer.from('notes')],
  ])('%s', async (_what, name, content) => {
    const { headers } = await thumbnail(await store(name, await content())).expect(404);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('at any other address', async () => {
    const { id } = await store('there.png', await wide('navy').png().toBuffer());
    const files = request(`http://127.0.0.1:${studio.config.sandboxPort}`);
    for (const path of [`/thumbnails/${id}`, `/thumbnails/${id}.png`, '/thumbnails/zzzzzzzzzzzzzzzz.webp'])
      await files.get(path).expect(404);
  });
});

function bomb(): Promise<Buffer> {
  return sharp({ create: { width: 8_000, height: 5_001, channels: 3, background: 'red' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Runs `work` while the storage lacks the bytes of an asset. */
async function away({ storageKey: key }: StoredAsset, work: () => Promise<void>): Promise<void> {
  const path = join(studio.config.dataDir, 'assets', key.slice(0, 2), key.slice(2, 4), key);
  await rename(path, `${path}-away`);
  await work();
  await rename(`${path}-away`, path);
}
