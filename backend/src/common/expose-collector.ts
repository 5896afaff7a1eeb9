import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `minor` looks at new objects alone, and takes about a millisecond; `last-resort` gives everything back that is free. */
interface Collection {
  type: 'major' | 'minor';
  flavor?: 'last-resort';
}

/** V8's own collector, which it shows to nobody unless it is told to. */
export function exposeCollector(): (collection: Collection) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (collection: Collection) => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
