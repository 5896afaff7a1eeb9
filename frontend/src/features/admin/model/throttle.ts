import type { Time } from '@/lib/time.ts';

/** Runs at the first call, and then at most once per period for all calls in it. */
export function throttle(time: Time, milliseconds: number, run: () => void) {
  let stop: (() => void) | null = null;
  let isRequested = false;

  function rest() {
    stop = time.after(milliseconds, () => {
      stop = null;
      if (!isRequested) return;
      isRequested = false;
      call();
    });
  }

  function call() {
    if (stop) {
      isRequested = true;
      return;
    }
    rest();
    run();
  }

  return { call, cancel: () => stop?.() };
}
