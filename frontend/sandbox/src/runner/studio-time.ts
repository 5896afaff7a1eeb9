import { longestLoopTime } from '@studio/contract/durations';
import type { LoopHook } from './loop-limit';

// Kept before user code runs, which may overwrite them.
const { max, min } = Math;
const later = window.setTimeout.bind(window);

/** Less (ms) than the app lets code go on beyond its limit before it ends it: so much it need not hear of. */
const noticeable = 1_000;

/**
 * Lets loops run for as much longer as the studio itself keeps the page busy meanwhile, up to as much again as they have:
 * the returned function takes how long (ms) it just was. `onLimitChanged` learns how long (ms) code goes on at most as soon as
 * that is noticeably longer, and its limit once it has paused.
 */
export function excuseStudioTime(hook: LoopHook, onLimitChanged: (ms: number) => void): (ms: number) => void {
  let pausedAt = hook.since;
  let excused = 0;
  let isExtended = false;
  return (ms) => {
    if (hook.since !== pausedAt + excused) {
      pausedAt = hook.since;
      excused = 0;
    }
    const longest = max(hook.limit, min(2 * hook.limit, longestLoopTime));
    excused = min(excused + ms, longest - hook.limit);
    hook.since = pausedAt + excused;
    if (isExtended || excused <= noticeable) return;
    isExtended = true;
    onLimitChanged(longest);
    later(() => {
      isExtended = false;
      onLimitChanged(hook.limit);
    });
  };
}
