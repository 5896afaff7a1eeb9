import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import { consoleLimits } from '@studio/contract/preview-limits';
import { postToHost } from '../runner/host';
import { method, slice } from '../runner/natives';
import { later } from '../runner/own-timers';
import { postToPort } from '../runner/port';
import { encodeValues } from './encode-values';
import { withPlainStacks } from './stack-frames';

/** Limits on printed lines, at once and per second, so that an endless loop does not overload the app. */
const burst = 10_000;
const perSecond = 1_000;
/** Further errors and notices allowed beyond these limits, so that the one that ended such a loop is shown. */
const noticeBurst = 100;
const noticesPerSecond = 10;
/** After this many lines of a burst, lines are sent in batches, without their positions in the code. */
const hasteAfter = 500;
/** How many frames of an error's stack are sent. */
const errorFrames = 10;

// Kept before user code runs, which may overwrite them.
const { now: timeOfDay } = Date;
/** Unlike the time of day, it is never set back, which would use up the allowances. */
const now = performance.now.bind(performance);
const { min } = Math;

let allowance = burst;
let noticeAllowance = noticeBurst;
let refilledAt = now();

/** An entry's properties besides level and values. */
export interface EntryDetails extends Pick<ConsoleEntry, 'kind' | 'input' | 'depth' | 'stack'> {
  elementsAsObjects?: boolean;
  /** An error of the page: like messages of the studio, it has a limit of its own. */
  isError?: boolean;
}

/** True while so much is printed that speed matters more than details. */
export function isBurst(): boolean {
  return allowance < burst - hasteAfter;
}

/** Sends one entry to the app. Beyond the limits it only counts the entry and returns false. */
export function report(level: ConsoleLevel, values: unknown[], details: EntryDetails = {}): boolean {
  const { elementsAsObjects = false, isError = false, kind, input, depth, stack } = details;
  const at = now();
  if (!isAllowed(at, isError || kind === 'notice')) {
    countDropped();
    return false;
  }
  const { args, objects, size } = withPlainStacks(errorFrames, () => encodeValues(values, elementsAsObjects));
  const entry: ConsoleEntry = {
    level,
    args,
    timestamp: timeOfDay(),
    ...(objects.length > 0 && { objects }),
    ...(kind && { kind }),
    ...(input !== undefined && { input }),
    ...(depth !== undefined && { depth }),
    ...(stack && { stack: slice(stack, 0, consoleLimits.string) }),
  };
  if (isBurst()) sendBatched(entry, size, at);
  else sendEntry(entry);
  return true;
}

function isAllowed(at: number, isNotice: boolean): boolean {
  const seconds = (at - refilledAt) / 1_000;
  refilledAt = at;
  allowance = min(burst, allowance + seconds * perSecond);
  noticeAllowance = min(noticeBurst, noticeAllowance + seconds * noticesPerSecond);
  if (allowance >= 1) {
    allowance -= 1;
    return true;
  }
  if (!isNotice || noticeAllowance < 1) return false;
  noticeAllowance -= 1;
  countLeftOut(at);
  return true;
}

/** An entry waits at most this long (ms) for others that are sent with it. */
const maxWaitMs = 5;
/** The shortest time (ms) between two notices that lines were left out. */
const noticePauseMs = 100;

// Kept before user code runs, which may overwrite them.
const post = method(MessagePort.prototype, 'postMessage');

let waiting: ConsoleEntry[] = [];
let waitingSize = 0;
let waitingSince = 0;
let isScheduled = false;
let dropped = 0;
let noticedAt = -noticePauseMs;

const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  isScheduled = false;
  sendWaiting();
};

/** Sends one entry immediately, after the waiting ones, and posts the documented `console-log` message. */
function sendEntry(entry: ConsoleEntry): void {
  sendWaiting();
  postToPort({ type: 'studio:entries', entries: [entry] });
  postToHost({ type: 'console-log', ...entry, isCopy: true });
}

/**
 * Sends an entry in a batch with the following ones: when the batch is full, when the first has waited for
 * `maxWaitMs`, or when the code pauses. `size`: the length of its texts; `at`: the time, by `now`.
 */
function sendBatched(entry: ConsoleEntry, size: number, at: number): void {
  if (waiting.length === 0) waitingSince = at;
  waiting[waiting.length] = entry;
  waitingSize += size;
  const isFull = waiting.length === consoleLimits.batch || waitingSize >= consoleLimits.text;
  if (isFull || at - waitingSince >= maxWaitMs) sendWaiting();
  else if (!isScheduled) {
    isScheduled = true;
    post(port2, null);
  }
}

/** Counts a line that is not sent; a notice states their number from time to time. */
function countDropped(): void {
  dropped += 1;
  if (dropped === 1) later(sendWaiting, 2 * noticePauseMs);
}

/** Sends the waiting entries. Called before the page is left, and before messages that must come after them. */
export function sendWaiting(): void {
  const at = now();
  if (at - noticedAt >= noticePauseMs) countLeftOut(at);
  if (waiting.length === 0) return;
  const entries = waiting;
  waiting = [];
  waitingSize = 0;
  postToPort({ type: 'studio:entries', entries });
}

/** Adds a notice of how many lines are missing here. */
function countLeftOut(at: number): void {
  if (dropped === 0) return;
  const args = [`${dropped} ${dropped === 1 ? 'line was' : 'lines were'} left out: too many at once`];
  waiting[waiting.length] = { level: 'warn', args, timestamp: timeOfDay() };
  dropped = 0;
  noticedAt = at;
}
