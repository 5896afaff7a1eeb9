import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Failure, failedOnce, type Outcome } from './outcome.ts';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** The number of files that failed before their first test. */
  numRuntimeErrorTestSuites: number;
  testResults: JestFile[];
}

interface JestFile {
  name: string;
  /** Why the file failed before its first test; otherwise a repetition of its tests' messages. */
  message: string;
  status: string;
  assertionResults: { title: string; status: string; duration?: number | null; failureMessages: string[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: PlaywrightError[];
  suites: PlaywrightSuite[];
}

/** A file, or a group of tests in it. */
interface PlaywrightSuite {
  specs: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSpec {
  title: string;
  file: string;
  tests: { status: string; results: PlaywrightResult[] }[];
}

interface PlaywrightResult {
  duration: number;
  error?: PlaywrightError;
}

interface PlaywrightError {
  message?: string;
}

/** Reads the report of `jest --json`. A missing report counts as a failure. */
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
    failures: report.testResults.flatMap(failuresOf),
  };
}

function failuresOf({ name, message, status, assertionResults }: JestFile): Failure[] {
  const file = path.basename(name);
  if (status === 'failed' && assertionResults.length === 0) return [{ name: file, message }];
  return assertionResults
    .filter((result) => result.status === 'failed')
    .map(({ title, failureMessages }) => ({
      name: `${file} › ${title}`,
      message: failureMessages.join('\n'),
    }));
}

/** Reads the report of Playwright's JSON reporter. Flaky tests and a missing report count as failures. */
export function playwrightOutcome(file: string): Outcome {
  if (!existsSync(file)) return failedOnce;
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  const specs = suites.flatMap(specsOf).map(({ file, title, tests }) => ({
    name: `${path.basename(file)} › ${title}`,
    results: tests.flatMap(({ results }) => results),
    failed: tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  }));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    times: specs.map(({ name, results }) => ({
      name,
      ms: results.reduce((all, { duration }) => all + duration, 0),
    })),
    failures: [
      ...specs
        .filter(({ failed }) => failed)
        .map(({ name, results }) => ({
          name,
          message: results
            .map(({ error }) => messageOf(error))
            .filter(Boolean)
            .join('\n'),
        })),
      ...errors.map((error) => ({ name: 'Playwright', message: messageOf(error) })),
    ],
  };
}

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const messageOf = (error: PlaywrightError = {}) => error.message ?? '';
