/** Local or session storage that never throws: unreadable values count as missing, failed writes are logged. */
export interface BrowserStorage {
  /** The text under a key; null when missing or when the browser refuses storage. */
  read(key: string): string | null;
  /** The value under a key, parsed; null when missing or not JSON. Its shape is still unknown. */
  readJson(key: string): unknown;
  /** Whether nothing is stored under a key; false if the browser does not say. */
  isMissing(key: string): boolean;
  /** False if the browser refuses (full or forbidden): a former value stays, which may be another tab's. */
  write(key: string, text: string): boolean;
  remove(key: string): void;
  /** Every key that begins with the prefix. */
  keys(prefix: string): string[];
}

/** Wraps a `Storage`. It is read on each use, because even accessing `window.localStorage` can throw. */
export function browserStorage(storage: () => Storage): BrowserStorage {
  function attempt<T>(work: (store: Storage) => T, otherwise: T): T {
    try {
      return work(storage());
    } catch (error) {
      console.warn('Browser storage is not available', error);
      return otherwise;
    }
  }
  const read = (key: string) => attempt((store) => store.getItem(key), null);
  return {
    read,
    remove: (key) => attempt((store) => store.removeItem(key), undefined),
    readJson(key) {
      const text = read(key);
      if (text === null) return null;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        console.warn(`Ignoring the broken value of ${key} in browser storage`);
        return null;
      }
    },
    isMissing: (key) => attempt((store) => store.getItem(key) === null, false),
    write: (key, text) =>
      attempt((store) => {
        store.setItem(key, text);
        return true;
      }, false),
    keys: (prefix) =>
      attempt(
        (store) =>
          Array.from({ length: store.length }, (_, index) => store.key(index)).filter(
            (key) => key?.startsWith(prefix) === true,
          ) as string[],
        [],
      ),
  };
}

export const localStore = browserStorage(() => window.localStorage);
export const tabStore = browserStorage(() => window.sessionStorage);
