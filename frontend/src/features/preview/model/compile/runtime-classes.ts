import { classLimits } from '@studio/contract/limits';
import type { Source } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';

interface RuntimeClassesOptions {
  /** Makes the styles of the page on show anew, with those for all `names`. */
  restyle(): Promise<void>;
  time: Time;
}

/** The class names that a project's page has while it runs, for Tailwind, which else knows those of the sources alone. */
export interface RuntimeClasses {
  /** Those that the styles of such a project depend on. */
  namesFor(source: Source): readonly string[];
  /** The page that is shown from now on has styles for these. */
  setStyled(names: readonly string[]): void;
  /** The page on show has these. Beyond `classLimits.total` none is remembered: a page may make names without end. */
  report(names: readonly string[]): void;
  /** Until the returned function is called, no styles are made and reported classes wait. */
  pause(): () => void;
  /** The page runs anew: names are kept, so that it is styled at once, unless there are too many already. */
  beginRun(): void;
}

/** So long (ms) at least from one restyling to the next, however often a page has new names. */
const pause = 200;

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
    time.after(pause, release);
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
