import { beforeEach, expect, jest, test } from '@jest/globals';
import { localStore } from '@/lib/browser-storage.ts';
import { isForeign, markForeign } from '@/lib/foreign-code.ts';
import { createRunGuard } from './run-guard.ts';

beforeEach(() => localStorage.clear());

test('what hung before the first save of its project is known to have hung after it', () => {
  const mark = createRunGuard(localStore, 'draft');
  mark.hung();
  mark.moveTo('saved');
  expect(createRunGuard(localStore, 'saved').reason()).toBe('hung');
  expect(createRunGuard(localStore, 'draft').reason()).toBeNull();
});

test('what hangs after the first save marks the saved project alone', () => {
  const mark = createRunGuard(localStore, 'draft');
  mark.moveTo('saved');
  expect(createRunGuard(localStore, 'saved').reason()).toBeNull();
  mark.hung();
  expect(createRunGuard(localStore, 'saved').reason()).toBe('hung');
  expect(createRunGuard(localStore, 'draft').reason()).toBeNull();
});

test('code from another page still waits for Run once it is saved', () => {
  markForeign(localStore, 'draft');
  createRunGuard(localStore, 'draft').moveTo('saved');
  expect(isForeign(localStore, 'saved')).toBe(true);
});

test('a window whose project goes takes no trial of another window along', () => {
  const other = createRunGuard(localStore, 'shared');
  other.begin();
  createRunGuard(localStore, 'shared').moveTo('removed');
  jest.useFakeTimers({ now: Date.now() + 60_000 });
  expect(createRunGuard(localStore, 'removed').reason()).toBeNull();
  expect(createRunGuard(localStore, 'shared').reason()).toBe('hung');
  jest.useRealTimers();
  other.leave();
});

test.each(['hung', 'foreign'])('a mark from before (%s) is known under both keys', (reason) => {
  if (reason === 'hung') createRunGuard(localStore, 'shared').hung();
  else markForeign(localStore, 'shared');
  createRunGuard(localStore, 'shared').moveTo('removed');
  for (const key of ['shared', 'removed']) expect(createRunGuard(localStore, key).reason()).toBe(reason);
});
