import type { Time } from '@/lib/time.ts';

const firstDelay = 500;
/** In ms: the largest random addition to Retry-After, which is the same for all tabs. */
const longestSpread = 2_000;
/** In ms: text must be saved within 5 s of the server's return, even if no event announces it. */
const longestDelay = 4_000;

/** Retries with growing, randomized delays, so that many tabs do not retry at once. */
export interface Retry {
  /** `seconds`: the server's Retry-After. */
  schedule(seconds?: number): void;
  cancel(): void;
  /** Whether a retry is scheduled. */
  isWaiting(): boolean;
  /** After a success: the next failure starts with a short delay again. */
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
  /** Later tasks do not wait for earlier ones. */
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
