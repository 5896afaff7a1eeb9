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
  expect(jestOutcome(file)).toEqual({ passed: 4, failed: 2, skipped: 2, retried: [] });
});

test('a browser test that passed at the second try has passed, and is named', () => {
  const spec = (title: string, status: string) => ({ title, file: 'menus.spec.ts', tests: [{ status }] });
  const suites = [
    {
      specs: [spec('opens', 'expected')],
      suites: [{ specs: [spec('closes', 'flaky'), spec('stays', 'skipped')] }],
    },
  ];
  const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 1 };
  expect(playwrightOutcome(report({ stats, errors: [], suites }))).toEqual({
    passed: 6,
    failed: 2,
    skipped: 1,
    retried: ['menus.spec.ts › closes'],
  });
});

test('a run that left no report has failed', () => {
  expect(jestOutcome(join(folder, 'none.json')).failed).toBe(1);
  expect(playwrightOutcome(join(folder, 'none.json')).failed).toBe(1);
});
