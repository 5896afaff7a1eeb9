import { classLimits } from '@studio/contract/preview-limits';
import type { Source } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';

interface RuntimeClassesOptions {
  /** Compiles the styles of the shown page again, including those for all `names`. */
  restyle(): Promise<void>;
  time: Time;
}

/** The class names that a running page adds, for Tailwind, which otherwise knows only those in the sources. */
export interface RuntimeClasses {
  /** The names that the styles of a project depend on. */
  namesFor(source: Source): readonly string[];
  /** The shown page now has styles for these. */
  setStyled(names: readonly string[]): void;
  /** The shown page has these. Names beyond `classLimits.total` are ignored, since a page may add any number. */
  report(names: readonly string[]): void;
  /** Until the returned function is called, no styles are compiled and reported classes wait. */
  pause(): () => void;
  /** A new run begins. Names are kept, so that the page is styled at once, unless there are too many already. */
  beginRun(): void;
}

/** The shortest time (ms) between two restylings. */
const pauseMs = 200;

export function createRuntimeClasses({ restyle, time }: RuntimeClassesOptions): RuntimeClasses {
  const names = new Set<string>();
  let styled = new Set<string>();
  let isWanted = false;
  let pauses = 0;

  function release(): void {
    pauses -= 1;
    if (isWanted && pauses === 0) restyleNow();
  }

  function restyleNow(): void {
    isWanted = false;
    pauses += 1;
    time.after(pauseMs, release);
    void restyle();
  }

  return {
    namesFor: ({ frameworkConfig }) => (frameworkConfig.cssFramework === 'tailwind' ? [...names] : []),
    setStyled(now) {
      styled = new Set(now);
    },
    report(found) {
      for (const name of found) {
        if (names.size < classLimits.total) names.add(name);
        if (names.has(name) && !styled.has(name)) isWanted = true;
      }
      if (isWanted && pauses === 0) restyleNow();
    },
    pause() {
      pauses += 1;
      return release;
    },
    beginRun() {
      if (names.size >= classLimits.total) names.clear();
    },
  };
}
