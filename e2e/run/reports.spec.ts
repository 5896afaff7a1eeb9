import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jestOutcome, playwrightOutcome } from './reports.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('a file that broke before its first test counts as a failure', () => {
  const file = report({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 1,
  });
  expect(jestOutcome(file)).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test('a browser test that passed only at the second try counts as a failure', () => {
  const file = report({ stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 }, errors: [] });
  expect(playwrightOutcome(file)).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

test('a run that left no report has failed', () => {
  expect(jestOutcome(join(folder, 'none.json')).failed).toBe(1);
  expect(playwrightOutcome(join(folder, 'none.json')).failed).toBe(1);
});
