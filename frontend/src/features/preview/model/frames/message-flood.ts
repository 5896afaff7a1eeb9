/**
 * The shell lets 10,000 lines pass at once and 1,000 a second, and sends a copy of those that are printed at leisure: more
 * than this is an attack on this page, whatever it says.
 */
const burst = 12_000;
const perSecond = 2_500;
/** So are few but huge ones: those that take this page longer than this (ms) in one second to unpack, at so much each. */
const timeLimit = 700;
/** A line that takes no longer (ms) is an ordinary one, however slow the machine: its number alone counts. */
const smallest = 0.5;
const timeOfHuge = 5;

/** Measures the messages of one frame. */
export interface FloodGauge {
  /**
   * Unpacks one message, which may stand for several lines, and tells whether they have become a flood; then there is
   * nothing to read.
   */
  read<T>(
    unpack: () => T,
    linesIn?: (message: T) => number,
  ): { flooded: false; message: T } | { flooded: true };
}

export function createFloodGauge(): FloodGauge {
  let allowance = burst;
  let refilledAt = performance.now();
  let since = refilledAt;
  let spent = 0;
  let count = 0;
  return {
    read(unpack, linesIn = () => 1) {
      const now = performance.now();
      allowance = Math.min(burst, allowance + ((now - refilledAt) * perSecond) / 1_000);
      refilledAt = now;
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
