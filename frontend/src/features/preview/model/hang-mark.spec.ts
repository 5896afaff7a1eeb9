import { beforeEach, expect, test } from '@jest/globals';
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
