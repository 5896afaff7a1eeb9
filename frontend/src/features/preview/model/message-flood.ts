/** More messages than this in one second are an attack on this page, whatever they say. */
const limit = 30_000;

/** Counts messages: the function that comes back tells, at each one, whether they have become a flood. */
export function createFloodGauge(): () => boolean {
  let since = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since > 1_000) {
      since = now;
      count = 0;
    }
    count += 1;
    return count > limit;
  };
}
