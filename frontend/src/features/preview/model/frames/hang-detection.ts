import { type ShellFrame, tellFrame } from './runner-frame';

const interval = 250;
/** A frame that leaves a ping unanswered for this long runs code without a pause. */
const unresponsiveAfter = 500;

/**
 * Asks the frame that `target` names four times a second whether it still answers, and tells `onSilence` for how long
 * it has not (ms). Returns the function that ends it.
 */
export function startHeartbeat(
  target: () => ShellFrame | null,
  onSilence: (silentFor: number) => void,
): () => void {
  let lastBeat = performance.now();
  const beat = () => {
    const now = performance.now();
    const frame = target();
    // When this page itself stood still, answers wait behind this timer: start counting anew.
    if (frame && now - lastBeat > 2 * interval) frame.askedAt = null;
    lastBeat = now;
    if (!frame || document.visibilityState === 'hidden') return;
    const silentFor = frame.askedAt === null ? 0 : now - frame.askedAt;
    if (silentFor > unresponsiveAfter) onSilence(silentFor);
    frame.askedAt ??= now;
    tellFrame(frame, { type: 'studio:ping', at: now });
  };
  const timer = setInterval(beat, interval);
  return () => clearInterval(timer);
}
