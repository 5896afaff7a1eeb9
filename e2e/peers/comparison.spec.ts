import { expect, test } from '@jest/globals';
import { type ComparedRow, comparisonTable, isAhead } from './comparison.ts';
import { peersDocument } from './peers-document.ts';

const row = (measured: ComparedRow['measured']): ComparedRow => ({ what: 'First run', unit: 'ms', measured });

test('a playground is ahead when its median is below that of the best of the others', () => {
  expect(isAhead(row({ Ours: [10, 12, 900], Fast: [13, 13, 13], Slow: [50] }))).toBe(true);
  expect(isAhead(row({ Ours: [13], Fast: [13], Slow: [50] }))).toBe(false);
  expect(isAhead(row({ Ours: [10], Fast: [9], Slow: [50] }))).toBe(false);
});

test('it is ahead of what lacks the thing, and of what mostly never gets there', () => {
  const never = { lacks: 'no console' };
  expect(isAhead(row({ Ours: [10], Fast: never, Slow: [null, null, 5] }))).toBe(true);
  expect(isAhead(row({ Ours: [null, null, 10], Fast: [20], Slow: never }))).toBe(false);
});

test('a table says the median and how many samples there are, how many of them never got there, a p95 of twenty and more, and what is missing', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
  const table = comparisonTable([
    row({ Ours: twenty, Fast: [21, 21], Slow: [null, null, 1] }),
    row({ Ours: [5, null, 5], Fast: [21], Slow: [4] }),
    { what: 'Lines', unit: 'ms', measured: { Ours: [5], Fast: { lacks: 'no console' }, Slow: [4] } },
    { what: 'Hang', unit: 'ms', measured: { Ours: [5], Fast: { lacks: 'no console' }, Slow: [null] } },
    { what: 'Crash', unit: 'ms', measured: { Ours: [null], Fast: [null], Slow: [null] } },
  ]);
  expect(table).toBe(
    [
      '| What | Ours | Fast | Slow | Against the best of the others | Ahead |',
      '| --- | --- | --- | --- | --- | --- |',
      '| First run, ms | 11 / 19 (n 20) | 21 (n 2) | never (n 3, 2 never) | **0.50** | yes |',
      '| First run, ms | 5 (n 3, 1 never) | 21 (n 1) | 4 (n 1) | **1.25** | **no** |',
      '| Lines, ms | 5 (n 1) | no console | 4 (n 1) | **1.25** | **no** |',
      '| Hang, ms | 5 (n 1) | no console | never (n 1, 1 never) | none of them can | yes |',
      '| Crash, ms | never (n 1, 1 never) | never (n 1, 1 never) | never (n 1, 1 never) | nobody can | **no** |',
    ].join('\n'),
  );
});

test('the report names the code that was measured', () => {
  const rows = [row({ Ours: [10], Fast: [9] })];
  const reportOf = (state: string) => peersDocument(rows, { state, loadBefore: 0.1, browser: '156.0' });
  expect(reportOf('417bbfe7a0b1')).toMatch(/^- Day: [\d-]{10}, commit 417bbfe7a0b1$/m);
  expect(reportOf('417bbfe7a0b1-0123456789ab')).toMatch(/, commit 417bbfe7a0b1 with changes$/m);
});
