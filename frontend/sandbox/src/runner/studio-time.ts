import { maxLoopTime } from '@studio/contract/durations';
import type { LoopHook } from './loop-limit';
import { later } from './own-timers';

// Kept before user code runs, which may overwrite them.
const { max, min } = Math;

/** In ms. Smaller extensions need no message, as the app tolerates more than this beyond the limit. */
const noticeableMs = 1_000;

/**
 * Extends the time limit of loops by the time that the studio itself keeps the page busy, up to twice the limit. The
 * returned function adds such a time (ms). `onLimitChanged` is called with the extended limit (ms) when it is
 * noticeably longer, and with the usual limit once the code has paused.
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
    const longest = max(hook.limit, min(2 * hook.limit, maxLoopTime));
    excused = min(excused + ms, longest - hook.limit);
    hook.since = pausedAt + excused;
    if (isExtended || excused <= noticeableMs) return;
    isExtended = true;
    onLimitChanged(longest);
    later(() => {
      isExtended = false;
      onLimitChanged(hook.limit);
    });
  };
}
