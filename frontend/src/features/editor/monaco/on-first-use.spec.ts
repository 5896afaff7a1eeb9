import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pointerMove } from '@/testing/pointer-move.ts';
import { onFirstUse, whenTypingPauses } from './on-first-use.ts';

const begin = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML =
    '<button>Like</button><div class="monaco-editor"><textarea></textarea><p>code</p></div>';
});
afterEach(() => {
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  begin.mockClear();
});

const at = (selector: string) => document.querySelector<HTMLElement>(selector);
const point = (selector: string, movement = 1) => at(selector)?.dispatchEvent(pointerMove(movement));

describe('what is for those who turn to an editor', () => {
  beforeEach(() => onFirstUse(begin));

  it('does not begin for who does something else', () => {
    at('button')?.focus();
    point('button');
    jest.advanceTimersByTime(9_000);
    expect(begin).not.toHaveBeenCalled();
  });

  it('begins with the focus', () => {
    at('textarea')?.focus();
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('begins with a pointer that moves, not with one below which the editor has appeared', () => {
    point('p', 0);
    expect(begin).not.toHaveBeenCalled();
    point('p');
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('begins by itself for who stays', () => {
    jest.advanceTimersByTime(10_000);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('begins once', () => {
    at('textarea')?.focus();
    point('p');
    jest.advanceTimersByTime(60_000);
    expect(begin).toHaveBeenCalledTimes(1);
  });
});

describe('what would delay the preview of the keys', () => {
  beforeEach(() => whenTypingPauses(begin));

  /** Presses a key every 400 ms. */
  function type(keys: number): void {
    for (let key = 0; key < keys; key += 1) {
      at('textarea')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
      jest.advanceTimersByTime(400);
    }
  }

  it('begins half a second after the last key', () => {
    type(3);
    expect(begin).not.toHaveBeenCalled();
    jest.advanceTimersByTime(100);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('begins without any key', () => {
    jest.advanceTimersByTime(500);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('begins within ten seconds for who does not pause, and once', () => {
    type(24);
    expect(begin).not.toHaveBeenCalled();
    type(24);
    expect(begin).toHaveBeenCalledTimes(1);
  });
});
