import type { ConsoleEntry } from '@studio/contract/console';
import type { ConsoleRow } from './console-store';
import { entriesOfNewProblems } from './problem-entries';
import { visibleRows } from './visible-rows';

const everything = { hidden: new Set<ConsoleEntry['level']>(), text: '' };
const row = (key: number, entry: Partial<ConsoleEntry>): ConsoleRow => ({
  key,
  count: 1,
  entry: { level: 'log', args: [`row ${key}`], timestamp: 0, ...entry },
});
const rows = [
  row(0, { kind: 'group-collapsed' }),
  row(1, { depth: 1 }),
  row(2, { depth: 1, kind: 'group' }),
  row(3, { depth: 2, level: 'error' }),
  row(4, {}),
];
const shown = (filter = everything, toggled: number[] = []) =>
  visibleRows(rows, filter, new Set(toggled)).map(({ key }) => key);

test('a group hides what is in it while it is closed', () => {
  expect(shown()).toEqual([0, 4]);
  expect(shown(everything, [0])).toEqual([0, 1, 2, 3, 4]);
  expect(shown(everything, [0, 2])).toEqual([0, 1, 2, 4]);
});

test('levels and a text choose among the rest', () => {
  expect(shown({ ...everything, hidden: new Set(['log']) }, [0])).toEqual([3]);
  expect(shown({ ...everything, text: ' ROW 4 ' }, [0])).toEqual([4]);
});

test('a problem of the code is told once while it stays, wherever it moves', () => {
  const problem = {
    language: 'js',
    severity: 'error',
    message: 'Unexpected token',
    line: 3,
    column: 1,
  } as const;
  const moved = { ...problem, line: 4 };
  const other = { ...problem, severity: 'warning', message: 'Odd' } as const;
  expect(entriesOfNewProblems([], [problem], 5)).toEqual([
    { level: 'error', args: ['Unexpected token'], stack: '    at script.js:3:1', timestamp: 5 },
  ]);
  expect(entriesOfNewProblems([problem], [moved, other], 6).map(({ level }) => level)).toEqual(['warn']);
});
