import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';
import { fetchUntilThere } from '@/lib/fetch-until-there.ts';

// Loaded on demand: nothing is printed before there is a preview.
const load = () => import('./console-store.ts');
type ConsoleStore = Awaited<ReturnType<typeof load>>['consoleStore'];

type UseList = (list: ReturnType<ConsoleStore['getState']>, store: ConsoleStore) => void;

let loaded: ConsoleStore | null = null;
/** What to do with the list once it has loaded, in the order of the calls. */
let deferred: { use: UseList; isEntry: boolean }[] = [];

/** How many of the newest entries are kept until then, which takes long without a connection. */
const maxEarly = 5_000;
let early = 0;

/** Calls `use` with the list, in the order of the calls; immediately once it is loaded. */
function withList(use: UseList, isEntry = false): void {
  if (loaded) use(loaded.getState(), loaded);
  else if (deferred.push({ use, isEntry }) === 1) void useWhenLoaded();
}

async function useWhenLoaded(): Promise<void> {
  loaded = (await fetchUntilThere(load)).consoleStore;
  for (const { use } of deferred) withList(use);
  withList((list) => list.countDropped(Math.max(0, early - maxEarly)));
  deferred = [];
}

/** Adds an entry to the console's list. */
export function appendEntry(entry: ConsoleEntry): void {
  withList((list) => list.append(entry), true);
  if (loaded) return;
  early += 1;
  const oldest = deferred.findIndex(({ isEntry }) => isEntry);
  if (early > maxEarly) deferred.splice(oldest, 1);
}

/** A new run has begun: earlier entries are removed, unless the log is preserved. */
export function beginRun(): void {
  withList((list) => list.beginRun());
}

/** Shows the problems of the newest sources; empty if there are none. */
export function showProblems(problems: readonly Problem[]): void {
  withList((list) => list.showProblems(problems));
}

/** Sets whether the entries of earlier runs are kept. */
export function preserveLog(preserve: boolean): void {
  withList((list) => list.preserveLog(preserve));
}

export function clearConsole(): void {
  withList((list) => list.clear());
}

/** Removes all entries when another project is opened. */
export function resetConsole(): void {
  withList((list) => list.reset());
}

/** Calls back with the number of unseen errors of this run, now and at each change. Returns an unsubscribe function. */
export function followUnreadErrors(onChange: (unread: number) => void): () => void {
  let end = () => {};
  let ended = false;
  withList((list, store) => {
    if (ended) return;
    end = store.subscribe((now) => onChange(now.unreadErrors));
    onChange(list.unreadErrors);
  });
  return () => {
    ended = true;
    end();
  };
}
