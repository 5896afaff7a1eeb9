import { durations } from '@studio/contract/durations';
import type { SourceLanguage } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';
import type { WorkingCopy } from './working-copy.ts';
import { sourcesOf } from './working-project.ts';

/** Passes keystrokes to the preview and the project (specification: Editors). */
interface DebouncedEdits {
  edit(language: SourceLanguage, text: string): void;
  /** Copies the typed text into the project now, as before a save. */
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
    if (differs) workingCopy.change({ project: { ...project, ...sourcesOf(typed) } });
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
 * Calls `run` once, `milliseconds` after the last call. `run` reads the present state, so a late call after a change
 * of project is harmless. `quietFor`: how long (ms) the pause has lasted already; ignored if longer than
 * `milliseconds`, as the last key then was not the cause of this call.
 */
export function debounced(time: Time, milliseconds: number, run: () => void, quietFor = () => 0): () => void {
  let cancel = () => {};
  return () => {
    cancel();
    const already = quietFor();
    cancel = time.after(already < milliseconds ? milliseconds - Math.max(0, already) : milliseconds, run);
  };
}
