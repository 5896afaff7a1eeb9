import type { Time } from '@/lib/time.ts';

/** Runs something at once, and then once for all calls of each following period of so many milliseconds. */
export function throttle(time: Time, milliseconds: number, run: () => void) {
  let stop: (() => void) | null = null;
  let asked = false;

  function rest() {
    stop = time.after(milliseconds, () => {
      stop = null;
      if (!asked) return;
      asked = false;
      call();
    });
  }

  function call() {
    if (stop) {
      asked = true;
      return;
    }
    rest();
    run();
  }

  return { call, cancel: () => stop?.() };
}
