import { addFrame, postToFrame, type RunnerFrame } from './runner-frame';

const interval = 250;
/** A frame that leaves a ping unanswered for this long runs code without a pause. */
const unresponsiveAfter = 500;

/**
 * Asks the frame that `target` names four times a second whether it still answers, and tells `onSilence` for how long
 * it has not (ms). Returns the function that ends it.
 */
export function startHeartbeat(
  target: () => RunnerFrame | null,
  onSilence: (silentFor: number) => void,
): () => void {
  let lastBeat = performance.now();
  const beat = () => {
    const now = performance.now();
    const frame = target();
    // When this page itself stood still, answers wait behind this timer: start counting anew.
    if (frame && now - lastBeat > 2 * interval) frame.pingedAt = null;
    lastBeat = now;
    if (!frame || document.visibilityState === 'hidden') return;
    const silentFor = frame.pingedAt === null ? 0 : now - frame.pingedAt;
    if (silentFor > unresponsiveAfter) onSilence(silentFor);
    frame.pingedAt ??= now;
    postToFrame(frame, { type: 'studio:ping', at: now });
  };
  const timer = setInterval(beat, interval);
  return () => clearInterval(timer);
}

/** A page that only was busy answers before this (ms), once another frame of its process answers. */
const grace = 400;

/** Finds out whether the process of a silent page is still there: frames of one origin share it. */
export interface ProcessProbe {
  readonly frame: RunnerFrame | null;
  /** Adds a frame at the page's origin, which waits for the process as the page does, or gets a new one at once. */
  ask(silent: RunnerFrame): void;
  /** The frame's shell has loaded: unless the page is heard of soon, its process has ended. */
  onReady(): void;
  /** The page was heard of, or is gone. */
  drop(): void;
}

/** `onCrash` is called where the process of the page that was asked for has ended. */
export function createProcessProbe(container: HTMLElement, onCrash: () => void): ProcessProbe {
  let frame: RunnerFrame | null = null;
  return {
    get frame() {
      return frame;
    },
    ask(silent) {
      frame ??= addFrame(container, silent.origin);
    },
    onReady() {
      const asked = frame;
      setTimeout(() => asked && asked === frame && onCrash(), grace);
    },
    drop() {
      frame?.element.remove();
      frame = null;
    },
  };
}
