import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';

// Loaded on demand: nothing is printed before there is a preview.
const load = () => import('./console-store.ts');
type ConsoleModule = Awaited<ReturnType<typeof load>>;

let loading: Promise<ConsoleModule> | null = null;
let loaded: ConsoleModule | null = null;

/** Calls `use` with the list, in the order of the calls; immediately once it is loaded. */
function withList(use: (module: ConsoleModule) => void): void {
  if (loaded) {
    use(loaded);
    return;
  }
  loading ??= load();
  loading.then(
    (module) => {
      loaded = module;
      use(module);
      return module;
    },
    (error: unknown) => console.warn('The console could not be loaded.', error),
  );
}

/** Adds an entry to the console's list. */
export function appendEntry(entry: ConsoleEntry): void {
  withList(({ consoleStore }) => consoleStore.getState().append(entry));
}

/** A new run has begun: earlier entries are removed, unless the log is preserved. */
export function beginRun(): void {
  withList(({ consoleStore }) => consoleStore.getState().beginRun());
}

/** Shows the problems of the newest sources; empty if there are none. */
export function showProblems(problems: readonly Problem[]): void {
  withList(({ consoleStore, problemEntries }) =>
    consoleStore.getState().showProblems(problemEntries(problems, Date.now())),
  );
}

/** Sets whether the entries of earlier runs are kept. */
export function preserveLog(preserve: boolean): void {
  withList(({ consoleStore }) => consoleStore.getState().preserveLog(preserve));
}

export function clearConsole(): void {
  withList(({ consoleStore }) => consoleStore.getState().clear());
}

/** Removes all entries when another project is opened. */
export function resetConsole(): void {
  withList(({ consoleStore }) => consoleStore.getState().reset());
}

/** Calls back with the number of unseen errors of this run, now and at each change. Returns an unsubscribe function. */
export function followUnreadErrors(onChange: (unread: number) => void): () => void {
  let end = () => {};
  let ended = false;
  withList(({ consoleStore }) => {
    if (ended) return;
    const notify = () => onChange(consoleStore.getState().unreadErrors);
    end = consoleStore.subscribe(notify);
    notify();
  });
  return () => {
    ended = true;
    end();
  };
}
