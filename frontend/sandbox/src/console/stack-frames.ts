import { runnerLines } from '@studio/contract/sandbox-frame';
import { indexOf, lastIndexOf, slice } from '../runner/natives';

/** The name that the build gives the runner's own script, to distinguish its frames from the project's. */
const runnerName = 'studio-runner.js';

type CaptureStack = (holder: { stack?: string }, below: object) => void;

const ErrorClass = Error as typeof Error & { captureStackTrace?: CaptureStack };
const capture = ErrorClass.captureStackTrace;
const { get, set } = Reflect;
/** Chromium writes `Error: message` above the frames and `    at ` before each; others write the frames alone. */
const frameMark = indexOf(new Error().stack, '    at ') < 0 ? '' : '    at ';
/** WebKit passes over the names of scripts: the runner's frames have the page's address, like the project's. */
const isWebKit = 'sourceURL' in new Error();
const ownMark = isWebKit ? `${location.href}:` : `${runnerName}:`;
const native = '@[native code]';

/** Whether a frame is in the runner. */
function isOwn(frame: string): boolean {
  if (indexOf(frame, ownMark) < 0) return false;
  if (!isWebKit) return true;
  const lineEnd = lastIndexOf(frame, ':');
  const line = +slice(frame, lastIndexOf(frame, ':', lineEnd - 1) + 1, lineEnd) - runnerLines.above;
  return line > 0 && line <= runnerLines.count;
}

/** The frames of a stack in the browser's format, one per line, without the error's title and the studio's frames. */
export function stackFrames(stack: string): string {
  let frames = '';
  /** Functions of the browser, left out if no script called them, or the runner did: its `write` runs the project's. */
  let natives = '';
  for (let from = 0; from < stack.length; ) {
    const newline = indexOf(stack, '\n', from);
    const end = newline < 0 ? stack.length : newline;
    const line = slice(stack, from, end);
    if (slice(line, 0, frameMark.length) === frameMark && line !== '') {
      if (isOwn(line)) natives = '';
      else if (indexOf(line, native) >= 0) natives += `\n${line}`;
      else {
        frames += `${natives}\n${line}`;
        natives = '';
      }
    }
    from = end + 1;
  }
  return slice(frames, 1);
}

/** A text without the studio's own frames, which the page's code may print as part of a stack. */
export function withoutOwnFrames(text: string): string {
  if (indexOf(text, ownMark) < 0) return text;
  let rest = '';
  for (let from = 0; from < text.length; ) {
    const newline = indexOf(text, '\n', from);
    const end = newline < 0 ? text.length : newline;
    const line = slice(text, from, end);
    if (slice(line, 0, frameMark.length) !== frameMark || !isOwn(line))
      rest += from === 0 ? line : `\n${line}`;
    from = end + 1;
  }
  return rest;
}

/** At most `limit` frames of the callers of `below`; empty if the browser cannot leave out the frames above it. */
export function callFrames(below: object, limit: number): string {
  if (!capture) return '';
  return withPlainStacks(limit, () => {
    const holder: { stack?: string } = {};
    capture(holder, below);
    return stackFrames(holder.stack ?? '');
  });
}

/** Runs `work` with stacks of `limit` frames in the browser's own format, whatever the project has set. */
export function withPlainStacks<Result>(limit: number, work: () => Result): Result {
  const limitBefore: unknown = get(ErrorClass, 'stackTraceLimit');
  const writerBefore: unknown = get(ErrorClass, 'prepareStackTrace');
  set(ErrorClass, 'stackTraceLimit', limit);
  if (writerBefore !== undefined) set(ErrorClass, 'prepareStackTrace', undefined);
  try {
    return work();
  } finally {
    set(ErrorClass, 'stackTraceLimit', limitBefore);
    if (writerBefore !== undefined) set(ErrorClass, 'prepareStackTrace', writerBefore);
  }
}
