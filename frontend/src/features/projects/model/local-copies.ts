import { durations } from '@studio/contract/limits';
import { presentContent } from './content.ts';
import { removeCurrentProject, writeCurrentProject } from './current-project.ts';
import type { ProjectDependencies } from './dependencies.ts';
import type { Desk } from './desk.ts';
import { type DraftName, writerOf } from './drafts.ts';
import type { ProjectState } from './project-state.ts';

/** Keeps this browser's copies of the desk: the current project, and a draft exactly while text is unsaved (SPEC 4, CONTRACT 4). */
export interface LocalCopies {
  /** Writes now whatever is still waiting. */
  flush(): void;
  /** Forgets the stored project and the draft of what is on the desk. */
  forget(): void;
}

export function createLocalCopies(desk: Desk, dependencies: ProjectDependencies): LocalCopies {
  const { drafts, localStorage, time, clientId } = dependencies;
  let cancel: (() => void) | null = null;
  let draft: DraftName | null = null;

  function removeDraft() {
    if (draft) void drafts.remove(draft);
    draft = null;
  }

  function keepDraft(state: ProjectState, userId: string, savedAt: number) {
    const name = { userId, projectKey: state.project.key, writer: writerOf(state, clientId) };
    if (draft?.projectKey !== name.projectKey) removeDraft();
    if (!state.dirty) return removeDraft();
    draft = name;
    void drafts.put({ ...name, savedAt, version: state.project.version, content: presentContent(state) });
  }

  function write() {
    cancel?.();
    cancel = null;
    const state = desk.getState();
    const { userId, project, typed, dirty, unanswered } = state;
    if (userId === null) return;
    const timestamp = time.now();
    keepDraft(state, userId, timestamp);
    if (project.id === null && !dirty) return;
    writeCurrentProject(localStorage, {
      project: { ...project, ...typed },
      timestamp,
      owner: userId,
      dirty,
      unanswered,
    });
  }

  desk.subscribe((state, before) => {
    if (state.opening !== before.opening) draft = null;
    const changed =
      state.project !== before.project ||
      state.typed !== before.typed ||
      state.dirty !== before.dirty ||
      state.unanswered !== before.unanswered;
    // Not put off by further keystrokes: the oldest unwritten one waits no longer than this.
    if (changed) cancel ??= time.after(durations.draftDelay, write);
  });

  return {
    flush() {
      if (cancel) write();
    },
    forget() {
      cancel?.();
      cancel = null;
      removeDraft();
      removeCurrentProject(localStorage);
    },
  };
}
