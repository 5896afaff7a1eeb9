import type { ConsoleLevel } from '@studio/contract/preview';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** SPEC 3 Console entry. `timestamp` in ms since 1970. */
export interface ConsoleEntry {
  level: ConsoleLevel;
  message: string;
  timestamp: number;
}

/** An entry in the list; `key` counts up and never comes back. */
export type ConsoleRow = ConsoleEntry & { key: number };

/** How many entries are kept: the newest. */
export const keptEntries = 1_000;

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

/** The console's list. `nextFrame` calls back once before the next frame is drawn. */
export function createConsoleStore(nextFrame: (flush: () => void) => void): StoreApi<ConsoleState> {
  let waiting: ConsoleRow[] = [];
  let arrived = 0;
  let waitingErrors = 0;

  return createStore<ConsoleState>((set, get) => {
    function flush() {
      if (arrived === 0) return;
      const { rows, dropped, unreadErrors } = get();
      const all = [...rows, ...waiting];
      set({
        rows: all.slice(-keptEntries),
        dropped: dropped + rows.length + arrived - Math.min(all.length, keptEntries),
        unreadErrors: unreadErrors + waitingErrors,
      });
      forget();
    }
    function forget() {
      waiting = [];
      arrived = 0;
      waitingErrors = 0;
    }

    let key = 0;
    return {
      rows: [],
      dropped: 0,
      unreadErrors: 0,
      append(entry) {
        if (arrived === 0) nextFrame(flush);
        arrived += 1;
        if (entry.level === 'error') waitingErrors += 1;
        waiting.push({ ...entry, key });
        key += 1;
        // Frames stop in a hidden tab; what would be dropped anyway need not wait.
        if (waiting.length >= 2 * keptEntries) waiting = waiting.slice(-keptEntries);
      },
      clear() {
        forget();
        set({ rows: [], dropped: 0, unreadErrors: 0 });
      },
      markRead() {
        if (get().unreadErrors > 0) set({ unreadErrors: 0 });
      },
    };
  });
}

export const consoleStore = createConsoleStore((flush) => requestAnimationFrame(flush));
