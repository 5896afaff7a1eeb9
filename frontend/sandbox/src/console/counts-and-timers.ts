import type { ConsoleLevel } from '@studio/contract/console';
import { method } from '../runner/natives';

/** A line to print; nothing where there is nothing to say. */
export type Told = { level: ConsoleLevel; values: unknown[] } | undefined;

const counts = new Map<string, number>();
const timers = new Map<string, number>();
const read = method(Map.prototype as Map<string, number>, 'get');
const write = method(Map.prototype, 'set');
const forget = method(Map.prototype, 'delete');
const fixed = method(Number.prototype, 'toFixed');
const now = performance.now.bind(performance);

export function count(label: unknown): Told {
  const name = nameOf(label);
  const times = (read(counts, name) ?? 0) + 1;
  write(counts, name, times);
  return { level: 'log', values: [`${name}: ${times}`] };
}

export function forgetCount(label: unknown): Told {
  const name = nameOf(label);
  return forget(counts, name) ? undefined : warning(`Count for '${name}' does not exist`);
}

export function startTimer(label: unknown): Told {
  const name = nameOf(label);
  if (read(timers, name) !== undefined) return warning(`Timer '${name}' already exists`);
  write(timers, name, now());
  return undefined;
}

/** `args`: the label, then what is printed behind the time. */
export function readTimer(label: unknown, args: unknown[]): Told {
  const name = nameOf(label);
  const start = read(timers, name);
  if (start === undefined) return warning(`Timer '${name}' does not exist`);
  const values: unknown[] = [`${name}: ${fixed(now() - start, 3)} ms`];
  for (let at = 1; at < args.length; at += 1) values[at] = args[at];
  return { level: 'log', values };
}

export function endTimer(label: unknown): Told {
  const told = readTimer(label, []);
  forget(timers, nameOf(label));
  return told;
}

function nameOf(label: unknown): string {
  if (label === undefined) return 'default';
  return typeof label === 'object' || typeof label === 'function' ? 'object' : String(label);
}

function warning(text: string): Told {
  return { level: 'warn', values: [text] };
}
