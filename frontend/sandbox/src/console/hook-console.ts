import type { ConsoleKind, ConsoleLevel } from '@studio/contract/console';
import { printInBrowser } from './browser-console';
import { count, endTimer, forgetCount, readTimer, startTimer, type Told } from './counts-and-timers';
import { inHaste, report } from './report';
import { callFrames } from './stack-frames';

type Print = (level: ConsoleLevel, values: unknown[], kind?: ConsoleKind) => boolean;
type Method = (...args: unknown[]) => void;

/** The frames that are told of a message, and of one that reports trouble. */
const frames = { plain: 1, trouble: 10 };

let depth = 0;

/**
 * Copies what the page prints to the app, with the place where it was printed; the browser's own console gets the
 * same, in its own time, and no more of it, so that neither is flooded.
 */
export function hookConsole(): void {
  const methods = console as unknown as Record<string, Method | undefined>;

  function hook(name: string, run: (print: Print, args: unknown[]) => boolean): void {
    const native = methods[name];
    const hooked: Method = (...args) => {
      const print: Print = (level, values, kind) => {
        const isTrouble = level === 'warn' || level === 'error' || kind === 'trace';
        const stack = inHaste() ? '' : callFrames(hooked, isTrouble ? frames.trouble : frames.plain);
        return report(level, values, { kind, depth, stack, elementsAsObjects: name === 'dir' });
      };
      if (run(print, args) && native) printInBrowser(native, args);
    };
    methods[name] = hooked;
  }

  for (const name of ['log', 'debug', 'dirxml']) hook(name, (print, args) => print('log', args));
  for (const level of ['info', 'warn', 'error'] as const) hook(level, (print, args) => print(level, args));
  hook('dir', (print, [value]) => print('log', [value]));
  hook('table', (print, args) => print('log', args, 'table'));
  hook('trace', (print, args) => print('log', args.length > 0 ? args : ['Trace'], 'trace'));
  hook('clear', (print) => {
    depth = 0;
    return print('log', [], 'clear');
  });
  hook('assert', (print, args) => args[0] !== undefined && !args[0] && print('error', failedAssertion(args)));

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

  const tell = (act: (label: unknown, data: unknown[]) => Told) => (print: Print, args: unknown[]) => {
    const told = act(args[0], args);
    return !told || print(told.level, told.values);
  };
  hook('count', tell(count));
  hook('countReset', tell(forgetCount));
  hook('time', tell(startTimer));
  hook('timeLog', tell(readTimer));
  hook('timeEnd', tell(endTimer));
}

/** `console.assert(false, 'x')` says what failed; the condition itself says nothing. */
function failedAssertion(args: unknown[]): unknown[] {
  const message = args[1];
  const values: unknown[] = [
    typeof message === 'string' ? `Assertion failed: ${message}` : 'Assertion failed',
  ];
  for (let at = typeof message === 'string' ? 2 : 1; at < args.length; at += 1)
    values[values.length] = args[at];
  return values;
}
