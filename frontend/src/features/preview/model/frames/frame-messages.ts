import { PortMessage, ShellMessage } from '@studio/contract/preview';
import { createFloodGauge, type FloodGauge } from './message-flood';
import type { ShellFrame } from './runner-frame';

interface FrameListener {
  /** The frames that are heard now. */
  frames(): ShellFrame[];
  onMessage(frame: ShellFrame, message: ShellMessage | PortMessage): void;
  /** So many messages, or such large ones, that they are no longer read. */
  onFlood(): void;
}

/** Hears the frames of a preview, each at its own origin and by the contract's schema. The answer ends it. */
export function listenToFrames({ frames, onMessage, onFlood }: FrameListener): () => void {
  const gauges = new WeakMap<ShellFrame, FloodGauge>();
  const strangers = createFloodGauge();

  function gaugeOf(frame: ShellFrame | undefined): FloodGauge {
    if (!frame) return strangers;
    const gauge = gauges.get(frame) ?? createFloodGauge();
    gauges.set(frame, gauge);
    return gauge;
  }

  const hear = (event: MessageEvent) => {
    const heard = frames();
    const frame = heard.find(({ element }) => element.contentWindow === event.source);
    const isKnown = frame?.origin === event.origin;
    // What frames inside the project send here is not read, but it does add to a flood.
    if (heard.length === 0 || (!isKnown && event.origin === location.origin)) return;
    const read = gaugeOf(frame).read(() => (isKnown ? ShellMessage.safeParse(event.data) : null));
    if (read.flooded) onFlood();
    else if (frame && read.message?.success) {
      const { data: message } = read.message;
      const [port] = event.ports;
      if (message.type === 'studio:ready' && port) hearPort(frame, port);
      const isHeardAlready = message.type === 'console-log' && message.isCopy;
      if (!isHeardAlready) onMessage(frame, message);
    }
  };

  function hearPort(frame: ShellFrame, port: MessagePort): void {
    port.onmessage = ({ data }) => {
      if (!frames().includes(frame)) return;
      const read = gaugeOf(frame).read(() => PortMessage.safeParse(data), linesIn);
      if (read.flooded) onFlood();
      else if (read.message.success) onMessage(frame, read.message.data);
    };
  }

  window.addEventListener('message', hear);
  return () => window.removeEventListener('message', hear);
}

function linesIn({ data }: ReturnType<typeof PortMessage.safeParse>): number {
  return data?.type === 'studio:entries' ? data.entries.length : 1;
}
