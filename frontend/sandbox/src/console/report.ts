import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import { encodeValues } from './encode-values';
import { leaveOut, sendEntry, sendInHaste } from './send-entries';
import { withPlainStacks } from './stack-frames';

/** A loop that prints without end must not drown the app: a burst this large passes at once, then so many a second. */
const burst = 10_000;
const perSecond = 1_000;
/** After so many of a burst, finding out where each was printed is left out, and they travel together. */
const hasteAfter = 500;
/** So many frames of an error's stack. */
const errorFrames = 10;

// Kept before user code runs, which may overwrite them.
const { now } = Date;
const { min } = Math;

let allowance = burst;
let refilledAt = now();

/** What an entry has beside its level and its values. */
export interface EntryDetails extends Pick<ConsoleEntry, 'kind' | 'depth' | 'stack'> {
  elementsAsObjects?: boolean;
}

/** True while so much is printed that every moment counts. */
export function inHaste(): boolean {
  return allowance < burst - hasteAfter;
}

/** Sends one entry to the app. Beyond the allowance it is only counted, and false comes back. */
export function report(level: ConsoleLevel, values: unknown[], details: EntryDetails = {}): boolean {
  const timestamp = now();
  allowance = min(burst, allowance + ((timestamp - refilledAt) * perSecond) / 1_000);
  refilledAt = timestamp;
  if (allowance < 1) {
    leaveOut();
    return false;
  }
  allowance -= 1;
  const { elementsAsObjects = false, kind, depth, stack } = details;
  const { args, objects, size } = withPlainStacks(errorFrames, () => encodeValues(values, elementsAsObjects));
  const entry: ConsoleEntry = {
    level,
    args,
    timestamp,
    ...(objects.length > 0 && { objects }),
    ...(kind && { kind }),
    ...(depth && { depth }),
    ...(stack && { stack }),
  };
  if (inHaste()) sendInHaste(entry, size);
  else sendEntry(entry);
  return true;
}
