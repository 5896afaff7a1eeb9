import { createStore, del, entries, set, type UseStore } from 'idb-keyval';

/** Values by key. Values read back are unvalidated. */
export interface KeyValueStore<T> {
  set(key: string, value: T): Promise<void>;
  delete(key: string): Promise<void>;
  entries(): Promise<[string, unknown][]>;
}

/** Drafts in IndexedDB. */
export function createIndexedDbStore<T>(): KeyValueStore<T> {
  let opened: UseStore | undefined;
  const store: UseStore = (mode, work) => {
    opened ??= createStore('codestudio', 'drafts');
    return opened(mode, work);
  };
  return {
    // The functions are async so that a missing IndexedDB is a rejection, not an exception.
    set: async (key, value) => set(key, value, store),
    delete: async (key) => del(key, store),
    entries: async () => entries<string, unknown>(store),
  };
}
