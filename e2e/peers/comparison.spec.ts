import { expect, test } from '@jest/globals';
import { type ComparedRow, comparisonTable, isMet, lessWaits } from './comparison.ts';
import { peersDocument } from './peers-document.ts';

const row = (measured: ComparedRow['measured']): ComparedRow => ({ what: 'First run', unit: 'ms', measured });

test('a playground is ahead when its median is below that of the best of the others', () => {
  expect(isMet(row({ Ours: [10, 12, 900], Fast: [13, 13, 13], Slow: [50] }))).toBe(true);
  expect(isMet(row({ Ours: [13], Fast: [13], Slow: [50] }))).toBe(false);
  expect(isMet(row({ Ours: [10], Fast: [9], Slow: [50] }))).toBe(false);
});

test('it is ahead of what lacks the thing, and of what mostly never gets there', () => {
  const never = { lacks: 'no console' };
  expect(isMet(row({ Ours: [10], Fast: never, Slow: [null, null, 5] }))).toBe(true);
  expect(isMet(row({ Ours: [null, null, 10], Fast: [20], Slow: never }))).toBe(false);
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

test('a playground that is not ahead where it need not be misses nothing, and the table says so', () => {
  const behind = row({ Ours: [13], Fast: [12] });
  expect(isMet({ ...behind, hasNoGoal: true })).toBe(true);
  expect(comparisonTable([{ ...behind, hasNoGoal: true }])).toMatch(/\| no, which is no goal \|$/);
});

test('each playground is measured less its own wait, which takes nothing from what never came', () => {
  const withWaits = row({ Ours: [190, null], Fast: [60], Slow: { lacks: 'no editor' } });
  const less = lessWaits(withWaits, 'Key, less its own wait', { Ours: 150, Fast: 0 });
  expect(less).toEqual({
    what: 'Key, less its own wait',
    unit: 'ms',
    measured: { Ours: [40, null], Fast: [60], Slow: { lacks: 'no editor' } },
  });
});

test('the report names the code that was measured', () => {
  const rows = [row({ Ours: [10], Fast: [9] })];
  const reportOf = (state: string) => peersDocument(rows, { state, loadBefore: 0.1, browser: '156.0' });
  expect(reportOf('417bbfe7a0b1')).toMatch(/^- Day: [\d-]{10}, commit 417bbfe7a0b1$/m);
  expect(reportOf('417bbfe7a0b1-0123456789ab')).toMatch(/, commit 417bbfe7a0b1 with changes$/m);
});
