import { durations } from '@studio/contract/durations';
import * as z from 'zod/mini';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { SaveAttempt } from '../project-state.ts';
import { blankProject, RemovedBy, type WorkingProject } from '../working-project.ts';
import { StoredAttempt, StoredContent } from './draft-storage.ts';

const storageKey = 'codestudio_current_project';

const nullable = <T extends z.ZodMiniType>(type: T) => z._default(z.nullable(type), null);
const count = z._default(z.number(), 0);
const flag = z._default(z.boolean(), false);

const StoredProject = z.extend(StoredContent, {
  id: nullable(z.string()),
  key: z.optional(z.string()),
  formerId: z.optional(z.string()),
  userId: nullable(z.string()),
  username: nullable(z.string()),
  isPublic: flag,
  isEmbeddable: flag,
  liveLinks: z.optional(z.number()),
  version: count,
  views: count,
  likes: count,
  forkCount: count,
  isLiked: flag,
  updatedAt: nullable(z.string()),
});

const StoredRecord = z.object({
  project: StoredProject,
  timestamp: z.number(),
  /** The user of the working copy; a record without it belongs to the signed-in user. */
  owner: z.optional(z.string()),
  /** The opening that wrote it; its draft is not newer than this. */
  writer: z.optional(z.string()),
  dirty: flag,
  detached: z._default(z.nullable(RemovedBy), null),
  rejected: flag,
  unanswered: StoredAttempt,
});

/** The open project as stored in this browser (specification: Local copies). */
export interface StoredWorkingCopy {
  project: WorkingProject;
  timestamp: number;
  owner: string;
  writer?: string | undefined;
  dirty: boolean;
  /** Why it was removed; null if it was not. */
  detached: RemovedBy | null;
  /** A save of it was refused permanently. */
  rejected: boolean;
  unanswered: SaveAttempt | null;
}

/** The storages of the project on screen: for this tab, and for the next one opened at `/`. */
interface ProjectStorages {
  sessionStorage: BrowserStorage;
  localStorage: BrowserStorage;
}

/**
 * `codestudio_current_project` of one user: this tab's own, else that of the tab that wrote last. Null if it is
 * invalid, 24 hours old or another user's.
 */
export function readCurrentProject(
  { sessionStorage, localStorage }: ProjectStorages,
  userId: string,
  now: number,
): StoredWorkingCopy | null {
  return readFrom(sessionStorage, userId, now) ?? readFrom(localStorage, userId, now);
}

function readFrom(storage: BrowserStorage, userId: string, now: number): StoredWorkingCopy | null {
  const { data: record } = StoredRecord.safeParse(storage.readJson(storageKey));
  if (!record || (record.owner !== undefined && record.owner !== userId)) return null;
  if (now - record.timestamp >= durations.restoreWindow) {
    storage.remove(storageKey);
    return null;
  }
  const { key, ...project } = record.project;
  return {
    ...record,
    owner: userId,
    project: { ...project, key: project.id ?? key ?? blankProject().key },
  };
}

/** False if the browser refuses to store it beyond the life of this tab. */
export function writeCurrentProject(storages: ProjectStorages, workingCopy: StoredWorkingCopy): boolean {
  const text = JSON.stringify(workingCopy);
  replace(storages.sessionStorage, text);
  return replace(storages.localStorage, text);
}

/** The former record has an older text: where the new one does not fit, there is none. */
function replace(storage: BrowserStorage, text: string): boolean {
  const written = storage.write(storageKey, text);
  if (!written) storage.remove(storageKey);
  return written;
}

export function removeCurrentProject({ sessionStorage, localStorage }: ProjectStorages): void {
  sessionStorage.remove(storageKey);
  localStorage.remove(storageKey);
}

const loadedKey = 'loadedSharedProjects';
const Ids = z.array(z.string());

/**
 * Records that a project was loaded by its URL; true the first time in this session
 * (specification: Opening a project).
 */
export function rememberLoaded(storage: BrowserStorage, id: string): boolean {
  const loaded = Ids.safeParse(storage.readJson(loadedKey)).data ?? [];
  if (loaded.includes(id)) return false;
  storage.write(loadedKey, JSON.stringify([...loaded, id]));
  return true;
}
