import type { ConsoleEntry } from '@studio/contract/console';
import type { ConsoleRow } from './console-rows.ts';
import type { ConsoleFilter } from './console-view.ts';
import { countLevels, visibleRows } from './visible-rows.ts';

const everything: ConsoleFilter = { level: null, text: '' };
const row = (key: number, entry: Partial<ConsoleEntry>, role?: ConsoleRow['role']): ConsoleRow => ({
  key,
  count: 1,
  entry: { level: 'log', args: [`row ${key}`], timestamp: 0, ...entry },
  ...(role && { role }),
});
const rows = [
  row(0, { depth: 0, kind: 'group-collapsed' }),
  row(1, { depth: 1 }),
  row(2, { depth: 1, kind: 'group' }),
  row(3, { depth: 2, level: 'error' }),
  row(4, { depth: 0 }),
];
const shown = (filter = everything, toggled: number[] = [], all = rows) =>
  visibleRows(all, filter, new Set(toggled)).map(({ key }) => key);

test('a group hides what is in it while it is closed', () => {
  expect(shown()).toEqual([0, 4]);
  expect(shown(everything, [0])).toEqual([0, 1, 2, 3, 4]);
  expect(shown(everything, [0, 2])).toEqual([0, 1, 2, 4]);
});

test('what is in no group, such as an error or input, is shown and leaves a group closed', () => {
  const all = [
    row(0, { depth: 0, kind: 'group-collapsed' }),
    row(1, { level: 'error' }),
    row(2, { depth: 1 }),
    row(3, { kind: 'input' }),
    row(4, { depth: 1 }),
    row(5, { depth: 0 }),
  ];
  expect(shown(everything, [], all)).toEqual([0, 1, 3, 5]);
});

test('one level and a text choose among the rest', () => {
  expect(shown({ ...everything, level: 'error' }, [0])).toEqual([3]);
  expect(shown({ ...everything, text: ' ROW 4 ' }, [0])).toEqual([4]);
});

test('a run is a group under its heading, which shows where any of it does', () => {
  const runs = [
    row(0, { depth: 0, kind: 'group-collapsed' }),
    row(1, { args: ['Run 2'] }, 'run'),
    row(2, { depth: 1 }),
    row(3, { level: 'error' }),
    row(4, { args: ['Run 3'] }, 'run'),
    row(5, {}),
  ];
  expect(shown(everything, [], runs)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(shown(everything, [1], runs)).toEqual([0, 1, 4, 5]);
  expect(shown({ ...everything, level: 'error' }, [], runs)).toEqual([1, 3]);
  expect(shown({ ...everything, text: 'run 3' }, [], runs)).toEqual([]);
  expect(countLevels(runs)).toEqual({ log: 3, info: 0, warn: 0, error: 1 });
});
