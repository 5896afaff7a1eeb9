/** Fewer samples have no p95: it would be their largest, whatever happened once. */
const fewestForP95 = 20;

/** The middle one, or half-way between the two in the middle. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('No samples have no median');
  return (lower + upper) / 2;
}

/** The value that this share of the samples does not exceed (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('No samples have no percentile');
  return value;
}

/** Undefined where there are too few samples to say. */
export function p95(samples: readonly number[]): number | undefined {
  return samples.length < fewestForP95 ? undefined : percentile(samples, 0.95);
}
