import { createRateGauge } from '@/lib/rate-gauge.ts';
import { isSilent } from './hang-detection.ts';
import type { RunnerFrame } from './runner-frame.ts';

/** A frame that has navigated away and has not become a runner again within this time (ms) shows another page. */
const returnDeadlineMs = 1_000;

interface NavigationGuardOptions {
  /** The frame is still one of the preview's. */
  isInUse(frame: RunnerFrame): boolean;
  /** A frame shows another page: the preview has to restart. */
  onEscape(): void;
  /** The page navigates away endlessly. */
  onEndless(): void;
}

export interface NavigationGuard {
  /** The page of a frame is about to navigate away. */
  onLeft(frame: RunnerFrame): void;
  /** A page that has stayed is gone: another one has taken its time to come, or it has crashed. */
  onGone(): void;
  /** Called when a frame has navigated to a runner again; returns false if that happens endlessly. */
  mayReturn(): boolean;
}

/** Prevents navigation (specification: Preview): a frame with a runner gets its document again, others are replaced. */
export function guardNavigation({ isInUse, onEscape, onEndless }: NavigationGuardOptions): NavigationGuard {
  const returnsTooOften = createRateGauge(5, 2_000);
  const escapesTooOften = createRateGauge(3, 10_000);
  const goneTooOften = createRateGauge(3, 60_000);

  function check(frame: RunnerFrame, leftAt: number, isFirst: boolean): void {
    if (frame.leftAt !== leftAt || !isInUse(frame)) return;
    // A page that navigates away also responds, until the browser has replaced it.
    const hasResponded = frame.respondedAt > leftAt;
    if (hasResponded && !isSilent(frame)) return;
    // It may have stayed and be busy: checks once more.
    if (hasResponded && isFirst) {
      setTimeout(check, returnDeadlineMs, frame, leftAt, false);
      return;
    }
    bringBack(escapesTooOften);
  }

  function bringBack(isTooOften: () => boolean): void {
    if (isTooOften()) onEndless();
    else onEscape();
  }

  return {
    onGone: () => bringBack(goneTooOften),
    onLeft(frame) {
      frame.leftAt = performance.now();
      setTimeout(check, returnDeadlineMs, frame, frame.leftAt, true);
    },
    mayReturn() {
      const isEndless = returnsTooOften();
      if (isEndless) onEndless();
      return !isEndless;
    },
  };
}
