import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from './accepted-encoding.js';

/** Reads a file as it is sent. @throws if there is none. */
export type ReadCompressed = (file: string, encoding: Encoding) => Promise<Buffer>;

/** Files whose content never changes, each compressed once; those that were not used for longest go beyond so many bytes. */
export function compressedFiles(maxBytes: number): ReadCompressed {
  const bodies = new LRUCache<string, Buffer, { file: string; encoding: Encoding }>({
    maxSize: maxBytes,
    sizeCalculation: (body) => body.length + 1,
    fetchMethod: async (_key, _stale, { context }) =>
      compress[context.encoding](await readFile(context.file)),
  });
  return async (file, encoding) => {
    const body = await bodies.fetch(`${encoding} ${file}`, { context: { file, encoding } });
    if (!body) throw new Error(`${file} could not be read`);
    return body;
  };
}

const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
  identity: async (content) => content,
};
