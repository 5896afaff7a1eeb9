import type { ConsoleEntry } from '@studio/contract/console';
import type { RunnerFrame } from '../frames/runner-frame.ts';
import type { withPositionsInPanes } from './positions-in-panes.ts';

interface Receivers {
  /** Called with the project's output, with positions in the panes. */
  onConsole(entry: ConsoleEntry): void;
  /** Called when a page begins to run. */
  onRun(): void;
}

/** Passes on runs and entries in order, once the code that translates positions is loaded on demand. */
export function withPositions({ onConsole, onRun }: Receivers) {
  let find: typeof withPositionsInPanes | null = null;
  const load = async () => {
    try {
      find = (await import('./positions-in-panes.ts')).withPositionsInPanes;
    } catch (error) {
      console.warn('Positions in the console are those of the page.', error);
    }
  };
  const loaded = load();
  const inOrder = (notify: () => void) => {
    if (find) notify();
    else void loaded.then(notify);
  };
  return {
    onConsole(entry: ConsoleEntry, { origin, document }: RunnerFrame) {
      inOrder(() => onConsole(find && document ? find(entry, origin, document) : entry));
    },
    onRun: () => inOrder(onRun),
  };
}
