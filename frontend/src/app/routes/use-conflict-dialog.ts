import { useEffect, useEffectEvent, useRef } from 'react';

/** So long after the last key somebody counts as not typing, in milliseconds. */
const pause = 1_000;

/**
 * Opens the Conflict dialog once for each conflict, in a pause of typing and not over another dialog; from then on, and
 * for every later text of the other window, it waits in the notice bar.
 */
export function useConflictDialog(hasConflict: boolean, open: () => void): void {
  const lastKey = useRef(-Infinity);
  const interrupt = useEffectEvent(() => {
    if (!document.querySelector('[role=dialog], [role=alertdialog]')) open();
  });

  useEffect(() => {
    const note = () => {
      lastKey.current = performance.now();
    };
    const events = ['keydown', 'input'] as const;
    for (const event of events) window.addEventListener(event, note, true);
    return () => {
      for (const event of events) window.removeEventListener(event, note, true);
    };
  }, []);

  useEffect(() => {
    if (!hasConflict) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const waitForPause = () => {
      const left = lastKey.current + pause - performance.now();
      if (left <= 0) interrupt();
      else timer = setTimeout(waitForPause, left);
    };
    waitForPause();
    return () => clearTimeout(timer);
  }, [hasConflict]);
}
