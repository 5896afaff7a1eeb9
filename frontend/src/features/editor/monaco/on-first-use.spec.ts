import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { onFirstUse } from './on-first-use.ts';

const begin = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML =
    '<button>Like</button><div class="monaco-editor"><textarea></textarea><p>code</p></div>';
  onFirstUse(begin);
});
afterEach(() => {
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  begin.mockClear();
});

const at = (selector: string) => document.querySelector<HTMLElement>(selector);
const point = (selector: string) => at(selector)?.dispatchEvent(new Event('pointerover', { bubbles: true }));

describe('what is for those who turn to an editor', () => {
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

  it('begins with a pointer', () => {
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
