import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';
import { fetchUntilThere } from '@/lib/fetch-until-there.ts';

// Loaded on demand: nothing is printed before there is a preview.
const load = () => import('./console-store.ts');
type ConsoleModule = Awaited<ReturnType<typeof load>>;

type UseList = (module: ConsoleModule) => void;

let loaded: ConsoleModule | null = null;
/** What to do with the list once it has loaded, in the order of the calls. */
let deferred: { use: UseList; isEntry: boolean }[] = [];

/** How many of the newest entries are kept until then, which takes long without a connection. */
const mostEarly = 5_000;
let earlyEntries = 0;

/** Calls `use` with the list, in the order of the calls; immediately once it is loaded. */
function withList(use: UseList, isEntry = false): void {
  if (loaded) {
    use(loaded);
    return;
  }
  if (deferred.length === 0) void useWhenLoaded();
  deferred.push({ use, isEntry });
}

async function useWhenLoaded(): Promise<void> {
  const module = await fetchUntilThere(load);
  loaded = module;
  for (const { use } of deferred) use(module);
  deferred = [];
}

/** Adds an entry to the console's list. */
export function appendEntry(entry: ConsoleEntry): void {
  withList(({ consoleStore }) => consoleStore.getState().append(entry), true);
  if (loaded) return;
  earlyEntries += 1;
  if (earlyEntries === 2 * mostEarly) dropEarlyEntries();
}

/** Leaves the newest entries, and everything else, in their order. */
function dropEarlyEntries(): void {
  let nth = 0;
  deferred = deferred.flatMap((each) => {
    if (!each.isEntry) return each;
    nth += 1;
    if (nth < mostEarly) return [];
    return nth === mostEarly ? { use: countDropped, isEntry: false } : each;
  });
  earlyEntries = mostEarly;
}

const countDropped: UseList = ({ consoleStore }) => consoleStore.getState().countDropped(mostEarly);

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
