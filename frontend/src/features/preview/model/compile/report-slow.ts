import type { Time } from '@/lib/time.ts';

const slowAfterMs = 1_000;

/**
 * Reports work as slow after a second. The returned function marks its end, which is reported only if it was slow.
 */
export function reportSlow(time: Time, onSlow: (slow: boolean) => void): () => void {
  let isSlow = false;
  const cancel = time.after(slowAfterMs, () => {
    isSlow = true;
    onSlow(true);
  });
  return () => {
    cancel();
    if (isSlow) onSlow(false);
  };
}
