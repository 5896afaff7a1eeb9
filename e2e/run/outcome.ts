/** How many checks of one step went which way. */
export interface Outcome {
  /** With those that needed a second try. */
  passed: number;
  failed: number;
  skipped: number;
  /** The names of the tests that failed first and passed when tried once more. */
  retried: string[];
}

export const passedOnce: Outcome = { passed: 1, failed: 0, skipped: 0, retried: [] };
export const failedOnce: Outcome = { passed: 0, failed: 1, skipped: 0, retried: [] };

/** All steps as one outcome. */
export function sum(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      retried: [...all.retried, ...one.retried],
    }),
    { passed: 0, failed: 0, skipped: 0, retried: [] },
  );
}

/** Which tests passed at the second try alone, so that nobody overlooks them; nothing where there are none. */
export function retriedLines({ retried }: Outcome): string[] {
  if (retried.length === 0) return [];
  return [`${retried.length} passed only at the second try:`, ...retried.map((name) => `  ${name}`)];
}

/** The plain last line of `npm test` (specification: Operation). */
export function summaryLine({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
