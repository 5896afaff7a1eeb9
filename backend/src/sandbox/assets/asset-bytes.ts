import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { ServedAsset } from '../../features/assets/served-assets.service.js';
import type { ByteRange } from '../../ports/asset-storage.js';

/** How long a connection stays open while neither the storage nor the reader moves. */
const idleTimeoutMs = 60_000;

/**
 * Sends exactly `length` bytes as the rest of a response. If the storage fails in the middle, or has fewer or more
 * bytes, it closes the connection, so that no incomplete response looks complete.
 * @throws the storage's error, but not if the reader has disconnected.
 */
export async function sendBytes(response: Response, bytes: Readable, length: number): Promise<void> {
  response.setTimeout(idleTimeoutMs, () => response.destroy());
  try {
    await pipeline(bytes, (chunks: AsyncIterable<Buffer>) => exactly(chunks, length), response);
  } catch (error) {
    // Unless the storage failed, the reader has closed the connection.
    if (response.errored) throw error;
  }
}

async function* exactly(chunks: AsyncIterable<Buffer>, length: number): AsyncIterable<Buffer> {
  let sent = 0;
  for await (const chunk of chunks) {
    sent += chunk.length;
    if (sent > length) throw new Error(`The storage has more than ${length} bytes`);
    yield chunk;
  }
  if (sent < length) throw new Error(`The storage has ${sent} of ${length} bytes`);
}

interface Representation {
  /** Bytes; at least one. */
  size: number;
  etag: string;
  lastModified: string;
}

/**
 * The single range that a GET requests (RFC 9110, 14.2). Null means the whole file: there is no range, it is for
 * another version, it cannot be parsed, or there are several with gaps, which a server need not serve.
 */
export function requestedRange(
  request: Request,
  { size, etag, lastModified }: Representation,
): ByteRange | 'unsatisfiable' | null {
  const asked = request.get('Range');
  const version = request.get('If-Range');
  if (request.method !== 'GET' || !asked?.startsWith('bytes=')) return null;
  if (version !== undefined && version !== etag && version !== lastModified) return null;
  const ranges = request.range(size, { combine: true });
  // A request for more last bytes than the file has means the whole file; the parser returns -1 for it.
  if (ranges === -1)
    return /^bytes=-0*[1-9]\d*$/.test(asked) ? { first: 0, last: size - 1 } : 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.length !== 1) return null;
  const [range] = ranges;
  return range ? { first: range.start, last: range.end } : null;
}

const maxFileBytes = 262_144;
const cacheBytes = 16 * 1_048_576;

/** Caches the bytes of small files, such as images, styles and scripts of projects, which are requested often. */
export class SmallFileCache {
  readonly #files = new LRUCache<string, Buffer, ServedAsset>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length,
    // Reads under way are the first to make room, and somebody waits for each.
    ignoreFetchAbort: true,
    fetchMethod: (_hash, _stale, { context }) => this.#read(context),
  });

  constructor(private readonly readAsset: (asset: ServedAsset) => Promise<Readable>) {}

  /**
   * All bytes of a small file; undefined for a large one.
   * @throws the storage's error, or Error if the size differs.
   */
  async get(asset: ServedAsset): Promise<Buffer | undefined> {
    return asset.size > maxFileBytes ? undefined : this.#files.fetch(asset.hash, { context: asset });
  }

  async #read(asset: ServedAsset): Promise<Buffer> {
    const bytes = await buffer(await this.readAsset(asset));
    if (bytes.length !== asset.size)
      throw new Error(`The storage has ${bytes.length} of ${asset.size} bytes under ${asset.storageKey}`);
    return bytes;
  }
}
