import type { Time } from '@/lib/time.ts';

const initialDelayMs = 500;
/** In ms: the largest random addition to Retry-After, which is the same for all tabs. */
const maxJitterMs = 2_000;
/** In ms: text must be saved within 5 s of the server's return, even if no event announces it. */
const maxDelayMs = 4_000;

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

/** Repeats `run` after a failure: later each time, at a random moment, and not before the server allows it. */
export function createRetry({ time, random }: { time: Time; random(): number }, run: () => void): Retry {
  let failures = 0;
  let cancel: (() => void) | null = null;
  return {
    schedule(seconds = 0) {
      cancel?.();
      const delay = Math.min(maxDelayMs, initialDelayMs * 2 ** failures) * (0.5 + random() / 2);
      failures += 1;
      const retryAfterMs = seconds === 0 ? 0 : seconds * 1_000 + maxJitterMs * random();
      cancel = time.after(Math.max(delay, retryAfterMs), () => {
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

/** Runs the requests of one project one after another, in the order they came. */
interface RequestQueue {
  runSave<T>(save: () => Promise<T>): Promise<T>;
  /** Runs another operation on the project. */
  runOther<T>(operation: () => Promise<T>): Promise<T>;
  /** Saves no longer wait for the other operations that were requested so far. */
  skipOthers(): void;
  /** Later requests do not wait for earlier ones. */
  reset(): void;
}

/** A queue in which a save also waits for the other operations on the project, unless `skipOthers` was called. */
export function createRequestQueue(): RequestQueue {
  /** What the next save waits for. */
  let beforeSave: Promise<unknown> = Promise.resolve();
  /** The last of the other operations. */
  let others: Promise<unknown> = Promise.resolve();
  let passing = Promise.withResolvers<void>();
  return {
    runSave(save) {
      const result = beforeSave.then(save);
      beforeSave = result.catch(() => undefined);
      return result;
    },
    runOther(operation) {
      const result = Promise.all([beforeSave, others]).then(operation);
      others = result.catch(() => undefined);
      beforeSave = Promise.all([beforeSave, Promise.race([others, passing.promise])]);
      return result;
    },
    skipOthers() {
      passing.resolve();
      passing = Promise.withResolvers();
    },
    reset() {
      beforeSave = Promise.resolve();
      others = Promise.resolve();
    },
  };
}
