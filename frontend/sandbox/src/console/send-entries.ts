import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import { consoleLimits } from '@studio/contract/limits';
import { postToHost } from '../runner/host';
import { method } from '../runner/natives';
import { postToPort } from '../runner/port';
import { encodeValues } from './encode-values';
import { withPlainStacks } from './stack-frames';

/** An endless loop that prints must not overload the app: so many lines pass at once, then so many a second. */
const burst = 10_000;
const perSecond = 1_000;
/** Beyond them so many errors and notices pass, and then so many a second: what ended such a loop is to be seen. */
const noticeBurst = 100;
const noticesPerSecond = 10;
/** After so many lines of a burst, the place of each is no longer looked up, and they are sent together. */
const hasteAfter = 500;
/** So many frames of an error's stack. */
const errorFrames = 10;

// Kept before user code runs, which may overwrite them.
const { now } = Date;
const { min } = Math;

let allowance = burst;
let noticeAllowance = noticeBurst;
let refilledAt = now();

/** What an entry has beside its level and its values. */
export interface EntryDetails extends Pick<ConsoleEntry, 'kind' | 'depth' | 'stack'> {
  elementsAsObjects?: boolean;
  /** An error, or something that the studio says: few are left out. */
  isNotice?: boolean;
}

/** True while so much is printed that speed matters more than details. */
export function isBurst(): boolean {
  return allowance < burst - hasteAfter;
}

/** Sends one entry to the app. Beyond the allowance it is only counted, and false comes back. */
export function report(level: ConsoleLevel, values: unknown[], details: EntryDetails = {}): boolean {
  const { elementsAsObjects = false, isNotice = false, kind, depth, stack } = details;
  const timestamp = now();
  if (!isAllowed(timestamp, isNotice)) {
    countDropped();
    return false;
  }
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
  if (isBurst()) sendBatched(entry, size);
  else sendEntry(entry);
  return true;
}

function isAllowed(timestamp: number, isNotice: boolean): boolean {
  const seconds = (timestamp - refilledAt) / 1_000;
  refilledAt = timestamp;
  allowance = min(burst, allowance + seconds * perSecond);
  noticeAllowance = min(noticeBurst, noticeAllowance + seconds * noticesPerSecond);
  if (allowance >= 1) {
    allowance -= 1;
    return true;
  }
  if (!isNotice || noticeAllowance < 1) return false;
  noticeAllowance -= 1;
  countLeftOut(timestamp);
  return true;
}

/** An entry waits at most this long (ms) for others that are sent with it. */
const longestWait = 5;
/** The shortest time (ms) between two notices that lines were left out. */
const noticePause = 100;

// Kept before user code runs, which may overwrite them.
const post = method(MessagePort.prototype, 'postMessage');
const later = window.setTimeout.bind(window);

let waiting: ConsoleEntry[] = [];
let waitingSize = 0;
let waitingSince = 0;
let isScheduled = false;
let dropped = 0;
let noticedAt = 0;

const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  isScheduled = false;
  sendWaiting();
};

/** Sends one entry by itself, after those that wait; the documented message for it follows when the code pauses. */
function sendEntry(entry: ConsoleEntry): void {
  sendWaiting();
  postToPort({ type: 'studio:entries', entries: [entry] });
  postToHost({ type: 'console-log', ...entry, isCopy: true });
}

/**
 * Sends an entry together with those that are printed right behind it: when they are as many as one message takes, when
 * the first has waited for long enough, or when the code pauses. `size` is what its texts take.
 */
function sendBatched(entry: ConsoleEntry, size: number): void {
  if (waiting.length === 0) waitingSince = entry.timestamp;
  waiting[waiting.length] = entry;
  waitingSize += size;
  const isFull = waiting.length === consoleLimits.batch || waitingSize >= consoleLimits.text;
  if (isFull || entry.timestamp - waitingSince >= longestWait) sendWaiting();
  else if (!isScheduled) {
    isScheduled = true;
    post(port2, null);
  }
}

/** Counts a line that is not sent; a notice from time to time says how many there were. */
function countDropped(): void {
  dropped += 1;
  if (dropped === 1) later(sendWaiting, 2 * noticePause);
}

/** Sends what waits: before the page is left, and before anything that must not overtake it. */
export function sendWaiting(): void {
  const timestamp = now();
  if (timestamp - noticedAt >= noticePause) countLeftOut(timestamp);
  if (waiting.length === 0) return;
  const entries = waiting;
  waiting = [];
  waitingSize = 0;
  postToPort({ type: 'studio:entries', entries });
}

/** Says how many lines are missing here. */
function countLeftOut(timestamp: number): void {
  if (dropped === 0) return;
  const args = [`${dropped} ${dropped === 1 ? 'line was' : 'lines were'} left out: too many at once`];
  waiting[waiting.length] = { level: 'warn', args, timestamp };
  dropped = 0;
  noticedAt = timestamp;
}
