import { durations } from '@studio/contract/limits';
import type { SourceLanguage } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';
import type { Desk } from './working-copy.ts';

/** From a keystroke to the preview and the project (SPEC 4 Editing pipeline). */
export interface EditPipeline {
  edit(language: SourceLanguage, text: string): void;
  /** Pushes what was typed into the project now, as a save does. */
  push(): void;
}

export function createEditPipeline(desk: Desk, time: Time): EditPipeline {
  const apply = debounced(time, durations.editorDebounce, () =>
    desk.change({ applied: desk.getState().typed }),
  );
  const push = debounced(time, durations.projectDebounce, pushNow);

  function pushNow() {
    const { project, typed } = desk.getState();
    const differs = project.html !== typed.html || project.css !== typed.css || project.js !== typed.js;
    if (differs) desk.change({ project: { ...project, ...typed } });
  }

  return {
    push: pushNow,
    edit(language, text) {
      const { typed } = desk.getState();
      if (typed[language] === text) return;
      desk.change({ typed: { ...typed, [language]: text } });
      apply();
      push();
    },
  };
}

/** Runs once after so much quiet. What it runs reads the state of that moment, so a late run after a change of project changes nothing. */
export function debounced(time: Time, milliseconds: number, run: () => void): () => void {
  let cancel = () => {};
  return () => {
    cancel();
    cancel = time.after(milliseconds, run);
  };
}
