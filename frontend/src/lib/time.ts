import { isPointerResting } from './pointer.ts';

/** The clock, passed as a dependency so that tests can control it. */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once after a delay; the returned function cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const browserTime: Time = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The longest delay of a browser's timer. */
export const maxTimeoutMs = 2_147_483_647;

/** Calls `work` once the browser is idle, after `within` ms at the latest. */
export function whenIdle(work: () => void, within = 5_000): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: within });
  // Safari has none.
  else setTimeout(work, within / 5);
}

/** Calls `work` once, at the window's first of these events; the returned function cancels it. */
export function onFirst(events: readonly string[], work: () => void): () => void {
  const cancel = () => events.forEach((event) => removeEventListener(event, start, true));
  function start(event: Event) {
    if (isPointerResting(event)) return;
    cancel();
    work();
  }
  for (const event of events) addEventListener(event, start, true);
  return cancel;
}

/** Calls `work` once, at the first input; the returned function cancels it. */
export function onFirstInput(work: () => void): () => void {
  return onFirst(['pointermove', 'pointerdown', 'keydown'], work);
}

/** In ms: after this time the page counts as in use even without input. */
const inUseAfterMs = 3_000;

/** Like `whenIdle`, after the first input or three seconds, so that short visits load less. */
export function whenInUse(work: () => void): void {
  const timer = setTimeout(start, inUseAfterMs);
  const stop = onFirstInput(start);
  function start() {
    clearTimeout(timer);
    stop();
    whenIdle(work);
  }
}
