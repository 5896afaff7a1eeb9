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
export interface FloodGauge {
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
