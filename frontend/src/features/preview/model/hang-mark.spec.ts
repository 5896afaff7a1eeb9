import { beforeEach, expect, jest, test } from '@jest/globals';
import { localStore } from '@/lib/browser-storage.ts';
import { isForeign, markForeign } from '@/lib/foreign-code.ts';
import { createHangMark } from './hang-mark.ts';

beforeEach(() => localStorage.clear());

test('what hung before the first save of its project is known to have hung after it', () => {
  const mark = createHangMark(localStore, 'draft');
  mark.hung();
  mark.moveTo('saved');
  expect(createHangMark(localStore, 'saved').reason()).toBe('hung');
  expect(createHangMark(localStore, 'draft').reason()).toBeNull();
});

test('what hangs after the first save marks the saved project alone', () => {
  const mark = createHangMark(localStore, 'draft');
  mark.moveTo('saved');
  expect(createHangMark(localStore, 'saved').reason()).toBeNull();
  mark.hung();
  expect(createHangMark(localStore, 'saved').reason()).toBe('hung');
  expect(createHangMark(localStore, 'draft').reason()).toBeNull();
});

test('code from another page still waits for Run once it is saved', () => {
  markForeign(localStore, 'draft');
  createHangMark(localStore, 'draft').moveTo('saved');
  expect(isForeign(localStore, 'saved')).toBe(true);
});

test('a window whose project goes takes no trial of another window along', () => {
  const other = createHangMark(localStore, 'shared');
  other.begin();
  createHangMark(localStore, 'shared').moveTo('removed');
  jest.useFakeTimers({ now: Date.now() + 60_000 });
  expect(createHangMark(localStore, 'removed').reason()).toBeNull();
  expect(createHangMark(localStore, 'shared').reason()).toBe('hung');
  jest.useRealTimers();
  other.leave();
});

test.each(['hung', 'foreign'])('a mark from before (%s) is known under both keys', (reason) => {
  if (reason === 'hung') createHangMark(localStore, 'shared').hung();
  else markForeign(localStore, 'shared');
  createHangMark(localStore, 'shared').moveTo('removed');
  for (const key of ['shared', 'removed']) expect(createHangMark(localStore, key).reason()).toBe(reason);
});
