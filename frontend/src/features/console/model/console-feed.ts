import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';

// The list need not come with the page: nothing is printed before there is a preview.
const load = () => Promise.all([import('./console-store.ts'), import('./problem-entries.ts')]);
type Loaded = Awaited<ReturnType<typeof load>>;

let loading: Promise<Loaded> | null = null;
let loaded: Loaded | null = null;

/** Does something with the list, in the order of the calls; at once where it is there. */
function withList(use: (...modules: Loaded) => void): void {
  if (loaded) {
    use(...loaded);
    return;
  }
  loading ??= load();
  loading.then(
    (modules) => {
      loaded = modules;
      use(...modules);
      return modules;
    },
    (error: unknown) => console.warn('The console could not be loaded.', error),
  );
}

/** Puts an entry into the console's list. */
export function appendEntry(entry: ConsoleEntry): void {
  withList(({ consoleStore }) => consoleStore.getState().append(entry));
}

/** Puts those problems into the list that were not there `before`. */
export function appendProblems(before: readonly Problem[], now: readonly Problem[]): void {
  if (now.length === 0) return;
  withList(({ consoleStore }, { entriesOfNewProblems }) => {
    for (const entry of entriesOfNewProblems(before, now, Date.now())) consoleStore.getState().append(entry);
  });
}

export function clearConsole(): void {
  withList(({ consoleStore }) => consoleStore.getState().clear());
}

/** Calls back with the number of errors that nobody has looked at, now and whenever it changes. Returns what ends it. */
export function followUnreadErrors(onChange: (unread: number) => void): () => void {
  let end = () => {};
  let ended = false;
  withList(({ consoleStore }) => {
    if (ended) return;
    const tell = () => onChange(consoleStore.getState().unreadErrors);
    end = consoleStore.subscribe(tell);
    tell();
  });
  return () => {
    ended = true;
    end();
  };
}
