import type { ConsoleEntry } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isSameEntry, weightOf } from './entry-weight.ts';
import { fileNames } from './source-places.ts';

/** A problem as an entry. `id` stays while a person types above it: what the problem says, and which of several equal ones it is. */
export interface ProblemEntry {
  id: string;
  entry: ConsoleEntry;
  /** The script cannot run because of it. */
  breaksScript: boolean;
}

/** An entry in the list; `key` counts up and never comes back. */
export interface ConsoleRow {
  key: number;
  /** The newest of equal entries in a row. */
  entry: ConsoleEntry;
  /** How many equal entries the row stands for. */
  count: number;
  /** `run`: the heading of what one run prints. `problem`: what the compilers say of the newest sources. */
  role?: 'run' | 'problem';
}

/** How much is kept, the newest first: so many rows, of so many UTF-16 units together. */
export const kept = { rows: 5_000, text: 20_000_000 } as const;

/** More entries at once than anybody can read: the next ones are drawn together, so much later (ms). */
const crowd = { entries: 100, pause: 100 } as const;

/** What the run before printed stays until the new one prints, for so long (ms) at most: the list does not flicker. */
const clearAfter = 200;

interface ConsoleState {
  rows: readonly ConsoleRow[];
  /** How many older entries were dropped since the last clearing. */
  dropped: number;
  /** Errors of this run since somebody last looked. */
  unreadErrors: number;
  /** Takes an entry; it is shown with the next frame, together with all others of that frame. */
  append(entry: ConsoleEntry): void;
  /**
   * The project runs anew. What was printed before goes, but for problems that still stand; where the log is preserved
   * it stays, and what the new run prints gets a heading.
   */
  beginRun(): void;
  /**
   * What the compilers say now: new problems are added, mended ones go unless the log is preserved, links follow the text.
   * A script that no longer compiles is a run of its own, which has failed: what the code before it printed goes.
   */
  showProblems(problems: readonly ProblemEntry[]): void;
  /** Keeps what earlier runs printed from now on, or not; neither they nor the page clear the list meanwhile. */
  preserveLog(preserve: boolean): void;
  clear(): void;
  /** Another project is opened. */
  reset(): void;
  /** Somebody looks at the list. */
  markRead(): void;
}

/** The console's list. `nextFrame` calls back once before the next frame is drawn, after a pause in ms. */
export function createConsoleStore(
  nextFrame: (flush: () => void, pause: number) => void,
): StoreApi<ConsoleState> {
  let waiting: ConsoleRow[] = [];
  let droppedWaiting = 0;
  /** The rows in the list go when it is drawn next. */
  let isOutdated = false;
  let asked = false;
  let key = 0;
  let keyDrawn = 0;
  /** Rows below this key have been looked at. */
  let keyRead = 0;
  /** Errors that the page has printed since. */
  let unreadPrinted = 0;
  let runs = 0;
  let needsHeading = false;
  let preserves = false;
  /** By their id. */
  let problems = new Map<string, ConsoleRow>();
  let isScriptBroken = false;

  return createStore<ConsoleState>((set, get) => {
    function flush() {
      asked = key - keyDrawn > crowd.entries;
      keyDrawn = key;
      if (asked) nextFrame(flush, crowd.pause);
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
        add({ level: 'log', args: [`Run ${runs}`], timestamp: entry.timestamp }, 'run');
      }
      if (!asked) nextFrame(flush, 0);
      asked = true;
      const row: ConsoleRow = { key, entry, count: 1, ...(role && { role }) };
      key += 1;
      const last = waiting.at(-1);
      if (last && areEqual(last, row)) waiting[waiting.length - 1] = join(last, row);
      else waiting.push(row);
      // Frames stop in a hidden tab; what would be dropped anyway need not wait.
      if (waiting.length >= 2 * kept.rows) {
        const newest = keepNewest(waiting);
        waiting = newest.rows;
        droppedWaiting += newest.dropped;
      }
      return row;
    }

    /** Puts other rows in the place of some, by their keys; null: none. */
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
      if (!preserves) {
        forget();
        isOutdated = true;
        waiting = [...problems.values()].toSorted((one, other) => one.key - other.key);
      }
      nextFrame(flush, clearAfter);
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

    return {
      rows: [],
      dropped: 0,
      unreadErrors: 0,
      append(entry) {
        if (entry.kind === 'clear' && preserves) {
          add({ ...entry, kind: 'log', args: ['console.clear() was ignored because Preserve log is on'] });
          return;
        }
        if (entry.kind === 'clear') clear();
        if (entry.level === 'error') unreadPrinted += 1;
        add(entry);
      },
      beginRun,
      showProblems(now) {
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
        clear();
      },
      markRead,
    };
  });
}

function joinAll(rows: readonly ConsoleRow[], next: readonly ConsoleRow[]): ConsoleRow[] {
  const last = rows.at(-1);
  const first = next[0];
  const joins = last && first && areEqual(last, first);
  return joins ? [...rows.slice(0, -1), join(last, first), ...next.slice(1)] : [...rows, ...next];
}

function areEqual(one: ConsoleRow, other: ConsoleRow): boolean {
  return !one.role && !other.role && isSameEntry(one.entry, other.entry);
}

/** One row for equal entries, with the newest time. */
function join(row: ConsoleRow, next: ConsoleRow): ConsoleRow {
  return { key: row.key, entry: next.entry, count: row.count + next.count };
}

function keepNewest(rows: ConsoleRow[]): { rows: ConsoleRow[]; dropped: number } {
  const lowest = Math.max(0, rows.length - kept.rows);
  let from = rows.length;
  for (let text = 0; from > lowest; from -= 1) {
    const row = rows[from - 1];
    if (row) text += weightOf(row.entry);
    if (text > kept.text) break;
  }
  const dropped = rows.slice(0, from).reduce((sum, { count }) => sum + count, 0);
  return { rows: from === 0 ? rows : rows.slice(from), dropped };
}

export const consoleStore = createConsoleStore((flush, pause) => {
  const draw = () => requestAnimationFrame(flush);
  if (pause > 0) setTimeout(draw, pause);
  else draw();
});

/** What the compilers say, each with a link to its place. `timestamp` in ms since 1970. */
export function problemEntries(problems: readonly Problem[], timestamp: number): ProblemEntry[] {
  const seen = new Map<string, number>();
  return problems.map(({ language, severity, message, line, column }) => {
    const text = JSON.stringify([language, severity, message]);
    const place = seen.get(text) ?? 0;
    seen.set(text, place + 1);
    return {
      id: `${place} ${text}`,
      breaksScript: language === 'js' && severity === 'error',
      entry: {
        level: severity === 'error' ? 'error' : 'warn',
        args: [message],
        stack: `    at ${fileNames[language]}:${line}:${column}`,
        timestamp,
      },
    };
  });
}
