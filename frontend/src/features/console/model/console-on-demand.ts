import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';
import { fetchUntilThere } from '@/lib/fetch-until-there.ts';

// Loaded on demand: nothing is printed before there is a preview.
const load = () => import('./console-store.ts');
type ConsoleModule = Awaited<ReturnType<typeof load>>;

let loading: Promise<ConsoleModule> | null = null;
let loaded: ConsoleModule | null = null;

/** How many entries are kept until the list has loaded, which takes long without a connection. */
const earlyMost = 5_000;
let early = 0;

/** Calls `use` with the list, in the order of the calls; immediately once it is loaded. */
function withList(use: (module: ConsoleModule) => void): void {
  if (loaded) {
    use(loaded);
    return;
  }
  loading ??= fetchUntilThere(load);
  void loading.then((module) => {
    loaded = module;
    return use(module);
  });
}

/** Adds an entry to the console's list. */
export function appendEntry(entry: ConsoleEntry): void {
  if (!loaded && ++early > earlyMost) return;
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
