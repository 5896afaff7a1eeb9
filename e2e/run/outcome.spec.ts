import { retriedLines, sum, summaryLine } from './outcome.ts';

test('the last line adds up all steps', () => {
  const steps = [
    { passed: 12, failed: 0, skipped: 1, retried: [] },
    { passed: 3, failed: 2, skipped: 0, retried: [] },
  ];
  expect(summaryLine(sum(steps))).toBe('15 passed, 2 failed, 1 skipped');
});

test('a run of nothing is a line too', () => {
  expect(summaryLine(sum([]))).toBe('0 passed, 0 failed, 0 skipped');
});

test('who passed only at the second try is counted and named, whatever step it was in', () => {
  const steps = [
    { passed: 2, failed: 0, skipped: 0, retried: ['a.spec.ts › one'] },
    { passed: 1, failed: 0, skipped: 0, retried: ['b.spec.ts › two'] },
  ];
  expect(retriedLines(sum(steps))).toEqual([
    '2 passed only at the second try:',
    '  a.spec.ts › one',
    '  b.spec.ts › two',
  ]);
  expect(retriedLines(sum([]))).toEqual([]);
});
