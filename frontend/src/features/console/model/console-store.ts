import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';
import { createStore, type StoreApi } from 'zustand/vanilla';
import * as texts from '../entry-texts.ts';
import { areEqual, type ConsoleRow, join, joinAll, keepNewest, kept } from './console-rows.ts';
import { type ConsoleView, firstView } from './console-view.ts';
import { isErrorOf, problemEntries } from './problem-entries.ts';

/** After this many entries at once, the next ones are shown together after a pause (ms). */
const crowd = { entries: 100, pause: 100 } as const;

/** To avoid flicker, old entries stay until the new run prints, at most this long (ms). */
const clearAfterMs = 200;

interface ConsoleState {
  rows: readonly ConsoleRow[];
  /** How many older entries were dropped since the last clearing. */
  dropped: number;
  /** Errors of this run that were not seen yet. */
  unreadErrors: number;
  view: ConsoleView;
  changeView(change: Partial<Omit<ConsoleView, 'toggled'>>): void;
  /** Opens or closes the group that begins with a row. */
  toggleGroup(key: number): void;
  /** Adds an entry; all entries of one animation frame are shown together. */
  append(entry: ConsoleEntry): void;
  /** Adds a line of the prompt; returns the key of its row, which its result has to name. */
  ask(line: string): number;
  /** Counts entries that were dropped before they came here. */
  countDropped(count: number): void;
  /**
   * A new run begins. Earlier entries are removed, except current problems; if the log is preserved they stay, and the
   * new run gets a heading.
   */
  beginRun(): void;
  /**
   * Sets the present problems: adds new ones, removes fixed ones unless the log is preserved, and updates links. A
   * script that no longer compiles counts as a new, failed run, so earlier entries are removed.
   */
  showProblems(problems: readonly Problem[]): void;
  /** Sets whether the entries of earlier runs are kept; if so, `console.clear` does not clear the list either. */
  preserveLog(preserve: boolean): void;
  clear(): void;
  /** Clears the list for another project, which is shown without a filter. */
  reset(): void;
  /** Marks all errors as seen. */
  markRead(): void;
}

/** Creates the console's list. `nextFrame` calls back once, after a pause in ms, before the next frame is drawn. */
export function createConsoleStore(
  nextFrame: (flush: () => void, pause: number) => void,
): StoreApi<ConsoleState> {
  let waiting: ConsoleRow[] = [];
  let droppedWaiting = 0;
  /** The present rows are removed at the next update. */
  let isOutdated = false;
  let isFlushScheduled = false;
  let key = 0;
  let keyDrawn = 0;
  /** Lines of the prompt below this key were removed with their run. */
  let keyBegun = 0;
  /** Problems below this key are shown with an earlier run, of a preserved log. */
  let keyOfRun = 0;
  /** Rows below this key have been seen. */
  let keyRead = 0;
  /** Errors that the page has printed since then. */
  let unreadPrinted = 0;
  let runs = 0;
  let needsHeading = false;
  let preserves = false;
  /** By their id. */
  let problems = new Map<string, ConsoleRow>();
  let isScriptBroken = false;

  return createStore<ConsoleState>((set, get) => {
    function flush() {
      isFlushScheduled = key - keyDrawn > crowd.entries;
      keyDrawn = key;
      if (isFlushScheduled) nextFrame(flush, crowd.pause);
      const unreadErrors = countUnread();
      if (waiting.length === 0 && !isOutdated && unreadErrors === get().unreadErrors) return;
      const { rows, dropped } = isOutdated ? { rows: [], dropped: 0 } : get();
      const newest = keepNewest(joinAll(rows, waiting));
      set({ rows: newest.rows, dropped: dropped + droppedWaiting + newest.dropped, unreadErrors });
      forget();
    }

    function countUnread(): number {
      const isUnread = (row: ConsoleRow) => row.key >= keyRead && row.entry.level === 'error';
      return unreadPrinted + [...problems.values()].filter(isUnread).length;
    }

    function add(entry: ConsoleEntry, role?: ConsoleRow['role']): ConsoleRow {
      if (needsHeading) {
        needsHeading = false;
        add({ level: 'log', args: [texts.runHeading(runs)], timestamp: entry.timestamp }, 'run');
      }
      if (!isFlushScheduled) nextFrame(flush, 0);
      isFlushScheduled = true;
      const row: ConsoleRow = { key, entry, count: 1, ...(role && { role }) };
      key += 1;
      const last = waiting.at(-1);
      if (last && areEqual(last, row)) waiting[waiting.length - 1] = join(last, row);
      else waiting.push(row);
      // No frames are drawn in a hidden tab, so waiting entries beyond the limit are dropped here.
      if (waiting.length >= 2 * kept.rows) {
        const newest = keepNewest(waiting);
        waiting = newest.rows;
        droppedWaiting += newest.dropped;
      }
      return row;
    }

    /** Replaces rows by their keys; null removes a row. */
    function exchange(changes: ReadonlyMap<number, ConsoleRow | null>) {
      if (changes.size === 0) return;
      const exchanged = (rows: readonly ConsoleRow[]) =>
        rows.flatMap((row) => {
          const change = changes.get(row.key);
          return change === undefined ? row : (change ?? []);
        });
      waiting = exchanged(waiting);
      set({ rows: exchanged(get().rows), unreadErrors: countUnread() });
    }

    function forget() {
      waiting = [];
      droppedWaiting = 0;
      isOutdated = false;
    }

    function beginRun() {
      runs += 1;
      unreadPrinted = 0;
      needsHeading = preserves;
      keyOfRun = preserves ? key : 0;
      if (!preserves) {
        keyBegun = key;
        forget();
        isOutdated = true;
        waiting = presentProblems();
      }
      nextFrame(flush, clearAfterMs);
    }

    /** Problems of the sources stay until they are fixed, whatever the page does (ADR 44). */
    function presentProblems(): ConsoleRow[] {
      return [...problems.values()].toSorted((one, other) => one.key - other.key);
    }

    function clear() {
      forget();
      needsHeading = false;
      markRead();
      set({ rows: [], dropped: 0 });
    }

    function markRead() {
      unreadPrinted = 0;
      keyRead = key;
      if (get().unreadErrors > 0) set({ unreadErrors: 0 });
    }

    /** Whether this run shows a problem that says the same; a warning that comes true becomes an error. */
    function isExplained(error: ConsoleEntry): boolean {
      const problem = [...problems.values()].find(({ entry }) => isErrorOf(error, entry));
      if (!problem || problem.key < keyOfRun) return false;
      const isRow = ({ key: rowKey }: ConsoleRow) => rowKey === problem.key;
      const row = waiting.find(isRow) ?? get().rows.find(isRow);
      if (!row) return false;
      if (row.entry.level !== 'error') {
        unreadPrinted += 1;
        exchange(new Map([[row.key, { ...row, entry: { ...row.entry, level: 'error' } }]]));
      }
      return true;
    }

    return {
      rows: [],
      dropped: 0,
      unreadErrors: 0,
      view: firstView,
      changeView(change) {
        set({ view: { ...get().view, ...change } });
      },
      toggleGroup(groupKey) {
        const toggled = new Set(get().view.toggled);
        if (!toggled.delete(groupKey)) toggled.add(groupKey);
        set({ view: { ...get().view, toggled } });
      },
      append(entry) {
        const isResultOfOldLine = entry.input !== undefined && entry.input < keyBegun;
        if (isResultOfOldLine || isExplained(entry)) return;
        if (entry.kind === 'clear' && preserves) {
          add({ ...entry, kind: 'log', args: [texts.clearIgnored] });
          return;
        }
        if (entry.kind === 'clear') {
          clear();
          waiting = presentProblems();
        }
        if (entry.level === 'error') unreadPrinted += 1;
        add(entry);
      },
      ask(line) {
        return add({ level: 'log', kind: 'input', args: [line], timestamp: Date.now() }).key;
      },
      countDropped(count) {
        droppedWaiting += count;
      },
      beginRun,
      showProblems(problemsNow) {
        const now = problemEntries(problemsNow, Date.now());
        const wasBroken = isScriptBroken;
        isScriptBroken = now.some(({ breaksScript }) => breaksScript);
        if (isScriptBroken && !wasBroken) beginRun();
        const gone = new Map(problems);
        const changes = new Map<number, ConsoleRow | null>();
        problems = new Map();
        for (const { id, entry } of now) {
          const before = gone.get(id);
          gone.delete(id);
          if (!before) {
            problems.set(id, add(entry, 'problem'));
            continue;
          }
          const row = { ...before, entry: { ...entry, timestamp: before.entry.timestamp } };
          problems.set(id, row);
          if (entry.stack !== before.entry.stack) changes.set(row.key, row);
        }
        if (!preserves) for (const { key: goneKey } of gone.values()) changes.set(goneKey, null);
        exchange(changes);
      },
      preserveLog(preserve) {
        preserves = preserve;
      },
      clear,
      reset() {
        problems = new Map();
        isScriptBroken = false;
        runs = 0;
        keyBegun = key;
        clear();
        const { input } = get().view;
        set({ view: { ...firstView, input } });
      },
      markRead,
    };
  });
}

export const consoleStore = createConsoleStore((flush, pause) => {
  const draw = () => requestAnimationFrame(flush);
  if (pause > 0) setTimeout(draw, pause);
  else draw();
});
