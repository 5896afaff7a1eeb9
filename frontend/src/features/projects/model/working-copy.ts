import type { Project } from '@studio/contract/http/projects';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { nextLifecycle, nextSave, type ProjectState, type SaveEvent } from './project-state.ts';
import { isRejected, keepsRevision } from './saving/save-request.ts';
import {
  blankProject,
  type Content,
  contentOf,
  currentContent,
  isOwn,
  type RemovedBy,
  sameContent,
  sourcesOf,
  type WorkingProject,
  withoutId,
  workingProject,
} from './working-project.ts';

/** The state of the open project, and operations that change it as a whole. */
export interface WorkingCopy extends StoreApi<ProjectState> {
  /** Changes part of the state, and `save` by an event; `dirty` and `lifecycle` are derived. */
  change(part: Partial<Omit<ProjectState, 'dirty' | 'lifecycle' | 'save'>>, event?: SaveEvent): void;
  /** Opens another project. Removes the former one's conflict, notice and unanswered save. */
  open(project: WorkingProject, acknowledged: Content | null, userId: string | null): void;
  /** Accepts the server's project in the same opening, so that undo restores the former text. */
  acceptRemote(theirs: Project): void;
  /** Keeps the local text, now based on the server's version. */
  rebaseOnto(theirs: Project): void;
  /** Replaces the text in place. */
  replaceText(content: Content): void;
  /** The project was removed: the text stays on screen and is not saved automatically. */
  detach(by: RemovedBy): void;
  /** The user changed something: a detached project becomes a new one of theirs. */
  markEdited(): void;
  /** Opens a blank project. */
  replaceWithBlank(userId: string | null): void;
}

export function createWorkingCopy(): WorkingCopy {
  const store = createStore<ProjectState>(() => {
    const project = blankProject();
    return {
      userId: null,
      opening: 0,
      openedKey: project.key,
      project,
      lifecycle: { kind: 'new' },
      typed: sourcesOf(project),
      applied: sourcesOf(project),
      acknowledged: contentOf(project),
      dirty: false,
      kept: true,
      save: { kind: 'idle', attempt: null, conflict: null },
      rejection: null,
      savingElsewhere: false,
      loading: false,
      notice: null,
    };
  });

  const isHere = ({ id }: Project) => store.getState().project.id === id;

  /** `from`: the lifecycle to start from, if it differs from the present one. */
  function change(
    part: Parameters<WorkingCopy['change']>[0],
    event?: SaveEvent,
    from = store.getState().lifecycle,
  ) {
    store.setState((state) => {
      const save = event ? nextSave(state.save, event) : state.save;
      const next = { ...state, ...part, save };
      // An unanswered save may have arrived, a conflict has to be resolved, and a removed project may be gone for good,
      // so nothing counts as saved.
      const dirty =
        (save.attempt !== null && !keepsRevision(save.attempt, next.acknowledged)) ||
        save.conflict !== null ||
        next.project.formerId !== undefined ||
        !sameContent(currentContent(next), next.acknowledged);
      // The offline notice promises that a save is repeated, so it is shown only while one is.
      const notice = !save.attempt && next.notice?.kind === 'offline' ? null : next.notice;
      // What was refused is undone, or replaced by the server's text.
      const rejection = dirty || isRejected(next) ? next.rejection : null;
      const { project, userId } = next;
      const lifecycle = nextLifecycle(from, { type: 'identified', project, userId });
      return { ...next, dirty, rejection, notice, lifecycle };
    });
  }

  const workingCopy: WorkingCopy = {
    ...store,
    change: (part, event) => change(part, event),
    open(project, acknowledged, userId) {
      change(
        {
          userId,
          opening: store.getState().opening + 1,
          openedKey: project.key,
          project,
          typed: sourcesOf(project),
          applied: sourcesOf(project),
          acknowledged,
          rejection: null,
          savingElsewhere: false,
          notice: null,
        },
        { type: 'settled' },
        { kind: 'new' },
      );
    },
    replaceWithBlank(userId) {
      const project = blankProject();
      workingCopy.open(project, contentOf(project), userId);
    },
    acceptRemote(theirs) {
      if (!isHere(theirs)) return;
      const { html, css, js } = theirs;
      const project = workingProject(theirs);
      const sources = { html, css, js };
      change(
        { project, typed: sources, applied: sources, acknowledged: contentOf(theirs) },
        { type: 'replaced' },
      );
    },
    rebaseOnto(theirs) {
      if (!isHere(theirs)) return;
      const project = { ...workingProject(theirs), ...contentOf(store.getState().project) };
      change({ project, acknowledged: contentOf(theirs) }, { type: 'rebased' });
    },
    replaceText(content) {
      workingCopy.change({
        project: { ...store.getState().project, ...content },
        typed: sourcesOf(content),
        applied: sourcesOf(content),
      });
    },
    detach(by) {
      const { project, lifecycle, acknowledged, userId } = store.getState();
      const formerId = isOwn({ project, userId }) ? (project.id ?? project.formerId) : undefined;
      change(
        {
          project: { ...withoutId(project), formerId },
          acknowledged: formerId === undefined ? null : acknowledged,
          savingElsewhere: false,
          notice: { kind: 'removed', by },
        },
        { type: 'removed' },
        nextLifecycle(lifecycle, { type: 'removed', by }),
      );
    },
    markEdited: () => change({}, undefined, nextLifecycle(store.getState().lifecycle, { type: 'edited' })),
  };
  return workingCopy;
}
