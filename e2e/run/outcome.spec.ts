import { sum, summaryLine } from './outcome.ts';

test('the last line adds up all steps', () => {
  const steps = [
    { passed: 12, failed: 0, skipped: 1 },
    { passed: 3, failed: 2, skipped: 0 },
  ];
  expect(summaryLine(sum(steps))).toBe('15 passed, 2 failed, 1 skipped');
});

test('a run of nothing is a line too', () => {
  expect(summaryLine(sum([]))).toBe('0 passed, 0 failed, 0 skipped');
});
