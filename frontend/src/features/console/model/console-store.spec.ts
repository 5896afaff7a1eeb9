import type { ConsoleLevel } from '@studio/contract/console';
import type { Problem } from '@studio/engine/problem';
import { kept } from './console-rows.ts';
import { createConsoleStore } from './console-store.ts';

function openConsole() {
  let flushes: (() => void)[] = [];
  const pauses: number[] = [];
  const store = createConsoleStore((flush, pause) => {
    flushes.push(flush);
    pauses.push(pause);
  });
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  return {
    state: store.getState,
    changes: () => changes,
    framesAsked: () => flushes.length,
    pauses,
    /** The first arguments of the entries in the list. */
    texts: () => store.getState().rows.map(({ entry }) => entry.args[0]),
    print(count: number, level: ConsoleLevel = 'log') {
      for (let at = 0; at < count; at += 1) {
        store.getState().append({ level, args: [`line ${at}`], timestamp: at });
      }
    },
    frame() {
      const due = flushes;
      flushes = [];
      for (const flush of due) flush();
    },
  };
}

test('everything of one frame is shown at once', () => {
  const { print, frame, framesAsked, state, changes } = openConsole();
  print(500);
  expect(framesAsked()).toBe(1);
  expect(changes()).toBe(0);
  frame();
  expect(changes()).toBe(1);
  expect(state().rows.map(({ entry }) => entry.args[0])).toEqual(
    Array.from({ length: 500 }, (_, at) => `line ${at}`),
  );
});

test('what nobody can read as it passes is drawn ten times a second, and few lines with the next frame', () => {
  const { print, frame, pauses, state } = openConsole();
  print(3);
  frame();
  print(500);
  frame();
  print(500);
  expect(pauses).toEqual([0, 0, 100]);
  frame();
  frame();
  print(1);
  expect(pauses).toEqual([0, 0, 100, 100, 0]);
  frame();
  expect(state().rows).toHaveLength(1_004);
});

test('the newest 5,000 are kept and the rest is counted', () => {
  const { print, frame, state } = openConsole();
  print(10_000);
  frame();
  print(3);
  frame();
  expect(state().rows).toHaveLength(kept.rows);
  expect(state().rows.at(-1)?.entry.args).toEqual(['line 2']);
  expect(state().dropped).toBe(5_003);
});

test('rows keep their keys and no key comes twice', () => {
  const { print, frame, state } = openConsole();
  print(2);
  frame();
  const [, second] = state().rows;
  print(5_999);
  frame();
  const keys = state().rows.map((row) => row.key);
  expect(new Set(keys).size).toBe(kept.rows);
  expect(second?.key).toBe(1);
  expect(keys.at(-1)).toBe(6_000);
});

test('errors are counted until somebody looks', () => {
  const { print, frame, state } = openConsole();
  print(2, 'error');
  print(5, 'warn');
  frame();
  expect(state().unreadErrors).toBe(2);
  state().markRead();
  expect(state().unreadErrors).toBe(0);
});

test('clearing empties the list and what was about to come', () => {
  const { print, frame, state } = openConsole();
  print(1_500, 'error');
  frame();
  print(1);
  state().clear();
  frame();
  expect(state()).toMatchObject({ rows: [], dropped: 0, unreadErrors: 0 });
  print(1);
  frame();
  expect(state().rows).toHaveLength(1);
});

test('equal entries in a row become one, with their number and the newest time', () => {
  const { print, frame, state } = openConsole();
  const { append } = state();
  const object = () => [{ kind: 'plain' as const, name: '', entries: [{ key: 'a', value: 1 }] }];
  const value = { type: 'ref' as const, at: 0 };
  append({ level: 'log', args: [value], objects: object(), timestamp: 1 });
  frame();
  append({ level: 'log', args: [value], objects: object(), timestamp: 2 });
  append({ level: 'log', args: [value], objects: object(), timestamp: 3 });
  append({ level: 'warn', args: [value], objects: object(), timestamp: 4 });
  print(1);
  print(1);
  frame();
  expect(state().rows.map(({ count, entry }) => [count, entry.level, entry.timestamp])).toEqual([
    [3, 'log', 3],
    [1, 'warn', 4],
    [2, 'log', 0],
  ]);
});

test('large entries are dropped before they fill the memory, even if they are few', () => {
  const { frame, state } = openConsole();
  for (let at = 0; at < 30; at += 1) {
    state().append({ level: 'log', args: [`${at}${'x'.repeat(1_000_000)}`], timestamp: at });
  }
  frame();
  expect(state().rows).toHaveLength(19);
  expect(state().dropped).toBe(11);
});

test('the page may clear the list itself', () => {
  const { print, frame, state } = openConsole();
  print(3);
  frame();
  print(1);
  state().append({ level: 'log', kind: 'clear', args: [], timestamp: 9 });
  print(1);
  frame();
  expect(state().rows.map(({ entry }) => entry.kind ?? 'log')).toEqual(['clear', 'log']);
});

test('what the page clears is its own: problems of the sources stay until they are fixed', () => {
  const { print, frame, state, texts } = openConsole();
  const unseen = { ...broken('unseen'), severity: 'warning' } as const;
  state().showProblems([unseen]);
  print(1);
  frame();
  state().append({ level: 'log', kind: 'clear', args: [], timestamp: 9 });
  frame();
  expect(texts()).toEqual(['unseen', undefined]);
  state().showProblems([]);
  frame();
  expect(texts()).toEqual([undefined]);
});

const broken = (message: string, line = 1): Problem => ({
  language: 'js',
  severity: 'error',
  message,
  line,
  column: 1,
});

test('a new run takes the place of the one before, as soon as it prints or after a moment', () => {
  const { print, frame, state, texts, pauses } = openConsole();
  state().beginRun();
  print(2, 'error');
  frame();
  expect(state().unreadErrors).toBe(2);
  state().beginRun();
  expect(texts()).toEqual(['line 0', 'line 1']);
  print(1, 'error');
  frame();
  expect(texts()).toEqual(['line 0']);
  expect(state().unreadErrors).toBe(1);
  state().beginRun();
  expect(pauses.at(-1)).toBeGreaterThan(0);
  frame();
  expect(state()).toMatchObject({ rows: [], unreadErrors: 0 });
});

test('what comes before the first run, and between two, belongs to the next', () => {
  const { print, frame, state, texts } = openConsole();
  state().beginRun();
  print(1, 'warn');
  state().beginRun();
  print(2);
  frame();
  expect(texts()).toEqual(['line 0', 'line 1']);
});

test('a preserved log has a heading for each run that prints, and the count is that of the last', () => {
  const { print, frame, state, texts } = openConsole();
  state().preserveLog(true);
  state().beginRun();
  print(2, 'error');
  state().beginRun();
  state().beginRun();
  print(1, 'error');
  frame();
  expect(texts()).toEqual(['Run 1', 'line 0', 'line 1', 'Run 3', 'line 0']);
  expect(state().unreadErrors).toBe(1);
  state().append({ level: 'log', kind: 'clear', args: [], timestamp: 0 });
  frame();
  expect(texts().at(-1)).toContain('ignored');
  expect(texts()).toHaveLength(6);
  state().reset();
  print(1);
  state().beginRun();
  print(1);
  frame();
  expect(texts()).toEqual(['line 0', 'Run 1', 'line 0']);
});

test('a problem stays through runs until it is mended, and its link follows the text', () => {
  const { print, frame, state, texts } = openConsole();
  const show = (...problems: Problem[]) => state().showProblems(problems);
  show(broken('a'), broken('a'), broken('b'));
  frame();
  expect(texts()).toEqual(['a', 'a', 'b']);
  expect(state().unreadErrors).toBe(3);
  show(broken('b', 5), broken('a'));
  expect(texts()).toEqual(['a', 'b']);
  expect(state().rows.at(-1)?.entry.stack).toBe('    at script.js:5:1');
  expect(state().unreadErrors).toBe(2);
  state().markRead();
  state().beginRun();
  print(1);
  frame();
  expect(texts()).toEqual(['a', 'b', 'line 0']);
  expect(state().unreadErrors).toBe(0);
  show();
  expect(texts()).toEqual(['line 0']);
});

test('a script that no longer compiles takes away what the code before it printed', () => {
  const { print, frame, state, texts } = openConsole();
  const show = (...problems: Problem[]) => state().showProblems(problems);
  state().beginRun();
  print(1, 'error');
  frame();
  show({ ...broken('in the styles'), language: 'css' });
  frame();
  expect(texts()).toEqual(['line 0', 'in the styles']);
  show(broken('a'));
  frame();
  expect(texts()).toEqual(['a']);
  expect(state().unreadErrors).toBe(1);
  print(1);
  show(broken('b'));
  frame();
  expect(texts()).toEqual(['line 0', 'b']);
});

test('a preserved log keeps problems that are mended', () => {
  const { frame, state, texts } = openConsole();
  state().preserveLog(true);
  state().showProblems([broken('a')]);
  frame();
  state().showProblems([]);
  state().beginRun();
  frame();
  expect(texts()).toEqual(['Run 1', 'a']);
  expect(state().unreadErrors).toBe(0);
});

test('runs without end that print without end are as bounded as one', () => {
  const { print, frame, state } = openConsole();
  state().preserveLog(true);
  for (let run = 0; run < 30; run += 1) {
    state().beginRun();
    print(1_000);
    if (run % 7 === 0) frame();
  }
  frame();
  expect(state().rows).toHaveLength(kept.rows);
  expect(state().dropped).toBe(30 * 1_001 - kept.rows);
});

test('what the page throws for an import that cannot work is not shown beside that problem', () => {
  const { frame, state, texts } = openConsole();
  const problem = 'There is no package "confeti"';
  state().showProblems([broken(problem), { ...broken('may be missing'), severity: 'warning' }]);
  const others = ['JavaScript Error: Uncaught Error: of the page', `Error: ${problem}`];
  for (const text of [
    `JavaScript Error: Uncaught Error: ${problem}`,
    `JavaScript Error: Uncaught (in promise) Error: ${problem}`,
    ...others,
  ])
    state().append({ level: 'error', args: [text], timestamp: 0 });
  frame();
  expect(texts()).toEqual([problem, 'may be missing', ...others]);
  expect(state().unreadErrors).toBe(1 + others.length);
});

/** What the page prints where an import throws the text of a problem. */
const thrown = (message: string) => ({
  level: 'error' as const,
  args: [`JavaScript Error: Uncaught (in promise) Error: ${message}`],
  timestamp: 0,
});

test('a warning of an import becomes an error of the run in which the page throws it', () => {
  const { frame, state, texts } = openConsole();
  const levels = () => state().rows.map(({ entry }) => entry.level);
  state().showProblems([{ ...broken('may be missing'), severity: 'warning' }]);
  frame();
  expect([levels(), state().unreadErrors]).toEqual([['warn'], 0]);
  state().append(thrown('may be missing'));
  state().append(thrown('may be missing'));
  frame();
  expect(texts()).toEqual(['may be missing']);
  expect([levels(), state().unreadErrors]).toEqual([['error'], 1]);
  state().beginRun();
  frame();
  expect([levels(), state().unreadErrors]).toEqual([['warn'], 0]);
});

test('an import that fails is shown again after the list was cleared', () => {
  const { frame, state, texts } = openConsole();
  state().showProblems([broken('no such package')]);
  frame();
  state().clear();
  state().append(thrown('no such package'));
  frame();
  expect(texts()).toEqual(thrown('no such package').args);
  expect(state().unreadErrors).toBe(1);
});

test('in a preserved log, an import that fails is shown in each run', () => {
  const { frame, state, texts } = openConsole();
  const error = thrown('no such package');
  state().preserveLog(true);
  state().beginRun();
  state().showProblems([broken('no such package')]);
  state().append(error);
  frame();
  expect(texts()).toEqual(['Run 2', 'no such package']);
  state().beginRun();
  state().showProblems([broken('no such package')]);
  state().append(error);
  frame();
  expect(texts()).toEqual(['Run 2', 'no such package', 'Run 3', ...error.args]);
});
