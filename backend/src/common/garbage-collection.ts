import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * What bytes that pass through may leave in memory, all together, before it is given back. V8 walks through the whole
 * heap once it has grown by about 8 MB, buffers included: with 16 MB here that was five times for each upload, and half
 * of its time.
 */
const maxGarbageBytes = 4 * 1_048_576;

const collect = exposeGarbageCollector();
let passedBytes = 0;

/**
 * To be told of the bytes that pass through. Their buffers are garbage as soon as they are stored or passed over, but weigh next to nothing
 * for V8: left to itself it would let as many pile up as fill its space for new objects, some hundred megabytes.
 */
export function collectAfter(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < maxGarbageBytes) return;
  passedBytes = 0;
  collect({ type: 'minor' });
}

/** `minor` looks at new objects alone, and takes about a millisecond; `major` at all there are, which takes long. */
interface Collection {
  type: 'minor' | 'major';
}

/** V8's own collector, which it shows to nobody unless it is told to. */
export function exposeGarbageCollector(): (collection: Collection) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (collection: Collection) => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
