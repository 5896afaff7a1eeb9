/** Of fewer samples, p95 would be the largest, a single outlier. */
const minForP95 = 20;

/** The middle sample, or the mean of the two in the middle. @throws if there are no samples */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('No samples have no median');
  return (lower + upper) / 2;
}

/** The value that this share (0 to 1) of the samples does not exceed, by nearest rank. @throws if there are none */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('No samples have no percentile');
  return value;
}

/** Undefined for fewer than 20 samples. */
export function p95(samples: readonly number[]): number | undefined {
  return samples.length < minForP95 ? undefined : percentile(samples, 0.95);
}
