import { performance } from 'node:perf_hooks';
import { exposeCollector } from './expose-collector.js';

const lookEveryMs = 10_000;
/** The share of that time that this thread was at work. */
const quiet = 0.05;
/** In bytes. Less is not worth the tenth of a second that it takes. */
const worthwhile = 32 * 1_048_576;

/**
 * Gives memory back once nothing much has been done for ten seconds. V8 collects when it needs room, so a process that has
 * come to rest would keep for good what its last work has left, and the space for new objects as it was at the busiest.
 */
export function collectWhenQuiet(): void {
  const collect = exposeCollector();
  let before = performance.eventLoopUtilization();
  let kept = 0;
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > quiet || heldBytes() - kept < worthwhile) return;
    collect({ type: 'major', flavor: 'last-resort' });
    kept = heldBytes();
  };
  setInterval(look, lookEveryMs).unref();
}

function heldBytes(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}
