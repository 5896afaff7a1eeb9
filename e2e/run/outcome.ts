import { stripVTControlCharacters } from 'node:util';

/** The results of one step. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Durations of the tests in the report. */
  times: TestTime[];
  /** The failed tests in the report. */
  failures: Failure[];
}

export interface Failure {
  /** `file › test`, or only the file if it failed before its first test. */
  name: string;
  message: string;
}

export interface TestTime {
  /** `file › test`. */
  name: string;
  ms: number;
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, times: [], failures: [] };
export const passedOnce: Outcome = { ...nothing, passed: 1 };
export const failedOnce: Outcome = { ...nothing, failed: 1 };

/** The outcome of tests that cannot run here; says so. */
export function skip(what: string, why: string, count: number): Outcome {
  console.log(`${what} cannot run here: ${why}. ${count} skipped.`);
  return { ...nothing, skipped: count };
}

/** The outcome of a step; a step that throws has failed, with its title and what it threw. */
export async function outcomeOf(title: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return { ...failedOnce, failures: [{ name: title, message: String(error) }] };
  }
}

/** Adds up the outcomes of several steps. */
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

/** Lines that list the slowest tests. */
export function slowestLines({ times }: Outcome, count = 10): string[] {
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  if (slowest.length === 0) return [];
  return [
    `The ${slowest.length} slowest tests:`,
    ...slowest.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`),
  ];
}

/** Lines for the end of the output that list each failed test with the first ten lines of its message. */
export function failureLines({ failures }: Outcome): string[] {
  return failures.flatMap(({ name, message }) => [
    `FAILED ${name}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .slice(0, 10)
      .map((line) => `    ${line}`),
  ]);
}

/** The last line of `npm test` (specification: Operation). */
export function summaryLine({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
