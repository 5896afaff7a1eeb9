import { PortMessage, RunnerMessage } from '@studio/contract/preview';
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
    const frame = frameAround(event.source as Window | null, current);
    // Other parts of this page have frames, too, such as running cards.
    if (frame === undefined) return;
    const isKnown = frame?.origin === event.origin && frame.element.contentWindow === event.source;
    // Messages of frames inside the project are not read, but count towards a flood.
    if (!isKnown && event.origin === location.origin) return;
    // Before a runner is ready no project runs, so the message is from a frame that has been removed.
    if (!frame && !current.some(({ isReady }) => isReady)) return;
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

/** The frame that sent a message, or contains the one that did; null if that has been removed. */
function frameAround(source: Window | null, frames: readonly RunnerFrame[]): RunnerFrame | null | undefined {
  if (!source) return null;
  if (source === source.parent) return undefined;
  return frames.find(({ element }) => element.contentWindow === source) ?? frameAround(source.parent, frames);
}

function linesIn({ data }: ReturnType<typeof PortMessage.safeParse>): number {
  return data?.type === 'studio:entries' ? data.entries.length : 1;
}

/**
 * The runner sends at most 10,000 lines at once and 1,000 a second, and most of them twice while there are few. More
 * messages than this are a flood, whatever their content.
 */
const burst = 12_000;
const perSecond = 2_500;
/**
 * The allowance grows in a timer, each time for at most `maxRefillMs`. Timers are delayed while messages
 * keep this page busy, so that even a slow machine, which reads fewer messages a second than allowed, detects a
 * flood.
 */
const refillIntervalMs = 100;
const maxRefillMs = 1_000;
/** A few huge messages, of `hugeMessageMs` each, are a flood if unpacking takes longer than this a second. */
const timeLimitMs = 700;
/** A line that takes less time to unpack only counts by number, even on a slow machine. */
const smallestMs = 0.5;
const hugeMessageMs = 5;

/** Measures the messages of one frame. */
interface FloodGauge {
  /**
   * Unpacks one message, which may contain several lines. During a flood, nothing is unpacked.
   */
  read<T>(
    unpack: () => T,
    linesIn?: (message: T) => number,
  ): { flooded: false; message: T } | { flooded: true };
}

export function createFloodGauge(): FloodGauge {
  let allowance = burst;
  let refilledAt = performance.now();
  let isRefilling = false;
  let since = refilledAt;
  let spent = 0;
  let count = 0;

  function refill(): void {
    const now = performance.now();
    // Browsers throttle timers in hidden pages, which need no protection.
    const elapsed = document.hidden ? now - refilledAt : Math.min(now - refilledAt, maxRefillMs);
    allowance = Math.min(burst, allowance + (elapsed * perSecond) / 1_000);
    refilledAt = now;
    isRefilling = allowance < burst;
    if (isRefilling) setTimeout(refill, refillIntervalMs);
  }

  return {
    read(unpack, linesIn = () => 1) {
      const now = performance.now();
      if (!isRefilling) {
        isRefilling = true;
        refilledAt = now;
        setTimeout(refill, refillIntervalMs);
      }
      if (now - since > 1_000) {
        since = now;
        spent = 0;
        count = 0;
      }
      const areHuge = spent > timeLimitMs && spent / count > hugeMessageMs;
      if (allowance < 1 || areHuge) return { flooded: true };
      const message = unpack();
      const took = performance.now() - now;
      const lines = linesIn(message);
      if (took > smallestMs * lines) spent += took;
      count += lines;
      allowance -= lines;
      return { flooded: false, message };
    },
  };
}
