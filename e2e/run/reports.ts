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
  suites: PlaywrightSuite[];
}

/** A file, or a group in it. */
interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

/** Reads what `jest --json` wrote. A run that left no report failed. */
export function jestOutcome(file: string): Outcome {
  if (!existsSync(file)) return failedOnce;
  const report = JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    retried: [],
  };
}

/** Reads what Playwright's JSON reporter wrote. A test that passed at the second try has passed, and is named. */
export function playwrightOutcome(file: string): Outcome {
  if (!existsSync(file)) return failedOnce;
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    retried: suites.flatMap(flakyTests),
  };
}

function flakyTests({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file} › ${title}`), ...suites.flatMap(flakyTests)];
}
