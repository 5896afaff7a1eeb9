/** The shell lets 10,000 lines pass at once and 1,000 a second: more than this is an attack on this page, whatever it says. */
const burst = 12_000;
const perSecond = 1_500;
/** So are messages that take this page longer than this (ms) in one second to unpack: few, but huge. */
const timeLimit = 700;

/** Measures the messages of one frame. */
export interface FloodGauge {
  /** Unpacks one message, and tells whether they have become a flood; then there is nothing to read. */
  read<T>(unpack: () => T): { flooded: false; message: T } | { flooded: true };
}

export function createFloodGauge(): FloodGauge {
  let allowance = burst;
  let refilledAt = performance.now();
  let since = refilledAt;
  let spent = 0;
  return {
    read(unpack) {
      const now = performance.now();
      allowance = Math.min(burst, allowance + ((now - refilledAt) * perSecond) / 1_000) - 1;
      refilledAt = now;
      if (now - since > 1_000) {
        since = now;
        spent = 0;
      }
      if (allowance < 0 || spent > timeLimit) return { flooded: true };
      const message = unpack();
      spent += performance.now() - now;
      return { flooded: false, message };
    },
  };
}
