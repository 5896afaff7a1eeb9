import { durations } from '@studio/contract/durations';
import type { SourceLanguage } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';
import type { WorkingCopy } from './working-copy.ts';

/** From a keystroke to the preview and the project (specification: Editors). */
interface DebouncedEdits {
  edit(language: SourceLanguage, text: string): void;
  /** Pushes what was typed into the project now, as a save does. */
  commit(): void;
}

export function createDebouncedEdits(
  workingCopy: WorkingCopy,
  time: Time,
  sinceLastKey: () => number,
): DebouncedEdits {
  const apply = debounced(
    time,
    durations.editorDebounce,
    () => workingCopy.change({ applied: workingCopy.getState().typed }),
    sinceLastKey,
  );
  const commit = debounced(time, durations.projectDebounce, pushNow);

  function pushNow() {
    const { project, typed } = workingCopy.getState();
    const differs = project.html !== typed.html || project.css !== typed.css || project.js !== typed.js;
    if (differs) workingCopy.change({ project: { ...project, ...typed } });
  }

  return {
    commit: pushNow,
    edit(language, text) {
      const { typed } = workingCopy.getState();
      if (typed[language] === text) return;
      workingCopy.change({ typed: { ...typed, [language]: text } });
      apply();
      commit();
    },
  };
}

/**
 * Runs once after so much quiet. What it runs reads the state of that moment, so a late run after a change of project
 * changes nothing. `quietFor` is for how long (ms) it has been quiet already; so long ago that it is something else's, it
 * does not count.
 */
export function debounced(time: Time, milliseconds: number, run: () => void, quietFor = () => 0): () => void {
  let cancel = () => {};
  return () => {
    cancel();
    const already = quietFor();
    cancel = time.after(already < milliseconds ? milliseconds - Math.max(0, already) : milliseconds, run);
  };
}
