import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { guardNavigation, type NavigationGuard } from './navigation-guard.ts';
import { addFrame, type RunnerFrame } from './runner-frame.ts';

const onEscape = jest.fn();
const onEndless = jest.fn();
let frame: RunnerFrame;
let guard: NavigationGuard;

beforeEach(() => {
  jest.useFakeTimers();
  frame = addFrame(document.body, 'http://project.localhost:3001');
  guard = guardNavigation({ isInUse: () => true, onEscape, onEndless });
});
afterEach(() => {
  frame.element.remove();
  jest.useRealTimers();
  jest.clearAllMocks();
});

/** Its page seems to leave, as by a link to a mail address, and responds on. */
function stays(): void {
  guard.onLeft(frame);
  jest.advanceTimersByTime(500);
  frame.respondedAt = performance.now();
  jest.advanceTimersByTime(500);
}

test('a page that has stayed is still noticed when it leaves later', () => {
  stays();
  expect(onEscape).not.toHaveBeenCalled();
  guard.onLeft(frame);
  jest.advanceTimersByTime(1_000);
  expect(onEscape).toHaveBeenCalledTimes(1);
});

test('a page that leaves right after it has stayed is noticed as well', () => {
  guard.onLeft(frame);
  jest.advanceTimersByTime(500);
  frame.respondedAt = performance.now();
  jest.advanceTimersByTime(400);
  guard.onLeft(frame);
  jest.advanceTimersByTime(1_000);
  expect(onEscape).toHaveBeenCalledTimes(1);
});

test('a page that is gone every few seconds, as one that crashes, is stopped', () => {
  for (let run = 0; run < 3; run += 1) {
    stays();
    jest.advanceTimersByTime(4_000);
    guard.onGone();
  }
  expect(onEscape).toHaveBeenCalledTimes(3);
  expect(onEndless).not.toHaveBeenCalled();
  guard.onGone();
  expect(onEscape).toHaveBeenCalledTimes(3);
  expect(onEndless).toHaveBeenCalledTimes(1);
});
