import { durations } from '@studio/contract/durations';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import * as z from 'zod/mini';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { RemovedBy } from '../working-project.ts';
import type { KeyValueStore } from './indexed-db-drafts.ts';

/** The written part of a project, wherever a local copy of it is read back. */
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

/** Unsaved text of one user in one project, as one tab left it. */
const Draft = z.object({
  userId: z.string(),
  projectKey: z.string(),
  /** Each opening of a project in each tab writes its own, so that none overwrites another's text. */
  writer: z.string(),
  savedAt: z.number(),
  /** The server's version that the text stands on. */
  version: z.number(),
  content: StoredContent,
  /** An older text that was on its way to the server when this was written. */
  sent: z._default(z.nullable(StoredContent), null),
  /** Of a project that was never saved: no address leads to it, so it is offered at `/`. */
  isNew: z._default(z.boolean(), false),
  /** Who took its project away; null while nobody has. */
  detached: z._default(z.nullable(RemovedBy), null),
  /** The server takes nothing like it: kept until somebody has looked at it, however long that takes. */
  rejected: z._default(z.boolean(), false),
});
export type Draft = z.infer<typeof Draft>;
export type DraftName = Pick<Draft, 'userId' | 'projectKey' | 'writer'>;

/** Names the present opening of a project in this tab. */
export function writerOf({ opening }: { opening: number }, clientId: string): string {
  return `${clientId}.${opening}`;
}

/** Removes the draft of one opening of a project in this tab. */
export function removeDraft(
  { drafts, clientId }: { drafts: DraftStorage; clientId: string },
  state: { userId: string | null; opening: number; project: { key: string } },
): void {
  const { userId, project } = state;
  if (userId !== null)
    void drafts.remove({ userId, projectKey: project.key, writer: writerOf(state, clientId) });
}

/** Where unsaved text waits for the server. None of these throws. */
export interface DraftStorage {
  /** False where no storage took it. */
  put(draft: Draft): Promise<boolean>;
  remove(name: DraftName): Promise<void>;
  /** The user's drafts of one project, or (null) of all new ones, newest first; whatever is over 24 hours old, and was not rejected, is thrown away on the way. */
  list(userId: string, projectKey: string | null, now: number): Promise<Draft[]>;
}

const prefix = 'codestudio_draft/';
const keyOf = ({ userId, projectKey, writer }: DraftName) => `${prefix}${userId}/${projectKey}/${writer}`;

/** Drafts in IndexedDB, which takes large texts without holding up typing; in local storage where it is missing or fails. */
export function createDraftStorage(fallback: BrowserStorage): DraftStorage {
  const local = localStorageStore(fallback);
  const stores = typeof indexedDB === 'undefined' ? [local] : [indexedDbStore(), local];

  async function readable(store: KeyValueStore<Draft>): Promise<[KeyValueStore<Draft>, string, unknown][]> {
    try {
      return (await store.entries()).map(([key, value]) => [store, key, value]);
    } catch (error) {
      console.warn('Drafts could not be read from this storage', error);
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
      for (const store of stores) {
        await store
          .delete(keyOf(name))
          .catch((error: unknown) => console.warn('A draft was not removed', error));
      }
    },
    async list(userId, projectKey, now) {
      const found: Draft[] = [];
      for (const [shelf, key, value] of (await Promise.all(stores.map(readable))).flat()) {
        const { data: draft } = Draft.safeParse(value);
        if (!draft || (!draft.rejected && now - draft.savedAt >= durations.restoreWindow)) {
          await shelf.delete(key).catch((error: unknown) => console.warn('A draft was not removed', error));
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

/** IndexedDB's library comes a moment after the page; until it has, and where it does not come, calls wait or fail. */
function indexedDbStore(): KeyValueStore<Draft> {
  const loaded = import('./indexed-db-drafts.ts').then((module) => module.createIndexedDbStore<Draft>());
  // Each call says so again.
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
