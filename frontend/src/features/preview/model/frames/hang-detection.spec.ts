import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { detectHangs, type HangDetection } from './hang-detection.ts';
import { addFrame, type RunnerFrame } from './runner-frame.ts';

const listeners = { onSilent: jest.fn(), onResponded: jest.fn(), onHung: jest.fn() };
const [onCrashed, onLeft] = [jest.fn(), jest.fn()];
let frame: RunnerFrame;
let hangs: HangDetection;

beforeEach(() => {
  jest.useFakeTimers();
  const container = document.body;
  frame = { ...addFrame(container, 'http://project.localhost:3001'), renderId: 1 };
  hangs = detectHangs({ container, runningFrame: () => frame, onCrashed, onLeft, ...listeners });
});
afterEach(() => {
  hangs.destroy();
  document.body.innerHTML = '';
  jest.useRealTimers();
  jest.clearAllMocks();
});

/** The page does not answer, but another frame of its origin does. */
function loseThePage(): void {
  jest.advanceTimersByTime(1_500);
  expect(hangs.probe).not.toBeNull();
  hangs.onProbeReady();
  jest.advanceTimersByTime(1_000);
}

it('takes a silent page whose origin has a new process for one that has crashed', () => {
  loseThePage();
  expect([onCrashed.mock.calls.length, onLeft.mock.calls.length]).toEqual([1, 0]);
});

it('takes it for one that has left, where it had said so, however long ago', () => {
  frame.leftAt = performance.now();
  for (let second = 0; second < 10; second += 1) {
    jest.advanceTimersByTime(1_000);
    hangs.onPong(frame);
  }
  loseThePage();
  expect([onCrashed.mock.calls.length, onLeft.mock.calls.length]).toEqual([0, 1]);
});

it('takes a page that had left and stayed, and is only busy, for neither', () => {
  frame.leftAt = performance.now();
  jest.advanceTimersByTime(1_500);
  hangs.onProbeReady();
  hangs.onPong(frame);
  jest.advanceTimersByTime(1_000);
  expect([onCrashed.mock.calls.length, onLeft.mock.calls.length]).toEqual([0, 0]);
});

it('asks nothing of a page while this tab is hidden, and the browser slows its timers down', () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  jest.advanceTimersByTime(60_000);
  expect(listeners.onSilent).not.toHaveBeenCalled();
  visibility.mockRestore();
  jest.advanceTimersByTime(1_500);
  expect(listeners.onSilent).toHaveBeenCalled();
});

it('does not count the time for which this page itself was blocked', () => {
  jest.advanceTimersByTime(250);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
  jest.advanceTimersByTime(250);
  clock.mockRestore();
  expect(listeners.onSilent).not.toHaveBeenCalled();
});

it('tells the page at once when somebody goes to a text field of the studio', () => {
  const field = document.body.appendChild(document.createElement('textarea'));
  const told = jest.spyOn(frame.element.contentWindow ?? window, 'postMessage').mockReturnValue();
  field.focus();
  expect(told.mock.lastCall?.[0]).toMatchObject({ type: 'studio:ping', mayFocus: false });
});
