import { defaultLoopTime } from '@studio/contract/durations';
import { isTyping } from './focus-guard.ts';
import { addFrame, mayBePaused, postToFrame, type RunnerFrame } from './runner-frame.ts';

const pingIntervalMs = 250;
/** A frame that has not responded to a ping for this long (ms) runs code without a pause. */
const silentAfterMs = 500;
/** After this time (ms) without a response, a probe frame checks whether the page is gone. */
const probeAfterMs = 1_000;
/** A page that was only busy responds within this time (ms) after another frame of its process. */
const probeGraceMs = 400;
/** The loop limit ends loops: a page that does not pause for this much longer (ms) is stopped. */
const watchdogGraceMs = 2_000;

/** For how long (ms) a frame has not responded to a ping. */
function silence({ pingedAt }: RunnerFrame): number {
  return pingedAt === null ? 0 : performance.now() - pingedAt;
}

export function isSilent(frame: RunnerFrame): boolean {
  return silence(frame) > silentAfterMs;
}

interface HangDetectionOptions {
  container: HTMLElement;
  /** The frame whose code runs now. */
  runningFrame(): RunnerFrame | null;
  /** Called with each ping while the frame does not respond, with the time (ms) since its last response. */
  onSilent(silentFor: number): void;
  /** It has responded. */
  onResponded(): void;
  /** Called when the frame has to be stopped. */
  onHung(seconds: number): void;
  /** Its process has ended. */
  onCrashed(): void;
  /** It shows another page. */
  onLeft(): void;
}

export interface HangDetection {
  /**
   * A frame of the origin of a silent page: it waits for the page's process, or gets a new process if the page is gone.
   */
  readonly probe: RunnerFrame | null;
  /** The runner of the probe has loaded: unless the page responds soon, it is gone. */
  onProbeReady(): void;
  /** The frame has responded to a ping. */
  onPong(frame: RunnerFrame): void;
  /** The page is gone. */
  reset(): void;
  destroy(): void;
}

/**
 * Pings the running frame four times a second, and when the focus moves. Frames of one origin share a process: if a new
 * one responds while the page stays silent, the page is gone; otherwise it is stopped after a deadline, unless it has a
 * `debugger` statement.
 */
export function detectHangs(options: HangDetectionOptions): HangDetection {
  let lastPing = performance.now();
  let probe: RunnerFrame | null = null;

  function ping(): void {
    const now = performance.now();
    const frame = options.runningFrame();
    // If this page itself was blocked, responses are queued behind this timer: start counting again.
    if (frame && now - lastPing > 2 * pingIntervalMs) frame.pingedAt = null;
    lastPing = now;
    if (!frame || document.visibilityState === 'hidden') return;
    if (isSilent(frame)) onSilence(frame, silence(frame));
    frame.pingedAt ??= now;
    postToFrame(frame, { type: 'studio:ping', at: now, mayFocus: !isTyping() });
  }

  function onSilence(frame: RunnerFrame, silentFor: number): void {
    options.onSilent(silentFor);
    // Another frame may be running by now.
    if (options.runningFrame() !== frame) return;
    const deadline = Math.max(defaultLoopTime, frame.loopTime) + watchdogGraceMs;
    if (silentFor >= deadline && !mayBePaused(frame)) options.onHung(Math.round(deadline / 1_000));
    else if (silentFor >= probeAfterMs) probe ??= addFrame(options.container, frame.origin);
  }

  function reset(): void {
    probe?.element.remove();
    probe = null;
  }

  const timer = setInterval(ping, pingIntervalMs);
  // A page that learnt later that somebody types here would take the first keys.
  document.addEventListener('focusin', ping);
  return {
    get probe() {
      return probe;
    },
    onProbeReady() {
      const asked = probe;
      setTimeout(() => {
        if (!asked || asked !== probe) return;
        const frame = options.runningFrame();
        if (frame && frame.leftAt !== null) options.onLeft();
        else options.onCrashed();
      }, probeGraceMs);
    },
    onPong(frame) {
      frame.pingedAt = null;
      frame.respondedAt = performance.now();
      reset();
      options.onResponded();
    },
    reset,
    destroy() {
      clearInterval(timer);
      document.removeEventListener('focusin', ping);
      reset();
    },
  };
}
