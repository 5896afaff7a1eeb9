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
    testResults: [
      {
        name: '/here/a.spec.ts',
        status: 'failed',
        message: 'all of it',
        assertionResults: [
          { title: 'one', status: 'failed', duration: 12, failureMessages: ['1 is not 2'] },
          { title: 'two', status: 'passed', failureMessages: [] },
        ],
      },
      { name: '/here/b.spec.ts', status: 'failed', message: 'Unexpected token', assertionResults: [] },
    ],
  });
  expect(jestOutcome(file)).toEqual({
    passed: 4,
    failed: 2,
    skipped: 2,
    times: [
      { name: 'a.spec.ts › one', ms: 12 },
      { name: 'a.spec.ts › two', ms: 0 },
    ],
    failures: [
      { name: 'a.spec.ts › one', message: '1 is not 2' },
      { name: 'b.spec.ts', message: 'Unexpected token' },
    ],
  });
});

test('a browser test that passed at the second try only has failed', () => {
  const spec = (title: string, status: string, results: unknown[]) => ({
    title,
    file: 'specs/menus.spec.ts',
    tests: [{ status, results }],
  });
  const opens = spec('opens', 'expected', [{ duration: 900 }]);
  const tries = [{ duration: 30, error: { message: 'it was open' } }, { duration: 10 }];
  const suites = [{ specs: [opens], suites: [{ specs: [spec('closes', 'flaky', tries)] }] }];
  const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 1 };
  expect(playwrightOutcome(report({ stats, errors: [{ message: 'no server' }], suites }))).toEqual({
    passed: 5,
    failed: 4,
    skipped: 1,
    times: [
      { name: 'menus.spec.ts › opens', ms: 900 },
      { name: 'menus.spec.ts › closes', ms: 40 },
    ],
    failures: [
      { name: 'menus.spec.ts › closes', message: 'it was open' },
      { name: 'Playwright', message: 'no server' },
    ],
  });
});

test('a run that left no report has failed', () => {
  expect(jestOutcome(join(folder, 'none.json')).failed).toBe(1);
  expect(playwrightOutcome(join(folder, 'none.json')).failed).toBe(1);
});
