import { durations } from '@studio/contract/limits';
import type { StoreApi } from 'zustand/vanilla';
import { noAnswer } from '@/lib/http-client.ts';
import { type Content, presentContent } from './content.ts';
import { removeCurrentProject } from './current-project.ts';
import type { ProjectDependencies } from './dependencies.ts';
import { createDesk } from './desk.ts';
import { createDraftOffer } from './draft-offer.ts';
import { createEditPipeline, debounced } from './edit-pipeline.ts';
import { createLoader } from './loader.ts';
import { createLocalCopies } from './local-copies.ts';
import { failures, successes } from './outcomes.ts';
import { createOwnershipActions } from './ownership.ts';
import type { ProjectActions, ProjectState } from './project-state.ts';
import { createRemoteChanges, type RemoteChanges } from './remote-changes.ts';
import { createSaver } from './saver.ts';

/** The working project: its state to read and subscribe to, and everything that can happen to it. */
export interface ProjectStore
  extends Pick<StoreApi<ProjectState>, 'getState' | 'getInitialState' | 'subscribe'> {
  actions: ProjectActions;
  remote: RemoteChanges;
  /** The page is being hidden or closed: keeps the text here, and sends it where it is small enough to outlive the page. */
  leave(): void;
  /** The connection is back: what waits is sent at once. */
  wake(): void;
}

export function createProjectStore(dependencies: ProjectDependencies): ProjectStore {
  const { user, time, clientId, localStorage } = dependencies;
  const desk = createDesk();
  const pipeline = createEditPipeline(desk, time);
  const copies = createLocalCopies(desk, dependencies);
  const keep = copies.flush;
  const saver = createSaver({ desk, dependencies, push: pipeline.push, keep });
  const autoSaveSoon = debounced(time, durations.autoSaveDelay, () => void saver.save('auto'));
  const offer = createDraftOffer(desk, dependencies, keep);
  const loader = createLoader({ desk, dependencies, keep, reviewDrafts: offer.review, autoSaveSoon });
  const ownership = createOwnershipActions({ desk, dependencies, saver, keep, autoSaveSoon });
  const { isRemoving, ...owning } = ownership;

  /** Text typed before anything was loaded is the signed-in user's. */
  function claim() {
    const { userId } = desk.getState();
    const here = user();
    if (userId === null && here) desk.change({ userId: here.id });
  }

  /** An edit of something else than the sources. */
  function changeProject(part: Partial<Content>) {
    claim();
    desk.change({ project: { ...desk.getState().project, ...part } });
    autoSaveSoon();
  }

  const actions: ProjectActions = {
    ...owning,
    restore: loader.restore,
    open: loader.open,
    openShared: loader.openShared,
    restoreRevision: (rev) =>
      import('./restore-revision.ts').then(
        ({ restoreRevision }) => restoreRevision({ desk, dependencies, saver }, rev),
        () => failures.restore(noAnswer),
      ),
    edit(language, text) {
      claim();
      pipeline.edit(language, text);
      autoSaveSoon();
    },
    commitTitle(title) {
      const given = title.trim() === '' ? 'Untitled' : title;
      if (given !== desk.getState().project.title) changeProject({ title: given });
    },
    setDetails: changeProject,
    setFramework: (frameworkConfig) => changeProject({ frameworkConfig }),
    replaceSource({ html, css, js, frameworkConfig }) {
      claim();
      desk.replaceText({ ...presentContent(desk.getState()), html, css, js, frameworkConfig });
      autoSaveSoon();
    },
    save(kind) {
      claim();
      return saver.save(kind);
    },
    startBlank() {
      loader.abandon();
      keep();
      desk.putBlank(user()?.id ?? null);
      removeCurrentProject(localStorage);
    },
    async resolveConflict(choice) {
      const { conflict } = desk.getState();
      if (choice === 'copy') return saver.saveCopy();
      if (choice === 'theirs') {
        if (conflict) desk.take(conflict);
        return successes.quiet;
      }
      if (conflict) desk.standOn(conflict);
      return saver.save('manual');
    },
    restoreDraft() {
      offer.restore();
      autoSaveSoon();
    },
    discardDraft: offer.discard,
    dismissNotice: () => desk.change({ notice: null, offered: null }),
    clearDesk() {
      loader.abandon();
      copies.forget();
      desk.putBlank(null);
    },
  };

  return {
    getState: desk.getState,
    getInitialState: desk.getInitialState,
    subscribe: desk.subscribe,
    actions,
    remote: createRemoteChanges({
      desk,
      time,
      clientId,
      read: loader.read,
      inTurn: saver.inTurn,
      isRemoving,
    }),
    leave() {
      keep();
      void saver.save('auto', true);
    },
    wake: saver.wake,
  };
}
