/** The clock, handed in wherever time matters so that tests can own it. */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something once after so many milliseconds; the answer cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const browserTime: Time = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Calls `work` once the browser has nothing better to do, `within` ms at the latest; the returned function takes it back. */
export function whenIdle(work: () => void, within = 5_000): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, within / 5);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: within });
  return () => cancelIdleCallback(handle);
}

/** Who has been here for so many milliseconds stays, even if they only look. */
const longestLook = 3_000;

/**
 * The same once somebody has moved or pressed something, or after three seconds: who only comes by need not fetch what
 * comes after the first look.
 */
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
