import { failureLines, nothing, outcomeOf, slowestLines, sum, summaryLine } from './outcome.ts';

test('the last line adds up all steps', () => {
  const steps = [
    { ...nothing, passed: 12, skipped: 1 },
    { ...nothing, passed: 3, failed: 2 },
  ];
  expect(summaryLine(sum(steps))).toBe('15 passed, 2 failed, 1 skipped');
});

test('a step that throws has failed, and the others go on', async () => {
  const broken = await outcomeOf('API', () => Promise.reject(new Error('PostgreSQL is not installed')));
  const passed = await outcomeOf('Browser', async () => ({ ...nothing, passed: 2 }));
  expect(summaryLine(sum([broken, passed]))).toBe('2 passed, 1 failed, 0 skipped');
  expect(failureLines(broken)).toEqual(['FAILED API', '    Error: PostgreSQL is not installed']);
});

test('a run of nothing is a line too', () => {
  expect(summaryLine(sum([]))).toBe('0 passed, 0 failed, 0 skipped');
});

test('the slowest tests are named, the slowest first, whatever step they were in', () => {
  const steps = [
    { ...nothing, times: [{ name: 'a.spec.ts › one', ms: 1_200 }] },
    { ...nothing, times: [{ name: 'b.spec.ts › two', ms: 61_000 }] },
  ];
  expect(slowestLines(sum(steps))).toEqual([
    'The 2 slowest tests:',
    '   61.0 s  b.spec.ts › two',
    '    1.2 s  a.spec.ts › one',
  ]);
  expect(slowestLines(sum(steps), 1)).toHaveLength(2);
  expect(slowestLines(nothing)).toEqual([]);
});

test('what failed is named with its message, without colours and the rest of a long stack', () => {
  const stack = Array.from({ length: 30 }, (_, line) => `at line ${line}`).join('\n');
  const failures = [{ name: 'a.spec.ts › one', message: `\u001b[31mError: 1 is not 2\u001b[39m\n${stack}` }];
  const lines = failureLines(sum([nothing, { ...nothing, failed: 1, failures }]));
  expect(lines.slice(0, 3)).toEqual(['FAILED a.spec.ts › one', '    Error: 1 is not 2', '    at line 0']);
  expect(lines).toHaveLength(11);
});
