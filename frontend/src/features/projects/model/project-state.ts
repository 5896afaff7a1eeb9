import type { User } from '@studio/contract/http/auth';
import type { Project, SaveKind } from '@studio/contract/http/projects';
import type { PublishLimit } from '@studio/contract/publish-limit';
import type { Sources } from '@studio/engine/source';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { ApiError, Call } from '@/lib/http-client.ts';
import type { Time } from '@/lib/time.ts';
import type { Draft, DraftStorage } from './local-copies/draft-storage.ts';
import type { Content, RemovedBy, Typed, WorkingProject } from './working-project.ts';

/** One save. It is always sent as the same request, so repeating it is safe. */
export interface SaveAttempt {
  content: Content;
  /** Creates a new project; otherwise it updates the open one. */
  creates: boolean;
  /** Only for a new project; the visibility of a saved one has its own route. */
  isPublic: boolean;
  kind: SaveKind;
  idempotencyKey: string;
  /** A newer text that a closing page sent in place of this one: the server may have either. */
  replacement?: Content | undefined;
}

/**
 * The state of saving the open project. `attempt`: the request that was sent and may have arrived. `conflict`: the
 * server's other version, until the user has chosen.
 */
type SaveState =
  | { kind: 'idle'; attempt: null; conflict: null }
  /** A request is pending. Without an attempt its response is ignored: the project was removed or replaced since. */
  | { kind: 'saving'; attempt: SaveAttempt | null; conflict: Project | null }
  /** The response was lost, or the server could not handle the attempt: it is repeated unchanged. */
  | { kind: 'unanswered'; attempt: SaveAttempt; conflict: Project | null }
  | { kind: 'conflict'; attempt: null; conflict: Project };

export type SaveEvent =
  /** The server's response was applied, or another project was opened. */
  | { type: 'settled' }
  | { type: 'sent'; attempt: SaveAttempt }
  /** The request ended, and it is unknown whether it arrived. */
  | { type: 'ended' }
  /** The request ended, and the server has not stored the attempt. */
  | { type: 'refused' }
  /** The server has the text that was sent. */
  | { type: 'arrived' }
  /** An attempt without a response was restored from this browser. */
  | { type: 'restored'; attempt: SaveAttempt | null }
  | { type: 'conflicted'; conflict: Project }
  /** The local text is now based on the server's version. */
  | { type: 'rebased' }
  /** The server's text has replaced the local text. */
  | { type: 'replaced' }
  /** The project was removed. A requested copy may exist already: the repeated request returns the same one. */
  | { type: 'removed' };

/** The only place where the save state changes. */
export function nextSave({ kind, attempt, conflict }: SaveState, event: SaveEvent): SaveState {
  const isSaving = kind === 'saving';
  switch (event.type) {
    case 'settled':
      return saveState(false, null, null);
    case 'sent':
      return saveState(true, event.attempt, conflict);
    case 'ended':
      return saveState(false, attempt, conflict);
    case 'refused':
      return saveState(false, null, conflict);
    case 'arrived':
      return saveState(isSaving, null, conflict);
    case 'restored':
      return saveState(isSaving, event.attempt, conflict);
    case 'conflicted':
      return saveState(isSaving, null, event.conflict);
    case 'rebased':
      return saveState(isSaving, attempt, null);
    case 'replaced':
      return saveState(isSaving, null, null);
    case 'removed':
      return saveState(isSaving, attempt?.creates ? attempt : null, null);
  }
}

function saveState(isSaving: boolean, attempt: SaveAttempt | null, conflict: Project | null): SaveState {
  const kind = isSaving ? 'saving' : attempt ? 'unanswered' : conflict ? 'conflict' : 'idle';
  return { kind, attempt, conflict } as SaveState;
}

/** The badge of the header (specification: Badge). */
export type Badge = 'Saving...' | 'Shared' | 'Saved' | 'Unsaved' | 'New Project';
/** The label of the Save button (specification: Save button). */
export type SaveLabel = 'Saving...' | 'Save' | 'Saved' | 'Save Copy';

/** Why a project may not be public yet. */
export type PublicationLimit = Pick<PublishLimit, 'publishableFrom' | 'most' | 'group'>;

/** A message or question shown above the editors until the user has handled it. */
export type Notice =
  /** A local draft newer than the server's text, or of a project that was never saved: Restore or Discard. */
  | { kind: 'draft'; draft: Draft }
  | { kind: 'removed'; by: RemovedBy }
  /** A save failed temporarily and is repeated; `error`: the reason. */
  | { kind: 'offline'; error: ApiError }
  /** The visibility chosen during the first save could not be sent afterwards. */
  | { kind: 'visibility'; isPublic: boolean }
  /** The project may not be public yet, and is private. */
  | { kind: 'publication'; limit: PublicationLimit };

/** A permanently refused save: the same text would be refused again. Saving continues once the text changes. */
export interface Rejection {
  content: Content;
  /** `limit`: longer than the contract allows, checked locally. `refused`: by the server. */
  kind: 'limit' | 'refused';
  /** One sentence: what exceeds the limit, and by how much. */
  reason: string;
}

export interface ProjectState {
  /** The user of the working copy; null before a project was opened, and after logout. */
  userId: string | null;
  /** Increases by one when another project is opened; the editors then start a new undo history. */
  opening: number;
  /** The project's key when it was opened; its first save changes the key. */
  openedKey: string;
  project: WorkingProject;
  /** Derived from the project's id and owner, except `detached`, which is set by its removal. */
  lifecycle: Lifecycle;
  /**
   * The sources in the editors, including the last keystroke; `project` follows after 500 ms
   * (specification: Editors). Also the title while it is typed.
   */
  typed: Typed;
  /** The sources for the preview: the typed text after 150 ms (specification: Editors). */
  applied: Sources;
  /** The content on the server (of a new project: its initial content); null: unknown, so all counts as unsaved. */
  acknowledged: Content | null;
  /**
   * Derived: the text differs from `acknowledged`, `save` is not settled, or the user's own project was removed. True from
   * the first keystroke.
   */
  dirty: boolean;
  /** Whether this browser stores unsaved text; false if it refuses. */
  kept: boolean;
  save: SaveState;
  /** The last save was refused permanently. Kept until the text is saved or undone, independently of `save`. */
  rejection: Rejection | null;
  /** Another tab or device of the owner is saving the open project. */
  savingElsewhere: boolean;
  loading: boolean;
  notice: Notice | null;
}

/**
 * The relation of the open project to the server. It determines what a save does and what may be saved automatically
 * (specification: Saving) (ADR 37).
 */
type Lifecycle =
  /** Never saved: a save creates it. */
  | { kind: 'new' }
  /** The user's own: a save updates it. */
  | { kind: 'own'; id: string }
  /** Another user's: only a manual save stores it, as a private copy. */
  | { kind: 'shared'; id: string }
  /** Removed while it was open. The text stays on screen, and nothing is stored until the user edits or saves it. */
  | { kind: 'detached'; by: RemovedBy };

type LifecycleEvent =
  /** The project got its present id and owner from the server or this browser. */
  | { type: 'identified'; project: { id: string | null; userId: string | null }; userId: string | null }
  | { type: 'removed'; by: RemovedBy }
  /** The user changed the project. */
  | { type: 'edited' };

/** The only place where the lifecycle changes. */
export function nextLifecycle(present: Lifecycle, event: LifecycleEvent): Lifecycle {
  switch (event.type) {
    case 'removed':
      return { kind: 'detached', by: event.by };
    case 'edited':
      return present.kind === 'detached' ? { kind: 'new' } : present;
    case 'identified': {
      const { id, userId: ownerId } = event.project;
      if (id === null) return present.kind === 'detached' ? present : { kind: 'new' };
      return ownerId === null || ownerId === event.userId ? { kind: 'own', id } : { kind: 'shared', id };
    }
  }
}

/** Whether the text may be stored automatically: by auto-save, or when the page is hidden. */
export function mayAutoSave({ kind }: Lifecycle): boolean {
  return kind === 'new' || kind === 'own';
}

/**
 * Whether found versions of packages become part of the project: only after a change by the user, `changedKey` being
 * the key of the last project that had one. A removed project would be stored with them.
 */
export function mayStorePackages(
  { dirty, lifecycle, project }: ProjectState,
  changedKey: string | null,
): boolean {
  return lifecycle.kind !== 'detached' && (dirty || project.key === changedKey);
}

/** Why the project was removed, for local copies. */
export function detachedBy(lifecycle: Lifecycle): RemovedBy | null {
  return lifecycle.kind === 'detached' ? lifecycle.by : null;
}

/** One opening of a project, for queued operations that may run after another project was opened. */
export interface ProjectOpening {
  /** The state when another project was opened; null while this one is open. */
  stateAtEnd: ProjectState | null;
  /** The project in the server's last response since then, if its text is from this opening. */
  latest: Project | null;
}

/** The dependencies of the project store. */
export interface ProjectDependencies {
  call: Call;
  /** The signed-in user. */
  user(): Pick<User, 'id'> | null;
  /** The present `autoSave` setting. */
  autoSave(): boolean;
  drafts: DraftStorage;
  /** The openings that are now on screen in any window of this browser. */
  findActiveWriters(): Promise<string[]>;
  /** Whether the moderators took a project down; false if unknown. */
  isTakenDown(id: string): Promise<boolean>;
  localStorage: BrowserStorage;
  sessionStorage: BrowserStorage;
  time: Time;
  /** Milliseconds since a key was last pressed. */
  sinceLastKey(): number;
  /** From 0 up to 1; spreads the retries of many tabs. */
  random(): number;
  /** Identifies this tab in X-Client-Id, to distinguish its own events from others'. */
  clientId: string;
}
