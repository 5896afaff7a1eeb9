import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createFloodGauge } from './flood-gauge.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Whether `lines` lines at once, `linesEach` per message of `duration` (ms) to unpack, are a flood. */
function isFlood(lines: number, linesEach: number, duration = 0): boolean {
  const gauge = createFloodGauge();
  const unpack = () => jest.advanceTimersByTime(duration);
  for (let line = 0; line < lines; line += linesEach) {
    if (gauge.read(unpack, () => linesEach).flooded) return true;
  }
  return false;
}

test.each([1, 100])(
  'lines are counted, %i to a message: the runner’s burst passes, what is more does not',
  (linesEach) => {
    expect(isFlood(11_000, linesEach)).toBe(false);
    expect(isFlood(13_000, linesEach)).toBe(true);
  },
);

test('a few huge messages are a flood; large ones of many lines are none', () => {
  expect(isFlood(100, 1, 8)).toBe(true);
  expect(isFlood(10_000, 100, 8)).toBe(false);
});

describe('on a machine that reads fewer messages a second than are allowed', () => {
  /** Reads 2,000 lines a second for `seconds`; returns whether they are a flood. */
  function isFloodAfter(seconds: number): boolean {
    const gauge = createFloodGauge();
    for (let line = 0; line < seconds * 2_000; line += 1) {
      jest.advanceTimersByTime(0.5);
      if (gauge.read(() => null).flooded) return true;
    }
    return false;
  }

  test('messages that leave time for timers are no flood', () => {
    expect(isFloodAfter(20)).toBe(false);
  });

  test('messages that leave no time for timers are a flood', () => {
    jest.useRealTimers();
    // The clock advances, but no timer runs.
    jest.useFakeTimers({ doNotFake: ['setTimeout'] });
    expect(isFloodAfter(20)).toBe(true);
  });
});
