import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const collections = 3;

/** Bytes of this process' heap that are in use after all else was collected. */
export async function heapUsed(): Promise<number> {
  for (let done = 0; done < collections; done += 1) {
    collect();
    // What waits to be let go is let go between turns.
    await turn();
  }
  return process.memoryUsage().heapUsed;
}
