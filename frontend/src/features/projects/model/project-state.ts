import type { User } from '@studio/contract/http/auth';
import type { Project, SaveKind } from '@studio/contract/http/projects';
import type { PublishLimit } from '@studio/contract/publish-limit';
import type { Sources } from '@studio/engine/source';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { ApiError, Call } from '@/lib/http-client.ts';
import type { Time } from '@/lib/time.ts';
import type { Draft, DraftStorage } from './local-copies/draft-storage.ts';
import type { Content, RemovedBy, WorkingProject } from './working-project.ts';

/** One save on its way. Answered or not, it is always the same request, so repeating it is safe. */
export interface SaveAttempt {
  content: Content;
  /** Makes a new project; else it updates the open one. */
  creates: boolean;
  /** Only for a new project; a saved one's visibility has its own call. */
  isPublic: boolean;
  kind: SaveKind;
  idempotencyKey: string;
}

/**
 * How far the save of the open project has got. `attempt`: what was sent, and may have arrived. `conflict`: the newer text
 * that the server holds, until the person has chosen.
 */
type SaveState =
  | { kind: 'idle'; attempt: null; conflict: null }
  /** A request is under way. Without an attempt its answer changes nothing: the project was removed or replaced since. */
  | { kind: 'saving'; attempt: SaveAttempt | null; conflict: Project | null }
  /** The answer was lost, or the server could not take the attempt: it is repeated as it is. */
  | { kind: 'unanswered'; attempt: SaveAttempt; conflict: Project | null }
  | { kind: 'conflict'; attempt: null; conflict: Project };

export type SaveEvent =
  /** The server's answer was taken over, or another project was opened. */
  | { type: 'settled' }
  | { type: 'sent'; attempt: SaveAttempt }
  /** The request is over, and nobody knows whether it arrived. */
  | { type: 'ended' }
  /** The request is over, and the server has not stored the attempt. */
  | { type: 'refused' }
  /** The server turned out to hold what was sent. */
  | { type: 'arrived' }
  /** This browser had kept an attempt whose answer is missing. */
  | { type: 'restored'; attempt: SaveAttempt | null }
  | { type: 'conflicted'; conflict: Project }
  /** The text here is now a change to what the server holds. */
  | { type: 'rebased' }
  /** The server's text took the place of the text here. */
  | { type: 'replaced' }
  /** The project was taken away. A copy that was asked for may have been made: sent again, it is the same one. */
  | { type: 'removed' };

/** The one place where the save of a project changes its state. */
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

/** Something the person should know or decide, shown above the editors until they do. */
export type Notice =
  /** A local draft newer than the server's text, or of a project that was never saved: Restore or Discard. */
  | { kind: 'draft'; draft: Draft }
  | { kind: 'removed'; by: RemovedBy }
  /** A save could not be stored just now, and is repeated; `error` is why. */
  | { kind: 'offline'; error: ApiError }
  /** The visibility that was chosen while the first save was under way could not be sent after it. */
  | { kind: 'visibility'; isPublic: boolean }
  /** The project may not be public yet, and is private. */
  | { kind: 'publication'; limit: PublicationLimit };

/** A save that was refused permanently: the same text would be refused again. Saving goes on once it is another. */
export interface Rejection {
  content: Content;
  /** `limit`: longer than the contract allows, which needs no server to say so. `refused`: by the server. */
  kind: 'limit' | 'refused';
  /** One sentence: what is wrong, and by how much. */
  reason: string;
}

export interface ProjectState {
  /** Whose working copy this is; null before a project was opened, and after logout. */
  userId: string | null;
  /** Grows by one whenever another project is opened; the editors start a new undo history with it. */
  opening: number;
  /** The project's key when it was opened: its first save gives it another. */
  openedKey: string;
  project: WorkingProject;
  /** Derived from the project's id and owner, but for `detached`, which its removal makes it. */
  lifecycle: Lifecycle;
  /** The sources as the editors show them, to the last keystroke; `project` follows after 500 ms (specification: Editors). */
  typed: Sources;
  /** The sources as the preview shows them: the typed text after 150 ms (specification: Editors). */
  applied: Sources;
  /** What the server (or, for a new project, its beginning) is known to hold; null: unknown, so all counts as unsaved. */
  acknowledged: Content | null;
  /** Derived: the text differs from `acknowledged`, or `save` is not settled. True from the first keystroke on. */
  dirty: boolean;
  /** Whether this browser keeps unsaved text; false where it refuses. */
  kept: boolean;
  save: SaveState;
  /** What was last to be saved was refused permanently. It stays until a save is acknowledged, whatever `save` does meanwhile. */
  rejection: Rejection | null;
  /** Another tab or device of the owner is saving the open project. */
  savingElsewhere: boolean;
  loading: boolean;
  notice: Notice | null;
}

/**
 * What the project on screen is to the server. It decides what a save does and what may be saved without being asked for
 * (specification: Saving) (ADR 37).
 */
type Lifecycle =
  /** Never saved: a save creates it. */
  | { kind: 'new' }
  /** The user's own: a save updates it. */
  | { kind: 'own'; id: string }
  /** Somebody else's: only a save by hand stores it, as a private copy. */
  | { kind: 'shared'; id: string }
  /** Taken away while it was open. The text stays on screen, and nothing is stored until the person edits it or saves. */
  | { kind: 'detached'; by: RemovedBy };

type LifecycleEvent =
  /** The server, or this browser, gave the project its present id and owner. */
  | { type: 'identified'; project: { id: string | null; userId: string | null }; userId: string | null }
  | { type: 'removed'; by: RemovedBy }
  /** The person changed something of it. */
  | { type: 'edited' };

/** The one place where a project changes what it is. */
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

/** Whether the text may be stored without being asked for: by auto-save, or when the page is hidden. */
export function savesByItself({ kind }: Lifecycle): boolean {
  return kind === 'new' || kind === 'own';
}

/** Who took the project away, as local copies note it. */
export function detachedBy(lifecycle: Lifecycle): RemovedBy | null {
  return lifecycle.kind === 'detached' ? lifecycle.by : null;
}

/** One opening of a project, for what was asked for in it and may get its turn after it. */
export interface ProjectSession {
  /** The state at the moment when another project was opened; null while this one is open. */
  closedState: ProjectState | null;
  /** The project as the server last answered. */
  latest: Project | null;
}

/** What the project store needs from outside. */
export interface ProjectDependencies {
  call: Call;
  /** Who is signed in at this moment. */
  user(): Pick<User, 'id'> | null;
  /** The `autoSave` setting at this moment. */
  autoSave(): boolean;
  drafts: DraftStorage;
  /** The openings, in all windows of this browser, that are on screen at this moment. */
  findActiveWriters(): Promise<string[]>;
  /** Whether the moderators took a project down; false where that cannot be found out. */
  isTakenDown(id: string): Promise<boolean>;
  localStorage: BrowserStorage;
  sessionStorage: BrowserStorage;
  time: Time;
  /** Milliseconds since a key was last pressed. */
  sinceLastKey(): number;
  /** From 0 up to 1; spreads the retries of many tabs. */
  random(): number;
  /** Names this tab in X-Client-Id, so that its own events can be told from others'. */
  clientId: string;
}
