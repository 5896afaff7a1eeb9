import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Source, SourceLanguage } from '@studio/engine/source';
import type { StoreApi } from 'zustand/vanilla';
import { failures, type Outcome, successes } from '../toast-texts.ts';
import { createDebouncedEdits } from './debounced-edits.ts';
import type { LikeToggleParts } from './like-toggle.ts';
import { createLocalCopies } from './local-copies/local-copies.ts';
import { createProjectLoader } from './local-copies/project-loader.ts';
import { removeCurrentProject } from './local-copies/stored-project.ts';
import { type ProjectDependencies, type ProjectState } from './project-state.ts';
import type { RemoteChangesParts } from './remote/remote-changes.ts';
import { createAutoSave } from './saving/auto-save.ts';
import type { OperationDependencies, RequestContext } from './saving/operation-parts.ts';
import type { ChosenRevision, RemovedProject } from './saving/project-operations.ts';
import { createProjectSaver } from './saving/project-saver.ts';
import { endConflict } from './saving/reconcile.ts';
import { createWorkingCopy } from './working-copy.ts';
import {
  type Content,
  currentContent,
  type RemovedBy,
  sameContent,
  sourcesOf,
  type WorkingProject,
} from './working-project.ts';

/** Blank becomes Untitled. */
const titleOf = (typed: string) => typed.trim() || 'Untitled';

/** All actions on the open project. None of them throws. */
export interface ProjectActions {
  /**
   * Opens the project for `/`: the open one, else the stored one, else the welcome project
   * (specification: Local copies).
   */
  restore(): Promise<void>;
  /** Leaves a saved project for the welcome project, and offers drafts of projects that were never saved. */
  openHome(): Promise<void>;
  /** One keystroke. Drafted within 300 ms, applied after 150 ms, pushed to the project after 500 ms. */
  edit(language: SourceLanguage, text: string): void;
  /** Sets the title when its input loses the focus; blank becomes Untitled. */
  commitTitle(title: string): void;
  /** Records the title while it is typed: it is unsaved text, and part of the next save; null: discarded. */
  typeTitle(title: string | null): void;
  /** Takes the title that is still being typed (specification: Header). */
  takeTitle(): void;
  /** Changes description or tags, as an edit of the project. */
  setDetails(details: Partial<Pick<WorkingProject, 'description' | 'tags'>>): void;
  /** Sets framework, styles and language; the text stays (specification: Framework configuration). */
  setFramework(frameworkConfig: FrameworkConfig): void;
  /** Replaces the sources as an edit of the same project, which can be undone. */
  replaceSource(source: Source): void;
  /** Saves now: creates, updates, or makes a private copy of another user's project. */
  save(kind: 'manual' | 'auto'): Promise<Outcome>;
  /** Opens a blank project, and prevents the welcome project from replacing it. */
  startBlank(): void;
  /** Opens one of the user's projects, or a public one, instead of the present one. */
  open(id: string): Promise<Outcome>;
  /** Opens a project by its address (specification: Opening a project). */
  openShared(id: string): Promise<Outcome>;
  fork(): Promise<Outcome>;
  /** Copies one's own saved project and opens the copy. */
  duplicate(): Promise<Outcome>;
  /** Likes the project on screen, or removes the like. */
  toggleLike(): Promise<Outcome>;
  setVisibility(isPublic: boolean): Promise<Outcome>;
  setEmbedding(isEmbeddable: boolean): Promise<Outcome>;
  remove(id: string): Promise<Outcome>;
  undoRemove(project: RemovedProject): Promise<Outcome>;
  /** Restores a revision by a save; unsaved text is saved first. */
  restoreRevision(revision: ChosenRevision): Promise<Outcome>;
  resolveConflict(choice: 'mine' | 'theirs' | 'copy'): Promise<Outcome>;
  restoreDraft(): Promise<void>;
  discardDraft(): Promise<void>;
  dismissNotice(): void;
  /** The beginning of a logout: forgets the stored project and its draft. */
  forgetLocalCopies(): void;
  /** Logout: forgets the stored project, this text and its draft. */
  clearWorkingCopy(): void;
}

/** The open project: its state, its actions, and handlers for page events. */
export interface ProjectStore
  extends Pick<StoreApi<ProjectState>, 'getState' | 'getInitialState' | 'subscribe'> {
  actions: ProjectActions;
  /** The parts that are needed to apply changes from elsewhere. */
  remoteParts: RemoteChangesParts;
  /**
   * The page is being hidden or closed (`closing`): stores the text locally, and saves it if a keepalive request can
   * hold it.
   */
  leave(closing?: boolean): void;
  /** The connection is back, or Auto Save was switched on: pending saves are sent at once. */
  wake(): void;
}

/** The open project of a page, with all that happens to it: editing, saving, local copies, changes from elsewhere. */
export function createProjectStore(dependencies: ProjectDependencies): ProjectStore {
  const { user, time, sinceLastKey, random, clientId } = dependencies;
  const workingCopy = createWorkingCopy();
  const debouncedEdits = createDebouncedEdits(workingCopy, time, sinceLastKey);
  const copies = createLocalCopies(workingCopy, dependencies);
  const flushLocalCopies = copies.flush;
  const saver = createProjectSaver({
    workingCopy,
    dependencies,
    commitEdits() {
      takeTitle();
      debouncedEdits.commit();
    },
    flushLocalCopies,
    async setVisibility(isPublic) {
      const { key } = workingCopy.getState().project;
      const { ok } = await actions.setVisibility(isPublic);
      const { project, notice } = workingCopy.getState();
      // A removal changes the key.
      if (!ok && project.key === key && notice?.kind !== 'publication')
        workingCopy.change({ notice: { kind: 'visibility', isPublic } });
    },
  });

  function takeTitle() {
    const { title } = workingCopy.getState().typed;
    if (title !== undefined) actions.commitTitle(title);
  }

  const autoSaveSoon = createAutoSave(time, () => void saver.save('auto'));
  const offering = { workingCopy, dependencies, flushLocalCopies };
  const offer = (work: (module: typeof import('./local-copies/draft-offer.ts')) => Promise<void> | void) =>
    import('./local-copies/draft-offer.ts')
      .then(work)
      .catch((error: unknown) => console.warn('No draft is offered', error));
  const reviewDrafts = (ofNew: boolean) => offer((module) => module.offerDrafts(offering, ofNew));
  const moveDraftsOfRemoved = (id: string, by: RemovedBy) =>
    offer((module) => module.moveDraftsOfRemoved(dependencies, id, by));
  const loader = createProjectLoader({
    workingCopy,
    dependencies,
    takeTitle,
    flushLocalCopies,
    reviewDrafts,
    moveDraftsOfRemoved,
    autoSaveSoon,
  });
  const parts: OperationDependencies = {
    workingCopy,
    dependencies,
    saver,
    flushLocalCopies,
    autoSaveSoon,
    removing: new Set(),
    removed: null,
  };
  const liking: LikeToggleParts = { workingCopy, dependencies, wanted: new Map() };

  /** Rare operations are loaded on demand; they act on the state at the moment of the call. */
  function withOperations(
    work: (
      operations: typeof import('./saving/project-operations.ts'),
      context: RequestContext,
    ) => Promise<Outcome>,
  ) {
    const context = { state: workingCopy.getState(), opening: saver.opening() };
    return import('./saving/project-operations.ts').then(
      (operations) => work(operations, context),
      () => failures.unfetched,
    );
  }

  /** Assigns text typed before anything was loaded to the signed-in user. */
  function assignToUser() {
    const { userId } = workingCopy.getState();
    const here = user();
    if (userId === null && here) workingCopy.change({ userId: here.id });
  }

  /** An edit of anything but the sources. */
  function changeProject(part: Partial<Content>) {
    assignToUser();
    const { project } = workingCopy.getState();
    workingCopy.change({ project: { ...project, ...part } });
    if (!sameContent(workingCopy.getState().project, project)) workingCopy.markEdited();
    autoSaveSoon();
  }

  const actions: ProjectActions = {
    fork: () => withOperations((operations, context) => operations.fork(parts, context)),
    duplicate: () => withOperations((operations, context) => operations.duplicate(parts, context)),
    toggleLike() {
      const { id } = workingCopy.getState().project;
      return import('./like-toggle.ts').then(
        (likes) => likes.toggleLike(liking, id),
        () => failures.unfetched,
      );
    },
    async setVisibility(isPublic) {
      const { project } = workingCopy.getState();
      if (project.id !== null)
        return withOperations((operations, context) => operations.setVisibility(parts, context, isPublic));
      workingCopy.change({ project: { ...project, isPublic } });
      return successes.quiet;
    },
    setEmbedding: (isEmbeddable) =>
      withOperations((operations, context) => operations.setEmbedding(parts, context, isEmbeddable)),
    remove: (id) => withOperations((operations) => operations.remove(parts, id)),
    undoRemove: (project) => withOperations((operations) => operations.undoRemove(parts, project)),
    restore: loader.restore,
    openHome: loader.openHome,
    open: loader.open,
    openShared: loader.openShared,
    restoreRevision: (revision) =>
      withOperations((operations) => operations.restoreRevision(parts, revision)),
    edit(language, text) {
      assignToUser();
      if (workingCopy.getState().typed[language] !== text) workingCopy.markEdited();
      debouncedEdits.edit(language, text);
      autoSaveSoon();
    },
    typeTitle(title) {
      const { typed } = workingCopy.getState();
      workingCopy.change({ typed: title === null ? sourcesOf(typed) : { ...typed, title: titleOf(title) } });
    },
    takeTitle,
    commitTitle(title) {
      const given = titleOf(title);
      if (given !== workingCopy.getState().project.title) changeProject({ title: given });
      actions.typeTitle(null);
    },
    setDetails: changeProject,
    setFramework: (frameworkConfig) => changeProject({ frameworkConfig }),
    replaceSource({ html, css, js, frameworkConfig }) {
      assignToUser();
      workingCopy.replaceText({ ...currentContent(workingCopy.getState()), html, css, js, frameworkConfig });
      workingCopy.markEdited();
      autoSaveSoon();
    },
    save(kind) {
      assignToUser();
      return saver.save(kind);
    },
    startBlank() {
      loader.abandon();
      flushLocalCopies();
      workingCopy.replaceWithBlank(user()?.id ?? null);
      removeCurrentProject(dependencies);
    },
    async resolveConflict(choice) {
      if (choice === 'copy') return saver.saveCopy();
      endConflict(workingCopy, choice);
      return choice === 'mine' ? saver.save('manual') : successes.quiet;
    },
    restoreDraft: () =>
      offer((module) => {
        const restored = module.restoreDraft(offering);
        autoSaveSoon();
        return restored;
      }),
    discardDraft: () => offer((module) => module.discardDraft(offering)),
    dismissNotice() {
      workingCopy.change({ notice: null });
      // Another draft may be offered now that the notice is gone.
      void reviewDrafts(workingCopy.getState().project.id === null);
    },
    forgetLocalCopies: copies.clear,
    clearWorkingCopy() {
      loader.abandon();
      copies.clear();
      workingCopy.replaceWithBlank(null);
    },
  };

  return {
    getState: workingCopy.getState,
    getInitialState: workingCopy.getInitialState,
    subscribe: workingCopy.subscribe,
    actions,
    remoteParts: {
      workingCopy,
      user,
      time,
      random,
      clientId,
      read: loader.read,
      removalReason: loader.removalReason,
      enqueue: saver.enqueue,
      autoSaveSoon,
      isRemoving: (id) => parts.removing.has(id),
    },
    leave(closing) {
      takeTitle();
      flushLocalCopies();
      if (closing) saver.sendAgain('closed');
      else void saver.save('auto', 'hidden');
    },
    wake: () => saver.sendAgain(),
  };
}
