import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const collections = 3;

/** Bytes of this process' heap that are still in use after garbage collection. */
export async function heapUsed(): Promise<number> {
  for (let done = 0; done < collections; done += 1) {
    collect();
    // Pending callbacks release their references between turns of the event loop.
    await turn();
  }
  return process.memoryUsage().heapUsed;
}
