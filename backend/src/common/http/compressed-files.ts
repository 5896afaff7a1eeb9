import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { nullIfMissing } from '../errors/missing-file.js';
import { acceptedEncoding, type Encoding } from './accepted-encoding.js';

/** Reads a file in an encoding. @throws if there is none. */
export type ReadCompressed = (file: string, encoding: Encoding) => Promise<Buffer>;

/**
 * Files whose content does not change while the studio runs. Our build has compressed its own with Brotli; the rest
 * happens here, once per file. Keeps up to `maxBytes` in memory, and discards the least recently used files first.
 */
export function compressedFiles(maxBytes: number): ReadCompressed {
  const bodies = new LRUCache<string, Buffer, { file: string; encoding: Encoding }>({
    maxSize: maxBytes,
    sizeCalculation: (body) => body.length + 1,
    fetchMethod: async (_key, _stale, { context: { file, encoding } }) => read[encoding](file),
  });
  return async (file, encoding) => {
    const body = await bodies.fetch(`${encoding} ${file}`, { context: { file, encoding } });
    if (!body) throw new Error(`${file} could not be read`);
    return body;
  };
}

/** Room for all files of the app in each encoding, so that none is compressed twice. */
const maxCompressedBytes = 24 * 1_048_576;

/**
 * Sends the files of a folder whose paths match, to clients that accept them compressed. All else is left to the next
 * handler.
 */
export function sendCompressed(folder: string, path: RegExp, cacheControl: string): RequestHandler {
  const read = compressedFiles(maxCompressedBytes);
  return async (request, response, next) => {
    const encoding = acceptedEncoding(request);
    if (request.method !== 'GET' || encoding === 'identity' || !path.test(request.path)) return next();
    const body = await read(join(folder, request.path), encoding).catch(() => null);
    if (!body) return next();
    response
      .type(extname(request.path))
      .set({
        'Cache-Control': cacheControl,
        'Content-Encoding': encoding,
        'Content-Length': String(body.length),
        Vary: 'Accept-Encoding',
      })
      .end(body);
  };
}

const read: Record<Encoding, (file: string) => Promise<Buffer>> = {
  br: async (file) =>
    (await readFile(`${file}.br`).catch(nullIfMissing)) ??
    promisify(brotliCompress)(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: async (file) => promisify(gzip)(await readFile(file)),
  identity: (file) => readFile(file),
};
