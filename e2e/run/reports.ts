import { existsSync, readFileSync } from 'node:fs';
import { failedOnce, type Outcome } from './outcome.ts';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that broke before their first test. */
  numRuntimeErrorTestSuites: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** Reads what `jest --json` wrote. A run that left no report failed. */
export function jestOutcome(file: string): Outcome {
  if (!existsSync(file)) return failedOnce;
  const report = JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Reads what Playwright's JSON reporter wrote. A test that passed only when tried again has failed. */
export function playwrightOutcome(file: string): Outcome {
  if (!existsSync(file)) return failedOnce;
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
