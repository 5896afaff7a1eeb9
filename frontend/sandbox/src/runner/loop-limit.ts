import { usualLoopTime } from '@studio/contract/durations';
import { loopHook } from '@studio/engine/script/loop-hook';

/** How often (ms) it is noted that code pauses. */
const pulse = 250;
/** A deadline that has passed for longer than this (ms) was not met by a loop: the timer rests, as in a hidden page. */
const credible = 1_000;

// Kept before user code runs, which may overwrite them.
const now = Date.now;
const post = MessagePort.prototype.postMessage;

/** What loops ask; code that has not paused for `limit` (ms) is in a loop without end. */
export interface LoopHook {
  (line: number): void;
  limit: number;
}

/**
 * Gives loops somebody to ask whether they may go on; the engine puts the question into them. While code pauses, a timer
 * notes the time. A loop that asks too late throws, and so does each one around it, until the run ends; all of them throw
 * the same error, which names the first.
 */
export function limitLoops(): LoopHook {
  let pausedAt = now();
  let stopped: Error | null = null;
  let stoppedIn: HTMLOrSVGScriptElement | null = null;
  let isOnTrial = false;
  const { port1, port2 } = new MessageChannel();
  const onPause = () => {
    pausedAt = now();
    stopped = null;
    isOnTrial = false;
  };
  port1.onmessage = onPause;
  setInterval(onPause, pulse);

  function stopOrTry(line: number): void {
    if (stopped && document.currentScript !== stoppedIn) {
      // The next script of the page is not to blame for the one before.
      onPause();
      return;
    }
    if (!isOnTrial) {
      isOnTrial = true;
      // Arrives when the run is over, whatever became of the timer.
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

  // Asked once in a thousand turns: it only compares.
  const hook: LoopHook = (line) => {
    if (now() - pausedAt > hook.limit) stopOrTry(line);
  };
  hook.limit = usualLoopTime;
  Object.defineProperty(window, loopHook, { value: hook });
  return hook;
}
