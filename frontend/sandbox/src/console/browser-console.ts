import { apply } from '../runner/natives';
import { inHaste } from './report';

type Print = (...args: unknown[]) => void;

/** So many lines of a burst at a time, and so long (ms) after the last ones: little beside what the project does. */
const perTurn = 100;
const pause = 50;

// Kept before user code runs, which may overwrite them.
const browserConsole = console;
const later = window.setTimeout.bind(window);

let waiting: { print: Print; args: unknown[] }[] = [];
let printed = 0;

/**
 * Prints in the browser's own console. There a line costs several times what it costs to tell the studio, in this process
 * and in the browser's: those of a burst, and whatever is printed behind them, follow when the code pauses, in their order.
 */
export function printInBrowser(print: Print, args: unknown[]): void {
  if (waiting.length === 0 && !inHaste()) {
    apply(print, browserConsole, args);
    return;
  }
  if (waiting.length === 0) later(printWaiting, pause);
  waiting[waiting.length] = { print, args };
}

function printWaiting(): void {
  for (let turn = 0; turn < perTurn; turn += 1) {
    const line = waiting[printed];
    if (!line) break;
    printed += 1;
    apply(line.print, browserConsole, line.args);
  }
  if (printed < waiting.length) {
    later(printWaiting, pause);
    return;
  }
  waiting = [];
  printed = 0;
}
