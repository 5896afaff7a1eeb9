import { confirm } from '@/ui/dialogs/confirm.ts';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { showPartNotLoaded } from '@/ui/toast/part-not-loaded.ts';
import { toast } from '@/ui/toast/toast.ts';
import { addressOf } from '../model/project-address.ts';
import type { ProjectStore } from '../model/project-store.ts';
import { saveLabel } from '../model/save-status.ts';
import type { ChosenRevision } from '../model/saving/project-operations.ts';
import { isOwn } from '../model/working-project.ts';
import type { Refusal } from '../refusal-texts.ts';
import * as texts from '../texts.ts';
import { type Outcome, showOutcomeToast } from '../toast-texts.ts';

/** The commands of the header and the dialogs: they ask before text could be lost, and show the outcome in a toast. */
export interface ProjectCommands {
  createNew: () => Promise<void>;
  /** Navigates to the address of the open project, with a history entry. */
  showAddress: () => void;
  /** Asks whether another project may replace unsaved changes; true immediately if there are none. */
  mayLoad: () => Promise<boolean>;
  /** True once the project is open. */
  load: (id: string) => Promise<boolean>;
  save: () => Promise<void>;
  /** Focuses and selects the title. */
  rename: () => void;
  /** Moves the open project to the trash after a confirmation, and opens a blank one. */
  remove: () => Promise<void>;
  setVisibility: (isPublic: boolean) => Promise<void>;
  setEmbedding: (isEmbeddable: boolean) => Promise<void>;
  share: () => Promise<void>;
  fork: () => Promise<void>;
  duplicate: () => Promise<void>;
  toggleLike: () => Promise<void>;
  showEmbedCode: () => Promise<void>;
  showLinks: () => Promise<void>;
  /** Restores a revision of the open project; true once it is saved. */
  restoreRevision: (revision: ChosenRevision) => Promise<boolean>;
  resolveConflict: (choice: 'mine' | 'theirs' | 'copy') => Promise<void>;
}

interface Surroundings {
  store: ProjectStore;
  /** Navigates to an address of the app, with a history entry. */
  goTo: (path: string) => void;
  openDialog: (dialog: 'embed' | 'links') => void;
  titleInput: () => HTMLInputElement | null;
  /** Moves the focus to the editor of an empty project. */
  startWriting: () => void;
  /** Prepares the text for a manual save, which waits for it. */
  beforeSave: () => Promise<void>;
}

/** Says why a command cannot run. */
function refuse(reason: Refusal): Promise<void> {
  return import('../refusal-texts.ts').then((module) => module.showRefusal(reason), showPartNotLoaded);
}

/** Asks before unsaved changes are replaced (specification: Opening a project). */
async function mayDiscard(store: ProjectStore, text: string, action: string): Promise<boolean> {
  store.actions.takeTitle();
  return !store.getState().dirty || confirm({ title: texts.unsavedChanges, text, action });
}

export function createProjectCommands(surroundings: Surroundings): ProjectCommands {
  const { store, goTo, openDialog, titleInput, startWriting, beforeSave } = surroundings;
  const { actions } = store;
  // Not while another project is being loaded: the address is, or will be, that one's.
  const show = () => {
    const state = store.getState();
    if (!state.loading) goTo(addressOf(state));
  };
  const mayLoad = () => mayDiscard(store, texts.leaveToLoad, texts.loadProject);
  const report = async (action: Promise<Outcome>) => showOutcomeToast(await showProgress(action));
  const open = async (action: Promise<Outcome>) => {
    const opened = await report(action);
    if (opened) show();
    return opened;
  };

  return {
    async createNew() {
      if (!(await mayDiscard(store, texts.leaveToCreate, texts.newProject))) return;
      actions.startBlank();
      show();
      toast({ title: texts.newProjectCreated });
      startWriting();
    },

    mayLoad,
    showAddress: show,

    async load(id) {
      return (await mayLoad()) && open(actions.open(id));
    },

    async save() {
      const { opening } = store.getState();
      await beforeSave();
      // Another project was opened meanwhile; the text was stored as a draft.
      if (store.getState().opening !== opening) return;
      const copying = saveLabel(store.getState()) === 'Save Copy';
      const isSaved = showOutcomeToast(await actions.save('manual'));
      // Another project that was opened meanwhile keeps its address.
      if (isSaved && copying && store.getState().opening === opening) goTo('/');
    },

    rename() {
      const input = titleInput();
      // Not every browser focuses what is selected.
      input?.focus();
      input?.select();
    },

    async remove() {
      const { project } = store.getState();
      const { id } = project;
      if (id === null) return;
      const trash = await import('./lists/trash-commands.ts').catch(() => null);
      if (!trash) return showPartNotLoaded();
      await trash.createTrashCommands(store).remove({ ...project, id }, () => undefined);
    },

    async setVisibility(isPublic) {
      await report(actions.setVisibility(isPublic));
    },

    async setEmbedding(isEmbeddable) {
      await report(actions.setEmbedding(isEmbeddable));
    },

    async share() {
      const { id, isPublic, liveLinks } = store.getState().project;
      if (id === null) return refuse('shareUnsaved');
      if (!isPublic && liveLinks) return openDialog('links');
      if (!isPublic) return refuse('sharePrivate');
      if (await copyText(`${window.location.origin}/project/${id}`)) toast({ title: texts.linkCopied });
    },

    async fork() {
      await open(actions.fork());
    },

    async duplicate() {
      await open(actions.duplicate());
    },

    async toggleLike() {
      showOutcomeToast(await actions.toggleLike());
    },

    async showEmbedCode() {
      if (store.getState().project.id === null) {
        return refuse('embedUnsaved');
      }
      openDialog('embed');
    },

    async showLinks() {
      const state = store.getState();
      if (state.project.id === null) return refuse('shareUnsaved');
      if (!isOwn(state)) return refuse('shareForeign');
      openDialog('links');
    },

    restoreRevision: (revision) => report(actions.restoreRevision(revision)),

    async resolveConflict(choice) {
      if (showOutcomeToast(await actions.resolveConflict(choice)) && choice === 'copy') show();
    },
  };
}
