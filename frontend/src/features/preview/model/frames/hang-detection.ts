import { usualLoopTime } from '@studio/contract/durations';
import { addFrame, postToFrame, type RunnerFrame } from './runner-frame';

const pingInterval = 250;
/** A frame that leaves a ping unanswered for this long (ms) runs code without a pause. */
const silentAfter = 500;
/** A page that is silent for this long may have lost its process: another frame of its origin finds out. */
const probeAfter = 1_000;
/** A page that only was busy answers before this (ms), once another frame of its process answers. */
const probeGrace = 400;
/** Loops end by themselves: whatever does not pause for so much longer than they may is stopped without being asked. */
const watchdogGrace = 2_000;

interface HangDetectionOptions {
  container: HTMLElement;
  /** The frame whose code runs now. */
  runningFrame(): RunnerFrame | null;
  /** It does not answer; called with each ping until it does. */
  onSilent(): void;
  /** It has not answered for so long that it has to be ended. */
  onHung(seconds: number): void;
  /** Its process has ended. */
  onCrashed(): void;
}

export interface HangDetection {
  /** The frame that waits for the process of a silent page as the page does, or gets a new process at once. */
  readonly probe: RunnerFrame | null;
  /** The runner of the probe has loaded: unless the page answers soon, its process has ended. */
  onProbeReady(): void;
  /** The frame has answered a ping. */
  onAnswer(frame: RunnerFrame): void;
  /** The page is gone. */
  reset(): void;
  destroy(): void;
}

/**
 * Asks the running frame four times a second whether it still answers. Frames of one origin share a process: when a new
 * one answers while the page stays silent, the process of the page has ended; else the page is ended in the end.
 */
export function detectHangs(options: HangDetectionOptions): HangDetection {
  let lastPing = performance.now();
  let probe: RunnerFrame | null = null;

  function ping(): void {
    const now = performance.now();
    const frame = options.runningFrame();
    // When this page itself stood still, answers wait behind this timer: start counting anew.
    if (frame && now - lastPing > 2 * pingInterval) frame.pingedAt = null;
    lastPing = now;
    if (!frame || document.visibilityState === 'hidden') return;
    const silentFor = frame.pingedAt === null ? 0 : now - frame.pingedAt;
    if (silentFor > silentAfter) onSilence(frame, silentFor);
    frame.pingedAt ??= now;
    postToFrame(frame, { type: 'studio:ping', at: now });
  }

  function onSilence(frame: RunnerFrame, silentFor: number): void {
    options.onSilent();
    // Another one may run by now.
    if (options.runningFrame() !== frame) return;
    const deadline = Math.max(usualLoopTime, frame.loopTime) + watchdogGrace;
    // A page that is on its way elsewhere is silent too.
    const isLeaving = frame.leftRender === frame.renderId;
    if (silentFor >= deadline) options.onHung(Math.round(deadline / 1_000));
    else if (silentFor >= probeAfter && !isLeaving) probe ??= addFrame(options.container, frame.origin);
  }

  function reset(): void {
    probe?.element.remove();
    probe = null;
  }

  const timer = setInterval(ping, pingInterval);
  return {
    get probe() {
      return probe;
    },
    onProbeReady() {
      const asked = probe;
      setTimeout(() => asked && asked === probe && options.onCrashed(), probeGrace);
    },
    onAnswer(frame) {
      frame.pingedAt = null;
      frame.answeredAt = performance.now();
      reset();
    },
    reset,
    destroy() {
      clearInterval(timer);
      reset();
    },
  };
}
