import { stripVTControlCharacters } from 'node:util';

/** How many checks of one step went which way. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** How long each test took that a report names. */
  times: TestTime[];
  /** The failed tests that a report names. */
  failures: Failure[];
}

export interface Failure {
  /** The test with the file that it is in, or the file alone where it broke before its first test. */
  name: string;
  message: string;
}

export interface TestTime {
  /** With the file that it is in. */
  name: string;
  ms: number;
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, times: [], failures: [] };
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
      failures: [...all.failures, ...one.failures],
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

/** What failed, at the end, where it is found without the whole output: of each message the first ten lines. */
export function failureLines({ failures }: Outcome): string[] {
  return failures.flatMap(({ name, message }) => [
    `FAILED ${name}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .slice(0, 10)
      .map((line) => `    ${line}`),
  ]);
}

/** The plain last line of `npm test` (specification: Operation). */
export function summaryLine({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
