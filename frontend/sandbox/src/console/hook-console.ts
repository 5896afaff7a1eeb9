import type { ConsoleKind, ConsoleLevel } from '@studio/contract/console';
import { apply, method } from '../runner/natives';
import { later } from '../runner/own-timers';
import { isBurst, report } from './send-entries';
import { callFrames } from './stack-frames';

type Print = (level: ConsoleLevel, values: unknown[], kind?: ConsoleKind) => boolean;
type Method = (...args: unknown[]) => void;

/** How many stack frames are reported with an ordinary message, and with a warning, an error or a trace. */
const frames = { plain: 1, trouble: 10 };

const now = performance.now.bind(performance);

/** What Vue's development build prints about itself, which only the preview has: in the browser's console alone. */
const vueBanner =
  'You are running a development build of Vue.\nMake sure to use the production build (*.prod.js) when deploying for production.';

let depth = 0;
let excuse = (_ms: number) => {};

/** Calls `take` with the time (ms) that each printed line took; dropped lines take almost none. */
export function excuseConsole(take: (ms: number) => void): void {
  excuse = take;
}

/**
 * Copies what the page prints to the app, with the position of the call. The browser's own console gets the same lines,
 * in bursts with a delay, and none that were dropped, so that neither is flooded.
 */
export function hookConsole(): void {
  const methods = console as unknown as Record<string, Method | undefined>;

  function hook(name: string, run: (print: Print, args: unknown[]) => boolean): void {
    const native = methods[name];
    const hooked: Method = (...args) => {
      const print: Print = (level, values, kind) => {
        const isTrouble = level === 'warn' || level === 'error' || kind === 'trace';
        const stack = isBurst() ? '' : callFrames(hooked, isTrouble ? frames.trouble : frames.plain);
        return report(level, values, { kind, depth, stack, elementsAsObjects: name === 'dir' });
      };
      const startedAt = now();
      if (!run(print, args)) return;
      if (native) printInBrowser(native, args);
      excuse(now() - startedAt);
    };
    methods[name] = hooked;
  }

  for (const name of ['log', 'debug', 'dirxml']) hook(name, (print, args) => print('log', args));
  for (const level of ['info', 'warn', 'error'] as const)
    hook(level, (print, args) => args[0] === vueBanner || print(level, args));
  hook('dir', (print, args) => print('log', [args[0]]));
  hook('table', (print, args) => print('log', args, 'table'));
  hook('trace', (print, args) => print('log', args.length > 0 ? args : ['Trace'], 'trace'));
  hook('clear', (print) => {
    depth = 0;
    return print('log', [], 'clear');
  });
  hook('assert', (print, args) => !args[0] && print('error', failedAssertion(args)));

  const openGroup = (kind: ConsoleKind) => (print: Print, args: unknown[]) => {
    const printed = print('log', args.length > 0 ? args : ['Group'], kind);
    depth += 1;
    return printed;
  };
  hook('group', openGroup('group'));
  hook('groupCollapsed', openGroup('group-collapsed'));
  hook('groupEnd', () => {
    if (depth > 0) depth -= 1;
    return true;
  });

  const printOutcome =
    (act: (label: unknown, data: unknown[]) => Outcome) => (print: Print, args: unknown[]) => {
      const outcome = act(args[0], args);
      return !outcome || print(outcome.level, outcome.values);
    };
  hook('count', printOutcome(count));
  hook('countReset', printOutcome(forgetCount));
  hook('time', printOutcome(startTimer));
  hook('timeLog', printOutcome(readTimer));
  hook('timeEnd', printOutcome(endTimer));
}

/** The values to print for `console.assert(false, 'x')`, without the condition. */
function failedAssertion(args: unknown[]): unknown[] {
  const message = args[1];
  const values: unknown[] = [
    typeof message === 'string' ? `Assertion failed: ${message}` : 'Assertion failed',
  ];
  for (let at = typeof message === 'string' ? 2 : 1; at < args.length; at += 1)
    values[values.length] = args[at];
  return values;
}

/** A line to print, or nothing. */
type Outcome = { level: ConsoleLevel; values: unknown[] } | undefined;

const counts = new Map<string, number>();
const timers = new Map<string, number>();
const read = method(Map.prototype as Map<string, number>, 'get');
const write = method(Map.prototype, 'set');
const forget = method(Map.prototype, 'delete');
const fixed = method(Number.prototype, 'toFixed');

function count(label: unknown): Outcome {
  const name = nameOf(label);
  const times = (read(counts, name) ?? 0) + 1;
  write(counts, name, times);
  return { level: 'log', values: [`${name}: ${times}`] };
}

function forgetCount(label: unknown): Outcome {
  const name = nameOf(label);
  return forget(counts, name) ? undefined : warning(`Count for '${name}' does not exist`);
}

function startTimer(label: unknown): Outcome {
  const name = nameOf(label);
  if (read(timers, name) !== undefined) return warning(`Timer '${name}' already exists`);
  write(timers, name, now());
  return undefined;
}

/** `args`: the label, then the values printed behind the time. */
function readTimer(label: unknown, args: unknown[]): Outcome {
  const name = nameOf(label);
  const start = read(timers, name);
  if (start === undefined) return warning(`Timer '${name}' does not exist`);
  const values: unknown[] = [`${name}: ${fixed(now() - start, 3)} ms`];
  for (let at = 1; at < args.length; at += 1) values[at] = args[at];
  return { level: 'log', values };
}

function endTimer(label: unknown): Outcome {
  const outcome = readTimer(label, []);
  forget(timers, nameOf(label));
  return outcome;
}

function nameOf(label: unknown): string {
  if (label === undefined) return 'default';
  return (typeof label === 'object' && label !== null) || typeof label === 'function'
    ? 'object'
    : String(label);
}

function warning(text: string): Outcome {
  return { level: 'warn', values: [text] };
}

/**
 * How many lines of a burst are printed at a time, and the pause (ms) in between, which leaves the project its time.
 */
const perTurn = 100;
const pauseMs = 50;

// Kept before user code runs, which may overwrite them.
const browserConsole = console;

let waiting: { print: Method; args: unknown[] }[] = [];
let printed = 0;

/**
 * Prints in the browser's own console. A line there costs several times as much as one sent to the studio, so lines
 * of a burst, and all later ones, wait until the code pauses. Their order is kept.
 */
function printInBrowser(print: Method, args: unknown[]): void {
  if (waiting.length === 0 && !isBurst()) {
    apply(print, browserConsole, args);
    return;
  }
  if (waiting.length === 0) later(printWaiting, pauseMs);
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
    later(printWaiting, pauseMs);
    return;
  }
  waiting = [];
  printed = 0;
}
