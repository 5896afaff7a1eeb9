import { durations } from '@studio/contract/durations';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import * as z from 'zod/mini';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { RemovedBy } from '../working-project.ts';
import type { KeyValueStore } from './indexed-db-drafts.ts';

/** The content of a project in a local copy. */
export const StoredContent = z.object({
  title: z._default(z.string(), 'Untitled'),
  html: z._default(z.string(), ''),
  css: z._default(z.string(), ''),
  js: z._default(z.string(), ''),
  description: z._default(z.string(), ''),
  tags: z._default(z.array(z.string()), []),
  frameworkConfig: z.pipe(
    z._default(z.unknown(), {}),
    z.transform((value) => FrameworkConfig.safeParse(value).data ?? FrameworkConfig.parse({})),
  ),
});

/** A save that was sent without a response. Null: none. */
export const StoredAttempt = z._default(
  z.nullable(
    z.object({
      content: StoredContent,
      creates: z.boolean(),
      isPublic: z.boolean(),
      kind: z.enum(['auto', 'manual']),
      idempotencyKey: z.string(),
      replacement: z.optional(StoredContent),
    }),
  ),
  null,
);

/** Unsaved text of one user in one project, from one tab. */
const Draft = z.object({
  userId: z.string(),
  projectKey: z.string(),
  /** Each opening of a project in each tab writes its own draft, so that none overwrites another's text. */
  writer: z.string(),
  savedAt: z.number(),
  /** The server's version that the text is based on. */
  version: z.number(),
  content: StoredContent,
  /** The save that was pending when this was written. */
  unanswered: StoredAttempt,
  /** The project was never saved and has no address, so the draft is offered at `/`. */
  isNew: z._default(z.boolean(), false),
  /** Why its project was removed; null if it was not. */
  detached: z._default(z.nullable(RemovedBy), null),
  /** The server refuses this text, so it is kept without a time limit until the user has seen it. */
  rejected: z._default(z.boolean(), false),
});
export type Draft = z.infer<typeof Draft>;
export type DraftName = Pick<Draft, 'userId' | 'projectKey' | 'writer'>;

/** Identifies the present opening of a project in this tab. */
export function writerOf({ opening }: { opening: number }, clientId: string): string {
  return `${clientId}.${opening}`;
}

/** Storage of unsaved text. None of its methods throws. */
export interface DraftStorage {
  /** False if no storage accepts it. */
  put(draft: Draft): Promise<boolean>;
  remove(name: DraftName): Promise<void>;
  /**
   * The user's drafts of one project, or (null) of all new ones, newest first. Deletes those over 24 hours old,
   * except rejected ones.
   */
  list(userId: string, projectKey: string | null, now: number): Promise<Draft[]>;
}

const prefix = 'codestudio_draft/';
const keyOf = ({ userId, projectKey, writer }: DraftName) => `${prefix}${userId}/${projectKey}/${writer}`;

/**
 * Drafts in IndexedDB, which stores large texts without delaying typing; in local storage if it is missing or fails.
 */
export function createDraftStorage(fallback: BrowserStorage): DraftStorage {
  const local = localStorageStore(fallback);
  const stores = typeof indexedDB === 'undefined' ? [local] : [indexedDbStore(), local];

  async function readable(store: KeyValueStore<Draft>): Promise<[KeyValueStore<Draft>, string, unknown][]> {
    try {
      return (await store.entries()).map(([key, value]) => [store, key, value]);
    } catch (error) {
      console.warn('A draft could not be read from this storage', error);
      return [];
    }
  }

  return {
    async put(draft) {
      for (const store of stores) {
        try {
          await store.set(keyOf(draft), draft);
          return true;
        } catch (error) {
          console.warn('A draft could not be kept in this storage', error);
        }
      }
      return false;
    },
    async remove(name) {
      await Promise.all(stores.map((store) => removeFrom(store, keyOf(name))));
    },
    async list(userId, projectKey, now) {
      const found: Draft[] = [];
      for (const [store, key, value] of (await Promise.all(stores.map(readable))).flat()) {
        const { data: draft } = Draft.safeParse(value);
        if (!draft || (!draft.rejected && now - draft.savedAt >= durations.restoreWindow)) {
          await removeFrom(store, key);
        } else if (
          draft.userId === userId &&
          (projectKey === null ? draft.isNew : draft.projectKey === projectKey)
        ) {
          found.push(draft);
        }
      }
      return found.toSorted((one, other) => other.savedAt - one.savedAt);
    },
  };
}

async function removeFrom(store: KeyValueStore<Draft>, key: string): Promise<void> {
  try {
    await store.delete(key);
  } catch (error) {
    console.warn('A draft could not be removed', error);
  }
}

/** IndexedDB's library is loaded after the page; calls wait for it, and fail if it cannot be loaded. */
function indexedDbStore(): KeyValueStore<Draft> {
  const loaded = import('./indexed-db-drafts.ts').then((module) => module.createIndexedDbStore<Draft>());
  // Each call reports the failure.
  loaded.catch(() => undefined);
  return {
    set: async (key, draft) => (await loaded).set(key, draft),
    delete: async (key) => (await loaded).delete(key),
    entries: async () => (await loaded).entries(),
  };
}

function localStorageStore(storage: BrowserStorage): KeyValueStore<Draft> {
  return {
    async set(key, draft) {
      if (!storage.write(key, JSON.stringify(draft))) throw new Error('Local storage is full or forbidden');
    },
    delete: async (key) => storage.remove(key),
    entries: async () => storage.keys(prefix).map((key) => [key, storage.readJson(key)]),
  };
}
