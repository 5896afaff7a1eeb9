/** Tells, each time it is asked, whether that was more than `limit` times within the last `window` milliseconds. */
export function createRateGauge(limit: number, window: number): () => boolean {
  let times: number[] = [];
  return () => {
    const now = performance.now();
    times = [...times.filter((at) => now - at < window), now];
    return times.length > limit;
  };
}
