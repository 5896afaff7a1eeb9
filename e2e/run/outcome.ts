/** How many checks of one step went which way. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** How long each test took that a report names. */
  times: TestTime[];
}

export interface TestTime {
  /** With the file that it is in. */
  name: string;
  ms: number;
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, times: [] };
export const passedOnce: Outcome = { ...nothing, passed: 1 };
export const failedOnce: Outcome = { ...nothing, failed: 1 };

/** All steps as one outcome. */
export function sum(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      times: [...all.times, ...one.times],
    }),
    nothing,
  );
}

/** Where the time of a run goes. */
export function slowestLines({ times }: Outcome, count = 10): string[] {
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  if (slowest.length === 0) return [];
  return [
    `The ${slowest.length} slowest tests:`,
    ...slowest.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`),
  ];
}

/** The plain last line of `npm test` (specification: Operation). */
export function summaryLine({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
