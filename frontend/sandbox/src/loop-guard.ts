import { loopHook } from '@studio/engine/script/loop-hook';

/** Code that has not paused for this long (ms) is in a loop without end. */
const longestRun = 2_000;

// Kept before user code runs, which may overwrite them.
const now = performance.now.bind(performance);
const post = MessagePort.prototype.postMessage;

/**
 * Gives loops somebody to ask whether they may go on; the engine puts the question into them. A run is timed from the
 * first question until a message arrives, which it does when the run is over. A loop that is told to stop throws, and so
 * does each one around it, until the run ends; all of them throw the same error, which names the first.
 */
export function guardLoops(): void {
  let startedAt: number | null = null;
  let stopped: Error | null = null;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    startedAt = null;
    stopped = null;
  };
  const mayGoOn = (line: number) => {
    if (startedAt === null) {
      startedAt = now();
      post.call(port2, null);
    } else if (now() - startedAt > longestRun) {
      stopped ??= new Error(
        `Loop on line ${line} ran for ${longestRun / 1_000} seconds without a pause and was stopped`,
      );
      throw stopped;
    }
  };
  Object.defineProperty(window, loopHook, { value: mayGoOn });
}
