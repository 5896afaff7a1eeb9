import { type LoopRuntime, loopRuntime } from '@studio/engine/script/loop-runtime';

/** Code that has not paused for this long (ms) is in a loop without end. */
const longestRun = 2_000;
/** How often (ms) it is noted that code pauses. */
const pulse = 250;
/** A deadline that passed longer ago than this (ms) was missed by no loop: the timer rests, as in a hidden page. */
const credible = 1_000;

// Kept before user code runs, which may overwrite them.
const now = Date.now;
const afterThisRun = queueMicrotask.bind(window);

/**
 * Gives loops somebody to ask whether they may go on; the engine puts the question into them. While code pauses, a timer
 * moves the deadline ahead. A loop that asks after it throws, and so does each one around it, until the run ends; all of
 * them throw the same error, which names the first.
 */
export function guardLoops(): void {
  let deadline = 0;
  let latest = 0;
  let stopped: Error | null = null;
  const onPause = () => {
    deadline = now() + longestRun;
    latest = deadline + credible;
    stopped = null;
  };
  onPause();
  setInterval(onPause, pulse);

  const runtime: LoopRuntime = {
    // So short that V8 makes it part of the loop; a call would make simple loops several times slower.
    isLate() {
      const time = now();
      return time > deadline && time < latest;
    },
    stop(line) {
      if (!stopped) {
        const seconds = longestRun / 1_000;
        stopped = new Error(
          `Loop on line ${line} ran for ${seconds} seconds without a pause and was stopped`,
        );
        // The next script of the page is not to blame for this one.
        afterThisRun(onPause);
      }
      return stopped;
    },
  };
  Object.defineProperty(window, loopRuntime, { value: Object.freeze(runtime) });
}
