import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { ServedAsset } from '../../features/assets/served-assets.service.js';
import type { ByteRange } from '../../ports/asset-storage.js';

/** Neither a store nor a reader that has fallen silent keeps a connection for longer. */
const silenceMs = 60_000;

/**
 * Ends an answer with exactly so many bytes. Where the storage fails in the middle, or has fewer or more than it should, the
 * connection is cut: no answer looks whole that is not.
 * @throws what the storage said; not that the reader has left.
 */
export async function sendBytes(response: Response, bytes: Readable, length: number): Promise<void> {
  response.setTimeout(silenceMs, () => response.destroy());
  try {
    await pipeline(bytes, (chunks: AsyncIterable<Buffer>) => exactly(chunks, length), response);
  } catch (error) {
    // Unless the storage failed, it is the reader who has ended this.
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
 * The one range that a GET asks for (RFC 9110, 14.2). Null means the whole: there is no range, it is about another
 * version, it cannot be read, or it is several that leave gaps, which a server need not answer one by one.
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
  // The last bytes of a file that has fewer are all of it; the parser finds none.
  if (ranges === -1)
    return /^bytes=-0*[1-9]\d*$/.test(asked) ? { first: 0, last: size - 1 } : 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.length !== 1) return null;
  const [range] = ranges;
  return range ? { first: range.start, last: range.end } : null;
}

const largest = 262_144;
const rememberedBytes = 16 * 1_048_576;

/** The bytes of small files that are asked for again and again: pictures, styles and scripts of projects. */
export class SmallFileCache {
  readonly #files = new LRUCache<string, Buffer, ServedAsset>({
    maxSize: rememberedBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_hash, _stale, { context }) => this.#read(context),
  });

  constructor(private readonly readAsset: (asset: ServedAsset) => Promise<Readable>) {}

  /** All bytes of a small file; undefined for a large one. @throws what the storage says, and where it has others. */
  async of(asset: ServedAsset): Promise<Buffer | undefined> {
    return asset.size > largest ? undefined : this.#files.fetch(asset.hash, { context: asset });
  }

  async #read(asset: ServedAsset): Promise<Buffer> {
    const bytes = await buffer(await this.readAsset(asset));
    if (bytes.length !== asset.size)
      throw new Error(`The storage has ${bytes.length} of ${asset.size} bytes under ${asset.storageKey}`);
    return bytes;
  }
}
