import { longestLoopTime, usualLoopTime } from '@studio/contract/durations';
import { loopHook } from '@studio/engine/script/loop-hook';

/** How often (ms) a timer records that code pauses. */
const pulse = 250;
/** If the deadline passed longer ago than this (ms), the timer was suspended, as in a hidden page, and no loop is to blame. */
const credible = 1_000;

// Kept before user code runs, which may overwrite them.
const now = Date.now;
const { min } = Math;
const post = MessagePort.prototype.postMessage;

/** What the runner adds to the time that loops have. */
export interface LoopAllowance {
  /** How long (ms) the studio itself has kept the page busy since it loaded, as with what the code prints. */
  studioTime(): number;
  /** Code goes on for longer than its limit for the sake of the studio's own time, for `ms` at most; or has its limit again. */
  onLimitChanged(ms: number): void;
}

/** Loops call it; code that has not paused for `limit` (ms) is taken for an infinite loop. */
export interface LoopHook {
  (line: number): void;
  limit: number;
}

/**
 * Installs the hook that loops call; the engine inserts the calls. A timer records the time whenever code pauses. A loop that
 * calls the hook too late throws, and so does each one around it until the run ends; all throw the same error, which names
 * the first loop. The studio's own time meanwhile does not count, up to as much again.
 */
export function limitLoops(allowance?: LoopAllowance): LoopHook {
  let pausedAt = now();
  let studioTimeAtPause = 0;
  let isExtended = false;
  let stopped: Error | null = null;
  let stoppedIn: HTMLOrSVGScriptElement | null = null;
  let isOnTrial = false;
  const { port1, port2 } = new MessageChannel();
  const onPause = () => {
    pausedAt = now();
    studioTimeAtPause = allowance?.studioTime() ?? 0;
    stopped = null;
    isOnTrial = false;
    if (isExtended) allowance?.onLimitChanged(hook.limit);
    isExtended = false;
  };
  port1.onmessage = onPause;
  setInterval(onPause, pulse);

  function isWithinExtension(): boolean {
    if (!allowance) return false;
    const longest = min(2 * hook.limit, longestLoopTime);
    const limit = min(hook.limit + allowance.studioTime() - studioTimeAtPause, longest);
    if (now() - pausedAt > limit) return false;
    if (!isExtended) allowance.onLimitChanged(longest);
    isExtended = true;
    return true;
  }

  function stopOrTry(line: number): void {
    if (isWithinExtension()) return;
    if (stopped && document.currentScript !== stoppedIn) {
      // The next script of the page is not to blame for the one before.
      onPause();
      return;
    }
    if (!isOnTrial) {
      isOnTrial = true;
      // Arrives when the run is over, even if the timer is suspended.
      post.call(port2, null);
      if (now() - pausedAt > hook.limit + credible) {
        pausedAt = now();
        return;
      }
    }
    stopped ??= new Error(`Stopped: possible infinite loop (line ${line})`);
    stoppedIn = document.currentScript;
    throw stopped;
  }

  // Called once in a thousand iterations; usually it only compares.
  const hook: LoopHook = (line) => {
    if (now() - pausedAt > hook.limit) stopOrTry(line);
  };
  hook.limit = usualLoopTime;
  Object.defineProperty(window, loopHook, { value: hook });
  return hook;
}
