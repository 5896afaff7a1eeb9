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

/** Calls `work` once the browser is idle, after `within` ms at the latest; the returned function cancels it. */
export function whenIdle(work: () => void, within = 5_000): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, within / 5);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: within });
  return () => cancelIdleCallback(handle);
}

/** In ms: after this time the page counts as in use even without input. */
const longestLook = 3_000;

/** Like `whenIdle`, after the first input or three seconds, so that short visits load less. */
export function whenInUse(work: () => void): () => void {
  const acts = ['pointermove', 'pointerdown', 'keydown'] as const;
  const timer = setTimeout(start, longestLook);
  let cancel = () => {};
  function stopWaiting() {
    clearTimeout(timer);
    for (const act of acts) removeEventListener(act, start, true);
  }
  function start() {
    stopWaiting();
    cancel = whenIdle(work);
  }
  for (const act of acts) addEventListener(act, start, true);
  return () => {
    stopWaiting();
    cancel();
  };
}
