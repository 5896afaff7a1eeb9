import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from './accepted-encoding.js';

/** Reads a file in an encoding. @throws if there is none. */
export type ReadCompressed = (file: string, encoding: Encoding) => Promise<Buffer>;

/**
 * Files of our build, whose content never changes. The build has compressed them with Brotli; gzip happens here, once
 * per file. Keeps up to `maxBytes` in memory, and discards the least recently used files first.
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

const read: Record<Encoding, (file: string) => Promise<Buffer>> = {
  br: (file) => readFile(`${file}.br`),
  gzip: async (file) => promisify(gzip)(await readFile(file)),
  identity: (file) => readFile(file),
};
