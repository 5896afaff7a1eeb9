import { durations } from '@studio/contract/durations';
import { defaultFrameworkConfig, FrameworkConfig } from '@studio/contract/http/frameworks';
import * as z from 'zod/mini';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { Time } from '@/lib/time.ts';

/** The part of the project store that is used here. */
interface FrameworkStore {
  getState(): {
    userId: string | null;
    /** Changes whenever another project is opened. */
    opening: number;
    /** What is shown above the editors; `draft`: unsaved text is offered. */
    notice: { kind: string } | null;
    project: {
      id: string | null;
      key: string;
      userId: string | null;
      version: number;
      frameworkConfig: FrameworkConfig;
    };
  };
  subscribe(listener: () => void): () => void;
  actions: { setFramework(config: FrameworkConfig): void };
}

/** Keys of local storage (specification: Browser storage). */
const selectionKey = 'frameworkSelector_current';
const keyPrefix = 'frameworkConfig_';
const keyOf = (projectKey: string) => keyPrefix + projectKey;

/** How often the stored configuration is checked, in ms (specification: Framework configuration). */
const pollIntervalMs = 1_000;

/** A stored configuration; user, time and version may be missing in old records. */
const StoredFramework = z.extend(FrameworkConfig, {
  userId: z.optional(z.string()),
  timestamp: z.optional(z.number()),
  version: z.optional(z.number()),
});

/**
 * Stores the framework configuration of the open project in local storage, as the current selection and per project.
 * When that project is opened again, it restores an unsaved choice (specification: Framework configuration), unless
 * it is older than a day, another user's or for another version of the project, or unsaved text is offered with it.
 * Records older than a day are removed at the start. Removing a newer one resets the configuration. Returns a function
 * that ends it.
 */
export function storeFramework(
  projectStore: FrameworkStore,
  storage: BrowserStorage,
  time: Time,
): () => void {
  let opening: number | null = null;
  let seen = '';
  /** The storage key of the present configuration; null if it is not stored. */
  let storedUnder: string | null = null;
  let storedAt = 0;
  /** Whether the record is that of a project without an id, which no other window has open. */
  let isTemporary = false;
  /** A restored choice and the configuration before it, until the project gets another one. */
  let restored: { choice: FrameworkConfig; own: FrameworkConfig } | null = null;

  function follow() {
    const { userId, opening: present, notice, project } = projectStore.getState();
    if (userId === null) {
      opening = null;
      storedUnder = null;
    } else if (present !== opening) {
      opening = present;
      storedUnder = null;
      restored = null;
      seen = JSON.stringify([project.key, project.version, project.frameworkConfig]);
      storage.write(selectionKey, JSON.stringify(project.frameworkConfig));
      restore(userId, project);
    } else {
      const now = JSON.stringify([project.key, project.version, project.frameworkConfig]);
      if (now !== seen) store(userId, project);
      seen = now;
      if (restored?.choice !== project.frameworkConfig) restored = null;
      // The choice is part of the unsaved text that is offered: alone it would be saved with the older text.
      else if (notice?.kind === 'draft') projectStore.actions.setFramework(restored.own);
    }
  }

  function store(userId: string, { id, key, version, frameworkConfig }: Project) {
    const place = keyOf(key);
    // Another window with the project that was copied would take the removal for that of its own record.
    if (isTemporary && storedUnder !== null && storedUnder !== place) storage.remove(storedUnder);
    const record = { ...frameworkConfig, userId, version, timestamp: time.now() };
    const kept =
      storage.write(place, JSON.stringify(record)) &&
      storage.write(selectionKey, JSON.stringify(frameworkConfig));
    storedUnder = kept ? place : null;
    storedAt = record.timestamp;
    isTemporary = id === null;
  }

  function restore(userId: string, project: Project) {
    const place = keyOf(project.key);
    const { data: kept } = StoredFramework.safeParse(storage.readJson(place));
    const isOwn = project.userId === null || project.userId === userId;
    if (!kept || !isOwn || (kept.userId ?? userId) !== userId) return;
    // Replaced rather than removed, as another window may have had the project open for longer than that.
    if (isExpired(kept)) return store(userId, project);
    if ((kept.version ?? project.version) !== project.version) return;
    store(userId, project);
    const choice = FrameworkConfig.parse(kept);
    restored = { choice, own: project.frameworkConfig };
    projectStore.actions.setFramework(choice);
  }

  function isExpired({ timestamp = time.now() }: { timestamp?: number | undefined }) {
    return time.now() - timestamp >= durations.restoreWindow;
  }

  /** Removes the records of projects that nobody has opened again in time. */
  function removeExpired() {
    for (const place of storage.keys(keyPrefix)) {
      const { data } = StoredFramework.safeParse(storage.readJson(place));
      if (data && isExpired(data)) storage.remove(place);
    }
  }

  function isCleared() {
    if (storedUnder === null) return false;
    if (storage.isMissing(selectionKey)) return true;
    // Another window may have removed the record of a project that is open here for longer than that.
    return storage.isMissing(storedUnder) && !isExpired({ timestamp: storedAt });
  }

  function poll() {
    cancel = time.after(pollIntervalMs, poll);
    if (!isCleared()) return;
    storedUnder = null;
    projectStore.actions.setFramework(defaultFrameworkConfig);
  }

  let cancel = time.after(pollIntervalMs, poll);
  const unsubscribe = projectStore.subscribe(follow);
  follow();
  removeExpired();
  return () => {
    cancel();
    unsubscribe();
  };
}

type Project = ReturnType<FrameworkStore['getState']>['project'];
