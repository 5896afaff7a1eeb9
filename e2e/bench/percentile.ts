/** The value that this share of the samples does not exceed (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('A percentile of no samples');
  return value;
}

/** `12 / 19`: p50 and p95 in milliseconds, whole ones unless `digits` are wanted. */
export function p50p95(samples: readonly number[], digits = 0): string {
  return `${percentile(samples, 0.5).toFixed(digits)} / ${percentile(samples, 0.95).toFixed(digits)}`;
}
