import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `minor` looks at new objects alone, and takes about a millisecond; `major` at all there are, which takes long. */
interface Collection {
  type: 'minor' | 'major';
}

/** V8's own collector, which it shows to nobody unless it is told to. */
export function exposeCollector(): (collection: Collection) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (collection: Collection) => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
