import { nothing, slowestLines, sum, summaryLine } from './outcome.ts';

test('the last line adds up all steps', () => {
  const steps = [
    { passed: 12, failed: 0, skipped: 1, times: [] },
    { passed: 3, failed: 2, skipped: 0, times: [] },
  ];
  expect(summaryLine(sum(steps))).toBe('15 passed, 2 failed, 1 skipped');
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
