import { PortMessage, RunnerMessage } from '@studio/contract/preview';
import { createFloodGauge, type FloodGauge } from '@/lib/frames/flood-gauge.ts';
import { frameAround } from '@/lib/frames/frame-around.ts';
import type { RunnerFrame } from './runner-frame.ts';

interface FrameListener {
  /** The frames whose messages are read now. */
  frames(): RunnerFrame[];
  onMessage(frame: RunnerFrame, message: RunnerMessage | PortMessage): void;
  /** Called when there are too many or too large messages; they are no longer read. */
  onFlood(): void;
}

/** Listens to messages of a preview's frames, checking origin and schema; returns a function that ends it. */
export function listenToFrames({ frames, onMessage, onFlood }: FrameListener): () => void {
  const gauges = new WeakMap<RunnerFrame, FloodGauge>();
  const removed = createFloodGauge();

  function gaugeOf(frame: RunnerFrame | null): FloodGauge {
    if (!frame) return removed;
    const gauge = gauges.get(frame) ?? createFloodGauge();
    gauges.set(frame, gauge);
    return gauge;
  }

  const onWindowMessage = (event: MessageEvent) => {
    const current = frames();
    const frame = frameAround(event.source, current);
    // Other parts of this page have frames, too, such as running cards.
    if (frame === undefined) return;
    const isKnown = frame?.origin === event.origin && frame.element.contentWindow === event.source;
    // Messages of frames inside the project are not read, but count towards a flood.
    if (!isKnown && event.origin === location.origin) return;
    if (!frame && !mayBeOf(current, event.origin)) return;
    const read = gaugeOf(frame).read(() => (isKnown ? RunnerMessage.safeParse(event.data) : null));
    if (read.flooded) onFlood();
    else if (frame && read.message?.success) {
      const { data: message } = read.message;
      const [port] = event.ports;
      if (message.type === 'studio:ready' && port) listenToPort(frame, port);
      const isDuplicate = message.type === 'console-log' && message.isCopy;
      if (!isDuplicate) onMessage(frame, message);
    }
  };

  function listenToPort(frame: RunnerFrame, port: MessagePort): void {
    port.onmessage = ({ data }) => {
      if (!frames().includes(frame)) return;
      const read = gaugeOf(frame).read(() => PortMessage.safeParse(data), linesIn);
      if (read.flooded) onFlood();
      else if (read.message.success) onMessage(frame, read.message.data);
    };
  }

  window.addEventListener('message', onWindowMessage);
  return () => window.removeEventListener('message', onWindowMessage);
}

/**
 * Whether a frame that has been removed may have been inside one of these: not before a runner is ready, as no project
 * runs then, nor if it was of another site, such as a card that was stopped.
 */
function mayBeOf(frames: readonly RunnerFrame[], origin: string): boolean {
  return frames.some((frame) => frame.isReady && (frame.origin === origin || origin === 'null'));
}

function linesIn({ data }: ReturnType<typeof PortMessage.safeParse>): number {
  return data?.type === 'studio:entries' ? data.entries.length : 1;
}
