/** Returns a function that reports whether it was called more than `limit` times in the last `window` milliseconds. */
export function createRateGauge(limit: number, window: number): () => boolean {
  let times: number[] = [];
  return () => {
    const now = performance.now();
    times = [...times.filter((at) => now - at < window), now];
    return times.length > limit;
  };
}
