import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';

// The list need not come with the page: nothing is printed before there is a preview.
const load = () => import('./console-store.ts');
type ConsoleModule = Awaited<ReturnType<typeof load>>;

let loading: Promise<ConsoleModule> | null = null;
let loaded: ConsoleModule | null = null;

/** Does something with the list, in the order of the calls; at once where it is there. */
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

/** Puts an entry into the console's list. */
export function appendEntry(entry: ConsoleEntry): void {
  withList(({ consoleStore }) => consoleStore.getState().append(entry));
}

/** The project runs anew: what it printed before goes, unless the log is preserved. */
export function beginRun(): void {
  withList(({ consoleStore }) => consoleStore.getState().beginRun());
}

/** What the compilers say of the newest sources; empty once all is well. */
export function showProblems(problems: readonly Problem[]): void {
  withList(({ consoleStore, problemEntries }) =>
    consoleStore.getState().showProblems(problemEntries(problems, Date.now())),
  );
}

/** Keeps what earlier runs printed, or not. */
export function preserveLog(preserve: boolean): void {
  withList(({ consoleStore }) => consoleStore.getState().preserveLog(preserve));
}

export function clearConsole(): void {
  withList(({ consoleStore }) => consoleStore.getState().clear());
}

/** What another project printed says nothing about the one that is opened. */
export function resetConsole(): void {
  withList(({ consoleStore }) => consoleStore.getState().reset());
}

/** Calls back with the number of errors of this run that nobody has looked at, now and whenever it changes. Returns what ends it. */
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
