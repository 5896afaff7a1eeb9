import { longestLoopTime } from '@studio/contract/durations';
import type { LoopHook } from './loop-limit';

// Kept before user code runs, which may overwrite them.
const { now } = Date;
const { max, min } = Math;

/**
 * Lets loops run for as much longer as the studio itself keeps the page busy meanwhile, up to as much again as they have:
 * the returned function takes how long (ms) it just was. `onLimitChanged` learns how long (ms) code goes on at most once it
 * goes on beyond its limit, and its limit once it has paused.
 */
export function excuseStudioTime(hook: LoopHook, onLimitChanged: (ms: number) => void): (ms: number) => void {
  let pausedAt = hook.since;
  let excused = 0;
  let isExtended = false;
  return (ms) => {
    if (hook.since !== pausedAt + excused) {
      pausedAt = hook.since;
      excused = 0;
      if (isExtended) onLimitChanged(hook.limit);
      isExtended = false;
    }
    const longest = max(hook.limit, min(2 * hook.limit, longestLoopTime));
    excused = min(excused + ms, longest - hook.limit);
    hook.since = pausedAt + excused;
    if (isExtended || now() - pausedAt <= hook.limit) return;
    isExtended = true;
    onLimitChanged(longest);
  };
}
