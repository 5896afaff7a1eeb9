import { PortMessage, RunnerMessage } from '@studio/contract/preview';
import type { RunnerFrame } from './runner-frame';

interface FrameListener {
  /** The frames whose messages are read now. */
  frames(): RunnerFrame[];
  onMessage(frame: RunnerFrame, message: RunnerMessage | PortMessage): void;
  /** So many messages, or such large ones, that they are no longer read. */
  onFlood(): void;
}

/** Listens to the frames of a preview, each at its own origin and by the contract's schema; returns what ends it. */
export function listenToFrames({ frames, onMessage, onFlood }: FrameListener): () => void {
  const gauges = new WeakMap<RunnerFrame, FloodGauge>();
  const strangers = createFloodGauge();

  function gaugeOf(frame: RunnerFrame | undefined): FloodGauge {
    if (!frame) return strangers;
    const gauge = gauges.get(frame) ?? createFloodGauge();
    gauges.set(frame, gauge);
    return gauge;
  }

  const onWindowMessage = (event: MessageEvent) => {
    const current = frames();
    const frame = current.find(({ element }) => element.contentWindow === event.source);
    const isKnown = frame?.origin === event.origin;
    // What frames inside the project send here is not read, but it does add to a flood.
    if (!isKnown && event.origin === location.origin) return;
    // Before a runner is ready, no project runs: all else was sent by frames that have been removed.
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

function linesIn({ data }: ReturnType<typeof PortMessage.safeParse>): number {
  return data?.type === 'studio:entries' ? data.entries.length : 1;
}

/**
 * The runner lets 10,000 lines pass at once and 1,000 a second, and sends most of them twice while they are few. More than
 * this is a flood, whatever the messages say.
 */
const burst = 12_000;
const perSecond = 2_500;
/**
 * The allowance grows in a timer (ms), for at most so long (ms) each time: timers wait while messages use up this page's
 * time, so that a flood is noticed by a machine, too, that reads fewer messages a second than are allowed.
 */
const refillInterval = 100;
const longestRefill = 1_000;
/** So are few but huge ones: those that take this page longer than this (ms) in one second to unpack, at so much each. */
const timeLimit = 700;
/** A line that takes no longer (ms) is an ordinary one, however slow the machine: its number alone counts. */
const smallest = 0.5;
const timeOfHuge = 5;

/** Measures the messages of one frame. */
interface FloodGauge {
  /**
   * Unpacks one message, which may contain several lines. Once they are a flood, nothing is unpacked.
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
    // Browsers slow down the timers of hidden pages, where nobody waits for this one.
    const elapsed = document.hidden ? now - refilledAt : Math.min(now - refilledAt, longestRefill);
    allowance = Math.min(burst, allowance + (elapsed * perSecond) / 1_000);
    refilledAt = now;
    isRefilling = allowance < burst;
    if (isRefilling) setTimeout(refill, refillInterval);
  }

  return {
    read(unpack, linesIn = () => 1) {
      const now = performance.now();
      if (!isRefilling) {
        isRefilling = true;
        refilledAt = now;
        setTimeout(refill, refillInterval);
      }
      if (now - since > 1_000) {
        since = now;
        spent = 0;
        count = 0;
      }
      const areHuge = spent > timeLimit && spent / count > timeOfHuge;
      if (allowance < 1 || areHuge) return { flooded: true };
      const message = unpack();
      const took = performance.now() - now;
      const lines = linesIn(message);
      if (took > smallest * lines) spent += took;
      count += lines;
      allowance -= lines;
      return { flooded: false, message };
    },
  };
}
