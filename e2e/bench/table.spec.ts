import { p95Row, type Row, ratioRow } from './row.ts';
import { combineRuns, toTable, toTableOfChanges } from './table.ts';

const samples = (value: number, count = 9) => Array.from({ length: count }, () => value);
const preview = (own: number, count?: number): Row =>
  ratioRow(
    'Preview',
    [
      { of: 'studio', samples: samples(own, count) },
      { of: 'bare page', samples: samples(100, count) },
    ],
    { atMost: 0.5 },
  );
const cells = (table: string, line = 2) => table.split('\n')[line]?.split(' | ').slice(1);

test('a row gives the median of its runs, their spread, and of how many samples each figure is', () => {
  const table = toTable(combineRuns([[preview(30)], [preview(45)], [preview(40)]]));
  expect(cells(table)).toEqual([
    'ratio of the medians of 9',
    '3',
    '**0.40** (0.30–0.45)',
    'studio: 40 ms; bare page: 100 ms',
    '≤ 0.5',
    'yes |',
  ]);
});

test('a row is missed when the median of the runs is', () => {
  const rows = combineRuns([[preview(40)], [preview(60)], [preview(70)]]);
  expect(rows.map((row) => row.isMet)).toEqual([false]);
  expect(cells(toTable(rows))?.at(-1)).toBe('**no** |');
});

test('a goal may be a least value', () => {
  const throughput = { ...preview(40), goal: { atLeast: 0.5 } };
  expect(combineRuns([[throughput]]).map((row) => row.isMet)).toEqual([false]);
});

test('a run that was killed counts with the rows that it has', () => {
  const rest = { ...preview(40), what: 'Embed' };
  const rows = combineRuns([[preview(30), rest], [preview(40)]]);
  expect(rows.map(({ what, runs }) => `${what}: ${runs}`)).toEqual(['Preview: 2', 'Embed: 1']);
});

test('p95 is shown of twenty samples, and of fewer there is none', () => {
  expect(toTable(combineRuns([[preview(40, 20)]]))).toContain('studio: 40 / 40 ms');
  expect(toTable(combineRuns([[preview(40, 19)]]))).toContain('studio: 40 ms');
  expect(() => p95Row('Echo', { of: 'key', samples: samples(40, 19) }, { atMost: 100 })).toThrow('no p95');
});

test('a changed reference is listed with what was measured against either', () => {
  const changed = { ...preview(40), formerly: { reference: 'an empty page', measured: '0.2' } };
  const table = toTableOfChanges(combineRuns([[changed, { ...preview(1), what: 'Embed' }]]));
  expect(table.split('\n')).toHaveLength(3);
  expect(cells(table)).toEqual(['an empty page', '0.2', '0.40', '≤ 0.5', 'yes |']);
});
