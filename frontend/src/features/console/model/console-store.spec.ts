import type { ConsoleLevel } from '@studio/contract/console';
import { createConsoleStore, kept } from './console-store';

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

test('few entries that hold much are let go before they fill the memory', () => {
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
