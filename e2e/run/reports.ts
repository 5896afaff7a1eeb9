import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failedOnce, type Outcome, type TestTime } from './outcome.ts';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that broke before their first test. */
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; assertionResults: { title: string; duration?: number | null }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

/** A file, or a group in it. */
interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { results: { duration: number }[] }[] }[];
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
    times: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, duration }) => ({
        name: `${path.basename(name)} › ${title}`,
        ms: duration ?? 0,
      })),
    ),
  };
}

/** Reads what Playwright's JSON reporter wrote. A test that passes at the second try only has failed. */
export function playwrightOutcome(file: string): Outcome {
  if (!existsSync(file)) return failedOnce;
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    times: suites.flatMap(timesOf),
  };
}

function timesOf({ specs, suites = [] }: PlaywrightSuite): TestTime[] {
  const own = specs.map(({ file, title, tests }) => ({
    name: `${path.basename(file)} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0),
  }));
  return [...own, ...suites.flatMap(timesOf)];
}
