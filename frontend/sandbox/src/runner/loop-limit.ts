import { defaultLoopTime } from '@studio/contract/durations';
import { loopHook } from '@studio/engine/script/loop-hook';
import { keepTimer } from './own-timers';

/** How often (ms) a timer records that code pauses. */
const pulseMs = 250;
/** If the deadline passed longer ago than this (ms), the timer was suspended, as in a hidden page, and no loop is to blame. */
const credibleMs = 1_000;

// Kept before user code runs, which may overwrite them.
const now = Date.now;
const post = MessagePort.prototype.postMessage;

/** Loops call it; code that has not paused for `limit` (ms) is taken for an infinite loop. */
export interface LoopHook {
  (line: number): void;
  limit: number;
  /** When it last paused, in ms since 1970; later, if some of the time since then does not count. */
  since: number;
}

/**
 * Installs the hook that loops call; the engine inserts the calls. A timer records the time whenever code pauses. A loop that
 * calls the hook too late throws, and so does each one around it until the run ends; all throw the same error, which names
 * the first loop.
 */
export function limitLoops(): LoopHook {
  let stopped: Error | null = null;
  let stoppedIn: HTMLOrSVGScriptElement | null = null;
  let isOnTrial = false;
  const { port1, port2 } = new MessageChannel();
  const onPause = () => {
    hook.since = now();
    stopped = null;
    isOnTrial = false;
  };
  port1.onmessage = onPause;
  keepTimer(window.setInterval(onPause, pulseMs));

  function stopOrTry(line: number): void {
    if (stopped && document.currentScript !== stoppedIn) {
      // The next script of the page is not to blame for the one before.
      onPause();
      return;
    }
    if (!isOnTrial) {
      isOnTrial = true;
      // Arrives when the run is over, even if the timer is suspended.
      post.call(port2, null);
      if (now() - hook.since > hook.limit + credibleMs) {
        hook.since = now();
        return;
      }
    }
    stopped ??= new Error(`Stopped: possible infinite loop (line ${line})`);
    stoppedIn = document.currentScript;
    throw stopped;
  }

  // Called once in a thousand iterations; usually it only compares.
  const hook: LoopHook = (line) => {
    if (now() - hook.since > hook.limit) stopOrTry(line);
  };
  hook.limit = defaultLoopTime;
  hook.since = now();
  Object.defineProperty(window, loopHook, { value: hook });
  return hook;
}
