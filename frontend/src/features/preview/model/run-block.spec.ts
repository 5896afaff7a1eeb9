import { beforeEach, expect, jest, test } from '@jest/globals';
import { localStore } from '@/lib/browser-storage.ts';
import { isForeign, markForeign } from '@/lib/foreign-code.ts';
import { createRunBlock } from './run-block.ts';

beforeEach(() => localStorage.clear());

test('what hung before the first save of its project is known to have hung after it', () => {
  const mark = createRunBlock(localStore, 'draft');
  mark.hung();
  mark.moveTo('saved');
  expect(createRunBlock(localStore, 'saved').reason()).toBe('hung');
  expect(createRunBlock(localStore, 'draft').reason()).toBeNull();
});

test('what hangs after the first save marks the saved project alone', () => {
  const mark = createRunBlock(localStore, 'draft');
  mark.moveTo('saved');
  expect(createRunBlock(localStore, 'saved').reason()).toBeNull();
  mark.hung();
  expect(createRunBlock(localStore, 'saved').reason()).toBe('hung');
  expect(createRunBlock(localStore, 'draft').reason()).toBeNull();
});

test('code from another page still waits for Run once it is saved', () => {
  markForeign(localStore, 'draft');
  createRunBlock(localStore, 'draft').moveTo('saved');
  expect(isForeign(localStore, 'saved')).toBe(true);
});

test('a window whose project goes takes no trial of another window along', () => {
  const other = createRunBlock(localStore, 'shared');
  other.begin();
  createRunBlock(localStore, 'shared').moveTo('removed');
  jest.useFakeTimers({ now: Date.now() + 60_000 });
  expect(createRunBlock(localStore, 'removed').reason()).toBeNull();
  expect(createRunBlock(localStore, 'shared').reason()).toBe('hung');
  jest.useRealTimers();
  other.leave();
});

test.each(['hung', 'foreign'])('a mark from before (%s) is known under both keys', (reason) => {
  if (reason === 'hung') createRunBlock(localStore, 'shared').hung();
  else markForeign(localStore, 'shared');
  createRunBlock(localStore, 'shared').moveTo('removed');
  for (const key of ['shared', 'removed']) expect(createRunBlock(localStore, key).reason()).toBe(reason);
});
