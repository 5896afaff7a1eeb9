import type { ConsoleEntry } from '@studio/contract/console';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isSameEntry, weightOf } from './entry-weight.ts';

/** An entry in the list; `key` counts up and never comes back. */
export interface ConsoleRow {
  key: number;
  /** The newest of equal entries in a row. */
  entry: ConsoleEntry;
  /** How many equal entries the row stands for. */
  count: number;
}

/** How much is kept, the newest first: so many rows, of so many UTF-16 units together. */
export const kept = { rows: 5_000, text: 20_000_000 } as const;

/** More entries at once than anybody can read: the next ones are drawn together, so much later (ms). */
const crowd = { entries: 100, pause: 100 } as const;

interface ConsoleState {
  rows: readonly ConsoleRow[];
  /** How many older entries were let go since the last clearing. */
  dropped: number;
  /** Errors since somebody last looked. */
  unreadErrors: number;
  /** Takes an entry; it is shown with the next frame, together with all others of that frame. */
  append(entry: ConsoleEntry): void;
  clear(): void;
  /** Somebody looks at the list. */
  markRead(): void;
}

/** The console's list. `nextFrame` calls back once before the next frame is drawn, after a pause in ms. */
export function createConsoleStore(
  nextFrame: (flush: () => void, pause: number) => void,
): StoreApi<ConsoleState> {
  let waiting: ConsoleRow[] = [];
  let waitingErrors = 0;
  let droppedWaiting = 0;
  let asked = false;
  let key = 0;
  let keyDrawn = 0;

  return createStore<ConsoleState>((set, get) => {
    function flush() {
      asked = key - keyDrawn > crowd.entries;
      keyDrawn = key;
      if (asked) nextFrame(flush, crowd.pause);
      const { rows, dropped, unreadErrors } = get();
      const first = waiting[0];
      if (!first) return;
      const last = rows.at(-1);
      const joined = last && isSameEntry(last.entry, first.entry) ? join(last, first) : null;
      const all = joined ? [...rows.slice(0, -1), joined, ...waiting.slice(1)] : [...rows, ...waiting];
      const newest = keepNewest(all);
      set({
        rows: newest.rows,
        dropped: dropped + droppedWaiting + newest.dropped,
        unreadErrors: unreadErrors + waitingErrors,
      });
      forget();
    }
    function forget() {
      waiting = [];
      waitingErrors = 0;
      droppedWaiting = 0;
    }
    function clear() {
      forget();
      set({ rows: [], dropped: 0, unreadErrors: 0 });
    }

    return {
      rows: [],
      dropped: 0,
      unreadErrors: 0,
      append(entry) {
        if (entry.kind === 'clear') clear();
        if (!asked) nextFrame(flush, 0);
        asked = true;
        if (entry.level === 'error') waitingErrors += 1;
        const row = { key, entry, count: 1 };
        key += 1;
        const last = waiting.at(-1);
        if (last && isSameEntry(last.entry, entry)) waiting[waiting.length - 1] = join(last, row);
        else waiting.push(row);
        // Frames stop in a hidden tab; what would be dropped anyway need not wait.
        if (waiting.length >= 2 * kept.rows) {
          const newest = keepNewest(waiting);
          waiting = newest.rows;
          droppedWaiting += newest.dropped;
        }
      },
      clear,
      markRead() {
        if (get().unreadErrors > 0) set({ unreadErrors: 0 });
      },
    };
  });
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
