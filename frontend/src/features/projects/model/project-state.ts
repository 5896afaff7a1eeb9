import type { User } from '@studio/contract/http/auth';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project, SaveKind } from '@studio/contract/http/projects';
import type { Revision } from '@studio/contract/http/revisions';
import type { Source, SourceLanguage, Sources } from '@studio/engine/source';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { ApiError, Call } from '@/lib/http-client.ts';
import type { Time } from '@/lib/time.ts';
import type { Draft, DraftStorage } from './restoring/draft-storage.ts';
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

/** SPEC 4 Header badge. */
export type Badge = 'Saving...' | 'Shared' | 'Saved' | 'Unsaved' | 'New Project';
/** SPEC 4 Save button label. */
export type SaveLabel = 'Saving...' | 'Save' | 'Saved' | 'Save Copy';

/** Something the person should know or decide, shown above the editors until they do. */
export type Notice =
  /** A local draft newer than the server's text, or of a project that was never saved: Restore or Discard. */
  | { kind: 'draft'; savedAt: number }
  | { kind: 'removed'; by: RemovedBy }
  /** A save could not be stored just now, and is repeated; `error` is why. */
  | { kind: 'offline'; error: ApiError }
  /** The visibility that was chosen while the first save was under way could not be sent after it. */
  | { kind: 'visibility'; isPublic: boolean }
  /** The project may not be public yet, and is private; `from` is when it may (ISO 8601). */
  | { kind: 'publication'; from: string };

/** A save that was refused for good: the same text would be refused again. Saving goes on once it is another. */
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
  project: WorkingProject;
  /** Derived from the project's id and owner, but for `detached`, which its removal makes it. */
  lifecycle: Lifecycle;
  /** The sources as the editors show them, to the last keystroke; `project` follows after SPEC's 500 ms. */
  typed: Sources;
  /** The sources as the preview shows them: the typed text after SPEC's 150 ms debounce. */
  applied: Sources;
  /** What the server (or, for a new project, its beginning) is known to hold; null: unknown, so all counts as unsaved. */
  acknowledged: Content | null;
  /** Derived: the text differs from `acknowledged`, or is in conflict. True from the first keystroke on. */
  dirty: boolean;
  /** Whether this browser keeps unsaved text; false where it refuses. */
  kept: boolean;
  /** The save whose answer is still awaited, or was lost; it is repeated as it is until it is answered. */
  unanswered: SaveAttempt | null;
  saving: boolean;
  /** Another tab or device of the owner is saving the open project. */
  savingElsewhere: boolean;
  loading: boolean;
  notice: Notice | null;
  /** What the draft notice offers. */
  offered: Draft | null;
  /** Set while a save was refused because the server holds newer text. */
  conflict: Project | null;
  /** Set while what was last to be saved was refused for good. */
  rejection: Rejection | null;
}

/** A revision that is to be restored. */
export type ChosenRevision = Pick<Revision, 'rev' | 'changedAt' | 'missingFiles'>;

/** How an action ended. `toast` names a text of SPEC 8; `detail` is the server's sentence where there is one. */
export type Outcome =
  | { ok: true; toast?: string; detail?: string }
  /** `pending`: not done yet; kept in this browser, and repeated until it is. */
  | { ok: false; toast: string; detail?: string; pending?: true };

/** Everything the page can do to the open project. None of these throws. */
export interface ProjectActions {
  /** What `/` shows: the open project, else the stored one, else the welcome project (SPEC 4 Persistence and restore). */
  restore(): Promise<void>;
  /** Leaves a saved project for what `/` shows to begin with: the welcome project, and an offer of text that was never saved. */
  openHome(): Promise<void>;
  /** One keystroke. Drafted within 300 ms, applied after 150 ms, pushed to the project after 500 ms. */
  edit(language: SourceLanguage, text: string): void;
  /** Takes the title when its input loses focus; blank is Untitled. */
  commitTitle(title: string): void;
  /** Follows the title as it is typed, so that a save and the end of the page take it; null: it was given up. */
  typeTitle(title: string | null): void;
  /** Changes description or tags, as an edit of the project. */
  setDetails(details: Partial<Pick<WorkingProject, 'description' | 'tags'>>): void;
  /** Chooses framework, styles and language; the text stays (SPEC 4 Framework selection). */
  setFramework(frameworkConfig: FrameworkConfig): void;
  /** Puts other sources in the place of these, as an edit of the same project: undo brings the text back. */
  replaceSource(source: Source): void;
  /** Saves now: creates, updates, or makes a private copy of somebody else's project. */
  save(kind: 'manual' | 'auto'): Promise<Outcome>;
  /** Opens a blank project and keeps the welcome project away. */
  startBlank(): void;
  /** Opens one of the user's projects, or a public one, in place of the present one. */
  open(id: string): Promise<Outcome>;
  /** SPEC 4 Loading a shared project by URL. */
  openShared(id: string): Promise<Outcome>;
  fork(): Promise<Outcome>;
  /** Copies one's own saved project and opens the copy. */
  duplicate(): Promise<Outcome>;
  /** Likes the project on screen, or takes the like back. */
  toggleLike(): Promise<Outcome>;
  setVisibility(isPublic: boolean): Promise<Outcome>;
  setEmbedding(isEmbeddable: boolean): Promise<Outcome>;
  remove(id: string): Promise<Outcome>;
  undoRemove(id: string): Promise<Outcome>;
  /** Saves one's own project as it was in a revision; unsaved text is saved first. */
  restoreRevision(revision: ChosenRevision): Promise<Outcome>;
  resolveConflict(choice: 'mine' | 'theirs' | 'copy'): Promise<Outcome>;
  restoreDraft(): Promise<void>;
  discardDraft(): Promise<void>;
  dismissNotice(): void;
  /** Logout: forgets the stored project, this text and its draft. */
  clearWorkingCopy(): void;
}

/**
 * What the project on screen is to the server. It decides what a save does and what may be saved without being asked for
 * (SPEC 4 Saving, ADR 37).
 */
export type Lifecycle =
  /** Never saved: a save creates it. */
  | { kind: 'new' }
  /** The user's own: a save updates it. */
  | { kind: 'own'; id: string }
  /** Somebody else's: only a save by hand stores it, as a private copy. */
  | { kind: 'shared'; id: string }
  /** Taken away while it was open. The text stays on screen, and nothing is stored until the person edits it or saves. */
  | { kind: 'detached'; by: RemovedBy };

export type LifecycleEvent =
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
export function savesByItself(lifecycle: Lifecycle): boolean {
  switch (lifecycle.kind) {
    case 'new':
    case 'own':
      return true;
    case 'shared':
    case 'detached':
      return false;
  }
}

/** Who took the project away, as local copies note it. */
export function detachedBy(lifecycle: Lifecycle): RemovedBy | null {
  return lifecycle.kind === 'detached' ? lifecycle.by : null;
}

/** One opening of a project, for what was asked for in it and may get its turn after it. */
export interface ProjectSession {
  /** The state at the moment when another project was opened; null while this one is open. */
  left: ProjectState | null;
  /** The project as the server last answered. */
  held: Project | null;
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
  /** From 0 up to 1; spreads the retries of many tabs. */
  random(): number;
  /** Names this tab in X-Client-Id, so that its own events can be told from others'. */
  clientId: string;
}
