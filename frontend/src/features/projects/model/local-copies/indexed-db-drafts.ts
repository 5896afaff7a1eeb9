import { createStore, del, entries, set, type UseStore } from 'idb-keyval';

/** Values by key. Values read back are unvalidated. */
export interface KeyValueStore<T> {
  set(key: string, value: T): Promise<void>;
  delete(key: string): Promise<void>;
  entries(): Promise<[string, unknown][]>;
}

/** In ms. In some browsers a damaged database never answers. */
const answersWithin = 2_000;

/**
 * Drafts in IndexedDB. While it does not answer, each call is rejected. Deletions are carried out when it answers again,
 * as is what was sent before.
 */
export function createIndexedDbStore<T>(): KeyValueStore<T> {
  let opened: UseStore | undefined;
  let isSilent = false;
  const store: UseStore = async (mode, work) => {
    opened ??= createStore('codestudio', 'drafts');
    const answered = opened(mode, work);
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isSilent = true;
      reject(silence());
    }, answersWithin);
    const settled = answered.finally(() => {
      clearTimeout(timer);
      isSilent = false;
    });
    return Promise.race([settled, tooLate]);
  };
  const answering: UseStore = async (mode, work) => {
    // Further calls would only wait as well, each with its draft.
    if (isSilent) throw silence();
    return store(mode, work);
  };
  return {
    // The functions are async so that a missing IndexedDB is a rejection, not an exception.
    set: async (key, value) => set(key, value, answering),
    delete: async (key) => del(key, store),
    entries: async () => entries<string, unknown>(answering),
  };
}

function silence(): Error {
  return new Error('IndexedDB does not answer.');
}
