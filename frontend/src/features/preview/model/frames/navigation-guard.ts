import { createRateGauge } from './focus-guard';
import { isSilent } from './hang-detection';
import type { RunnerFrame } from './runner-frame';

/** A frame that has left and is no runner again by then (ms) is somewhere else. */
const returnDeadline = 1_000;

interface NavigationGuardOptions {
  /** The frame is still one of the preview's. */
  isInUse(frame: RunnerFrame): boolean;
  /** A frame is somewhere else: the preview has to begin again. */
  onEscape(): void;
  /** The page does nothing but leave. */
  onEndless(): void;
}

export interface NavigationGuard {
  /** The page of a frame is about to leave. */
  onLeft(frame: RunnerFrame): void;
  /** A form or a link led a frame to a runner again; false where that happens without end. */
  mayReturn(): boolean;
}

/** The preview stays (specification: Preview). What leads to a runner comes back by itself; anything else is blocked and replaced. */
export function guardNavigation({ isInUse, onEscape, onEndless }: NavigationGuardOptions): NavigationGuard {
  const returnsTooOften = createRateGauge(5, 2_000);
  const escapesTooOften = createRateGauge(3, 10_000);

  function check(frame: RunnerFrame, leftAt: number, isFirst: boolean): void {
    if (frame.renderId !== frame.leftRender || !isInUse(frame)) return;
    // It responds on its way, too, until the browser has made room for where it goes.
    const hasResponded = frame.respondedAt > leftAt;
    if (hasResponded && !isSilent(frame)) return;
    // Or it has stayed, and is busy.
    if (hasResponded && isFirst) {
      setTimeout(check, returnDeadline, frame, leftAt, false);
      return;
    }
    if (escapesTooOften()) onEndless();
    else onEscape();
  }

  return {
    onLeft(frame) {
      if (frame.leftRender === frame.renderId) return;
      frame.leftRender = frame.renderId;
      setTimeout(check, returnDeadline, frame, performance.now(), true);
    },
    mayReturn() {
      const isEndless = returnsTooOften();
      if (isEndless) onEndless();
      return !isEndless;
    },
  };
}
