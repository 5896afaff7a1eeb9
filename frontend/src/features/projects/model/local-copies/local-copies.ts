import { durations } from '@studio/contract/durations';
import { detachedBy, type ProjectDependencies, type ProjectState } from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';
import { contentOf, currentContent, sameContent } from '../working-project.ts';
import { type Draft, type DraftName, writerOf } from './draft-storage.ts';
import { readCurrentProject, removeCurrentProject, writeCurrentProject } from './stored-project.ts';

/**
 * Stores the working copy in this browser: the current project, and a draft while text is unsaved
 * (specification: Local copies).
 */
interface LocalCopies {
  /** Writes pending copies now. */
  flush(): void;
  /**
   * Deletes the stored project and, unless a save was rejected, the draft of the open project. Writes nothing more for
   * its user.
   */
  clear(): void;
}

/** In characters. Texts up to this length are written while a key is handled, without a noticeable delay. */
const maxSynchronousLength = 50_000;

/** The unsaved text of an opening as its draft. */
export function draftOf(state: ProjectState, name: DraftName, savedAt: number): Draft {
  return {
    ...name,
    savedAt,
    version: state.project.version,
    content: currentContent(state),
    unanswered: state.save.attempt,
    isNew: state.project.id === null,
    detached: detachedBy(state.lifecycle),
    rejected: state.rejection !== null,
  };
}

export function createLocalCopies(workingCopy: WorkingCopy, dependencies: ProjectDependencies): LocalCopies {
  const { drafts, time, clientId } = dependencies;
  let cancel: (() => void) | null = null;
  let writtenAt = 0;
  let draft: DraftName | null = null;
  /** During a logout, even if the page is closed before its end. */
  let isForgotten = false;

  function removeDraft() {
    if (draft) void drafts.remove(draft);
    draft = null;
  }

  /** False if the browser refuses to store it. */
  async function keepDraft(state: ProjectState, userId: string, savedAt: number): Promise<boolean> {
    const name = { userId, projectKey: state.project.key, writer: writerOf(state, clientId) };
    if (draft?.projectKey !== name.projectKey) removeDraft();
    if (!state.dirty) {
      removeDraft();
      return true;
    }
    draft = name;
    return drafts.put(draftOf(state, name, savedAt));
  }

  function write() {
    cancel?.();
    cancel = null;
    const state = workingCopy.getState();
    const { userId, project, typed, dirty } = state;
    if (userId === null || isForgotten) return;
    const timestamp = time.now();
    writtenAt = timestamp;
    const drafted = keepDraft(state, userId, timestamp);
    if (project.id === null && !dirty) return removeCurrentProject(dependencies);
    const written = writeCurrentProject(dependencies, {
      project: { ...project, ...typed },
      timestamp,
      owner: userId,
      writer: writerOf(state, clientId),
      dirty,
      detached: detachedBy(state.lifecycle),
      rejected: state.rejection !== null,
      unanswered: state.save.attempt,
    });
    void drafted.then((kept) => workingCopy.change({ kept: kept || written }));
  }

  /** The first edit after a pause is written at once: a busy page may be closed before the turn of a timer. */
  function writeSoon({ dirty, typed }: ProjectState) {
    const isPause = time.now() - writtenAt >= durations.draftDelay;
    const isShort = typed.html.length + typed.css.length + typed.js.length <= maxSynchronousLength;
    if (dirty && isPause && isShort) write();
    // Not put off by further keystrokes: the oldest unwritten one waits no longer than this.
    else cancel ??= time.after(durations.draftDelay, write);
  }

  /**
   * Turns unsaved text in the stored project into a draft, before another project replaces it there. Local storage is
   * written until the last moment of a page; IndexedDB may contain an older text.
   */
  function draftFromStoredProject(userId: string) {
    const stored = readCurrentProject(dependencies, userId, time.now());
    if (!stored?.writer) return;
    const { project, writer, timestamp, dirty, detached, rejected, unanswered } = stored;
    const name = { userId, projectKey: project.key, writer };
    if (!dirty) return void drafts.remove(name);
    const { version, id } = project;
    const content = contentOf(project);
    void drafts.put({
      ...name,
      savedAt: timestamp,
      version,
      content,
      unanswered,
      isNew: id === null,
      detached,
      rejected,
    });
  }

  workingCopy.subscribe((state, before) => {
    if (state.userId !== null && before.userId === null) {
      isForgotten = false;
      draftFromStoredProject(state.userId);
    }
    const isOpened = state.opening !== before.opening;
    if (isOpened) draft = null;
    const { project } = state;
    // Not for likes, views and forks, which others change at any time.
    const changed =
      isOpened ||
      project.version !== before.project.version ||
      project.isPublic !== before.project.isPublic ||
      !sameContent(project, before.project) ||
      state.typed !== before.typed ||
      state.dirty !== before.dirty ||
      state.lifecycle.kind !== before.lifecycle.kind ||
      state.rejection !== before.rejection ||
      state.save.attempt !== before.save.attempt;
    // Deletes the draft at once: an outdated draft would be offered later.
    if (before.dirty && !state.dirty) write();
    else if (changed) writeSoon(state);
  });

  return {
    flush() {
      // Unsaved text that is still on screen is not old, however long ago it was typed.
      if (cancel || workingCopy.getState().dirty) write();
    },
    clear() {
      // A rejected text is offered to its author after the next login.
      const { rejection } = workingCopy.getState();
      if (rejection) write();
      cancel?.();
      cancel = null;
      if (!rejection) removeDraft();
      removeCurrentProject(dependencies);
      isForgotten = true;
    },
  };
}
