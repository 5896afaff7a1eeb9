import type { Readable } from 'node:stream';
import { type AssetCategory, type assetExtensions, extensionOf } from '@studio/contract/http/assets';
import { type Request, type Response, Router } from 'express';
import { setSecurityHeaders } from '../../common/http/security-headers.js';
import { idPattern } from '../../common/ids.js';
import type { ServedAsset } from '../../features/assets/served-assets.service.js';
import type { ByteRange } from '../../ports/asset-storage.js';
import { requestedRange, SmallFileCache, sendBytes } from './asset-bytes.js';
import { Thumbnails } from './thumbnails.js';

export interface AssetSource {
  /** The asset of a key, if it may still be served. */
  findAsset(id: string): Promise<ServedAsset | undefined>;
  /** Its bytes, or a range of them. @throws the storage's error. */
  readAsset(asset: ServedAsset, range?: ByteRange): Promise<Readable>;
}

const key = new RegExp(`^${idPattern}$`);
const immutable = 'public, max-age=31536000, immutable';

/**
 * Users' files, on the host for users' files only (specification: HTTP): `GET {ASSETS_URL}/assets/{key}/{name}` for any
 * page, whatever headers it sends, immutable, with ETag, single ranges and `?download=true`; and `/thumbnails/{key}.webp`. Whoever knows an
 * address may read it: neither cookies nor tokens are checked.
 */
export function assetRouter({ findAsset, readAsset }: AssetSource): Router {
  const smallFiles = new SmallFileCache(readAsset);
  const thumbnails = new Thumbnails(readAsset);
  const router = Router();

  router.use(['/assets', '/thumbnails'], (_request, response, next) => {
    setSecurityHeaders('file', response);
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag',
      Vary: 'Origin',
    });
    next();
  });

  // What browsers ask before a request with headers of its own. Chromium remembers the response for two hours at most.
  router.options(['/assets/:id/:name', '/thumbnails/:id.webp'], (_request, response) => {
    response.set({
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': '7200',
    });
    response.status(204).end();
  });

  router.get('/assets/:id/:name', async (request, response, next) => {
    const { id, name } = request.params;
    const asset = key.test(id) ? await findAsset(id) : undefined;
    if (asset?.name === name) await sendAsset(asset, request, response);
    else next();
  });

  router.get('/thumbnails/:id.webp', async ({ params: { id } }, response, next) => {
    const asset = key.test(id) ? await findAsset(id) : undefined;
    const picture = asset && (await thumbnails.get(asset));
    if (!picture) {
      next();
      return;
    }
    response.set({ 'Cache-Control': immutable, ETag: `"${asset.hash}-320"` });
    response.type('image/webp').send(picture);
  });

  router.use(['/assets', '/thumbnails'], (_request, response) => {
    response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found');
  });

  async function sendAsset(asset: ServedAsset, request: Request, response: Response): Promise<void> {
    const etag = `"${asset.hash}"`;
    const lastModified = asset.createdAt.toUTCString();
    response.set({
      'Cache-Control': immutable,
      ETag: etag,
      'Last-Modified': lastModified,
      'Accept-Ranges': 'bytes',
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const range = requestedRange(request, { size: asset.size, etag, lastModified });
    if (range === 'unsatisfiable') {
      response.status(416).set({ 'Content-Range': `bytes */${asset.size}`, 'Cache-Control': 'no-store' });
      response.type('text').send('The file has no such bytes');
      return;
    }
    const { first, last } = range ?? { first: 0, last: asset.size - 1 };
    const length = last - first + 1;
    const isHead = request.method === 'HEAD';
    const small = isHead ? undefined : await smallFiles.get(asset);
    const bytes = isHead || small ? undefined : await readAsset(asset, range ?? undefined);

    if (request.query['download'] === 'true') response.attachment(asset.name);
    response.set({ 'Content-Type': typeOf(asset.name), 'Content-Length': String(length) });
    if (range) response.status(206).set('Content-Range', `bytes ${first}-${last}/${asset.size}`);
    if (bytes) await sendBytes(response, bytes, length);
    else response.end(small?.subarray(first, last + 1));
  }

  return router;
}

type AssetExtension = (typeof assetExtensions)[AssetCategory][number];

/** The media type of each file type (specification: Asset record). */
const types: Record<AssetExtension, string> = {
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

/** The media type of a file by its name. The upload has checked that the content matches the name. */
function typeOf(name: string): string {
  return types[extensionOf(name) as AssetExtension] ?? 'application/octet-stream';
}
