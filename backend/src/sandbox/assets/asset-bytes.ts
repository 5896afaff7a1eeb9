import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

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
