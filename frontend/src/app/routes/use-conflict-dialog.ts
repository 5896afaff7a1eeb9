import { useEffect, useEffectEvent, useRef } from 'react';
import { isDialogOpen } from '@/ui/dialogs/find-dialogs.ts';

/** The user counts as not typing this many milliseconds after the last key. */
const pauseMs = 1_000;

/**
 * Opens the Conflict dialog once for each conflict, in a pause of typing and not over another dialog. Afterwards,
 * even for later texts of the other window, it can be opened from the notice bar.
 */
export function useConflictDialog(hasConflict: boolean, open: () => void): void {
  const lastKey = useRef(-Infinity);
  const interrupt = useEffectEvent(() => {
    if (!isDialogOpen()) open();
  });

  useEffect(() => {
    const note = () => {
      lastKey.current = performance.now();
    };
    // What was typed before this was loaded is not known.
    note();
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
      const left = lastKey.current + pauseMs - performance.now();
      if (left <= 0) interrupt();
      else timer = setTimeout(waitForPause, left);
    };
    waitForPause();
    return () => clearTimeout(timer);
  }, [hasConflict]);
}
