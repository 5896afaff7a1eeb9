import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How many bytes of streamed buffers may pile up before they are collected. V8 marks the whole heap once it has grown
 * by about 8 MB, buffers included: with 16 MB here that happened five times per upload, and took half of its time.
 */
const maxGarbageBytes = 4 * 1_048_576;

const collect = exposeGarbageCollector();
let passedBytes = 0;

/**
 * Counts streamed bytes, and collects their buffers from time to time. The buffers are garbage as soon as they are
 * stored or discarded, but V8 sees only small objects, and would let 70 MB of them pile up in its space for new
 * objects, which is more than H74 allows (docs/measurements.md, Collecting buffers).
 */
export function collectAfter(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < maxGarbageBytes) return;
  passedBytes = 0;
  collect({ type: 'minor' });
}

/**
 * Frees the memory of a streamed buffer at once if it has it for itself. After a wait for its turn it may be old, and
 * `collectAfter` finds only new objects.
 */
export function freeBuffer({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transferToFixedLength(0);
}

/** `minor` visits new objects only, and takes about a millisecond; `major` visits all of them, which takes long. */
interface Collection {
  type: 'minor' | 'major';
}

/** V8's garbage collector. Node has no API for it; the flag and a new context work without a command-line option. */
export function exposeGarbageCollector(): (collection: Collection) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (collection: Collection) => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
