import type { Time } from '@/lib/time.ts';

const firstDelay = 500;
/** What is added at most to the server's own wish, which is the same for all. */
const longestSpread = 2_000;
/** Everything is to be saved within 5 s of the server's return, even where no event tells of it. */
const longestDelay = 4_000;

/** Tries again later and later, each time at a moment of its own so that many tabs do not come at once. */
export interface Retry {
  /** `seconds`: the server's own wish (Retry-After). */
  schedule(seconds?: number): void;
  cancel(): void;
  /** Whether it is going to try by itself. */
  isWaiting(): boolean;
  /** It worked: the next failure starts with a short wait again. */
  reset(): void;
}

export function createRetry({ time, random }: { time: Time; random(): number }, run: () => void): Retry {
  let failures = 0;
  let cancel: (() => void) | null = null;
  return {
    schedule(seconds = 0) {
      cancel?.();
      const delay = Math.min(longestDelay, firstDelay * 2 ** failures) * (0.5 + random() / 2);
      failures += 1;
      const wished = seconds === 0 ? 0 : seconds * 1_000 + longestSpread * random();
      cancel = time.after(Math.max(delay, wished), () => {
        cancel = null;
        run();
      });
    },
    cancel() {
      cancel?.();
      cancel = null;
    },
    isWaiting: () => cancel !== null,
    reset() {
      failures = 0;
    },
  };
}

/** Runs tasks one after another, in the order they came. */
interface TaskQueue {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** What comes from now on waits for nothing that came before. */
  reset(): void;
}

export function createTaskQueue(): TaskQueue {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = tail.then(task);
      tail = result.catch(() => undefined);
      return result;
    },
    reset() {
      tail = Promise.resolve();
    },
  };
}
