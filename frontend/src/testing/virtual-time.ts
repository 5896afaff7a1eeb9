import { setImmediate } from 'node:timers/promises';
import type { Time } from '@/lib/time.ts';

/** A clock that advances only by `pass`. */
export interface VirtualTime extends Time {
  /** Advances the time, timer by timer, and waits for the effects of each. */
  pass(milliseconds: number): Promise<void>;
  /** A promise that resolves after this much virtual time. */
  wait(milliseconds: number): Promise<void>;
  /** A clock that shows the same time and whose timers can be stopped all at once, as those of a closed page. */
  page(): Time & { close(): void };
}

/** Waits for everything that needs no timers: promises, streams, in-memory storage. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await setImmediate();
}

export function virtualTime(): VirtualTime {
  let now = Date.UTC(2026, 10, 1);
  let timers: { at: number; run: () => void }[] = [];

  const time: VirtualTime = {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    wait: (milliseconds) => new Promise((resolve) => time.after(milliseconds, resolve)),
    async pass(milliseconds) {
      const end = now + milliseconds;
      await settled();
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at);
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
        await settled();
      }
      now = end;
    },
    page() {
      let open = true;
      return {
        now: time.now,
        after: (milliseconds, run) => time.after(milliseconds, () => open && run()),
        close() {
          open = false;
        },
      };
    },
  };
  return time;
}
