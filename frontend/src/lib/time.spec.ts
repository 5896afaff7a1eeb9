import { afterEach, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import { pointerMove } from '@/testing/pointer-move.ts';
import { onFirstInput, whenInUse } from './time.ts';

const work = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  work.mockClear();
});

const input = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }));

describe('what is for who does something', () => {
  it.each(['pointermove', 'pointerdown', 'keydown'])('begins at %s, once', (type) => {
    onFirstInput(work);
    input(type);
    input(type);
    input('keydown');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('does not begin for who only looks, nor once it is cancelled', () => {
    const cancel = onFirstInput(work);
    jest.advanceTimersByTime(3_600_000);
    expect(work).not.toHaveBeenCalled();
    cancel();
    input('pointermove');
    expect(work).not.toHaveBeenCalled();
  });
});

test('a pointer that rests is no input', () => {
  onFirstInput(work);
  document.body.dispatchEvent(pointerMove(0));
  expect(work).not.toHaveBeenCalled();
  document.body.dispatchEvent(pointerMove(1));
  expect(work).toHaveBeenCalledTimes(1);
});

describe('what is for who stays', () => {
  beforeEach(() => whenInUse(work));

  it('begins after three seconds, when the browser is idle', () => {
    jest.advanceTimersByTime(2_999);
    expect(work).not.toHaveBeenCalled();
    jest.advanceTimersByTime(5_001);
    input('keydown');
    jest.advanceTimersByTime(5_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('begins before at the first input', () => {
    input('keydown');
    jest.advanceTimersByTime(1_000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
