/** More messages than this in one second are an attack on this page, whatever they say. */
const countLimit = 30_000;
/** So are messages that take this page longer than this (ms) in one second to unpack: few, but huge. */
const timeLimit = 700;

/** Measures the messages of a preview. */
export interface FloodGauge {
  /** Unpacks one message, and tells whether they have become a flood; then there is nothing to read. */
  read<T>(unpack: () => T): { flooded: false; message: T } | { flooded: true };
}

export function createFloodGauge(): FloodGauge {
  let since = 0;
  let count = 0;
  let spent = 0;
  return {
    read(unpack) {
      const now = performance.now();
      if (now - since > 1_000) {
        since = now;
        count = 0;
        spent = 0;
      }
      count += 1;
      if (count > countLimit || spent > timeLimit) return { flooded: true };
      const message = unpack();
      spent += performance.now() - now;
      return { flooded: false, message };
    },
  };
}
