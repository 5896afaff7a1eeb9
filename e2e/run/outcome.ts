/** How many checks of one step went which way. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

export const passedOnce: Outcome = { passed: 1, failed: 0, skipped: 0 };
export const failedOnce: Outcome = { passed: 0, failed: 1, skipped: 0 };

/** All steps as one outcome. */
export function sum(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The plain last line of `npm test` (CONTRACT 1). */
export function summaryLine({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
