import type { ConsoleLevel } from '@studio/contract/preview';
import { formatArguments, formatValue } from './format-value';
import { tellHost } from './host';

/** A loop that prints without end must not drown the app: a burst this large passes at once, then so many a second. */
const burst = 10_000;
const perSecond = 1_000;

let allowance = burst;
let refilledAt = Date.now();
let dropped = 0;

/** Sends one console entry to the app. Beyond the allowance it is counted, told with the next, and false comes back. */
export function report(level: ConsoleLevel, args: string[]): boolean {
  const now = Date.now();
  allowance = Math.min(burst, allowance + ((now - refilledAt) * perSecond) / 1_000);
  refilledAt = now;
  if (allowance < 1) {
    dropped += 1;
    return false;
  }
  allowance -= 1;
  if (dropped > 0) {
    tellHost({
      type: 'console-log',
      level: 'warn',
      args: [`${dropped} lines were left out: too many at once`],
      timestamp: now,
    });
    dropped = 0;
  }
  tellHost({ type: 'console-log', level, args, timestamp: now });
  return true;
}

const levels: Record<string, ConsoleLevel> = {
  log: 'log',
  debug: 'log',
  dir: 'log',
  table: 'log',
  trace: 'log',
  group: 'log',
  groupCollapsed: 'log',
  info: 'info',
  warn: 'warn',
  error: 'error',
};

/** Copies what the page prints to the app; the browser's own console gets the same, so that neither is flooded. */
export function hookConsole(): void {
  const target = console as unknown as Record<string, (...args: unknown[]) => void>;
  for (const [name, level] of Object.entries(levels)) {
    const native = target[name]?.bind(console);
    target[name] = (...args) => {
      if (report(level, formatArguments(args))) native?.(...args);
    };
  }
  const assert = console.assert.bind(console);
  console.assert = (condition?: boolean, ...args: unknown[]) => {
    if (condition) return;
    if (report('error', ['Assertion failed:', ...formatArguments(args)])) assert(condition, ...args);
  };
}

/** SPEC 8 Preview: script errors, refused promises and files that did not load become console entries. */
export function reportErrors(): void {
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', (event) => {
    report('error', [`JavaScript Error: Uncaught (in promise) ${formatValue(event.reason)}`]);
  });
}

function onError(event: ErrorEvent | Event): void {
  if (event instanceof ErrorEvent) {
    report('error', [`JavaScript Error: ${event.message}${position(event)}`]);
    return;
  }
  const element = event.target;
  if (!(element instanceof Element)) return;
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? '';
  report('error', [`Preview Error: <${element.localName}> could not load ${address}`]);
}

function position({ filename, lineno, colno }: ErrorEvent): string {
  if (!lineno) return '';
  const file = filename && !filename.startsWith(location.origin) ? filename : 'index.html';
  return ` (${file}:${lineno}:${colno})`;
}
