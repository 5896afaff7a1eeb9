import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { guardFocus } from './focus-guard.ts';

/** In ms: longer than any time between keys that counts as typing. */
const pause = 1_000;
const onFocusStolen = jest.fn();
let end: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = `
    <p>elsewhere</p><input id="title">
    <div class="monaco-editor"><textarea></textarea><span>code</span>
      <div role="dialog"><input id="search"></div></div>
    <div id="preview"><iframe id="shown"></iframe><iframe id="waiting" aria-hidden="true"></iframe></div>
    <div id="profile" role="dialog"><input id="password" type="password"><p>Profile</p></div>`;
  end = guardFocus(at('#preview'), onFocusStolen);
});
afterEach(() => {
  end();
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  onFocusStolen.mockClear();
});

function at(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`No ${selector}`);
  return element;
}
const point = (selector: string) => at(selector).dispatchEvent(new Event('pointerdown', { bubbles: true }));
const wait = () => jest.advanceTimersByTime(pause);

/** The page in a frame takes the focus; returns what has it afterwards. */
function take(frame: string): Element | null {
  at(frame).focus();
  window.dispatchEvent(new Event('blur'));
  jest.advanceTimersByTime(1);
  return document.activeElement;
}

describe('the focus that a page takes', () => {
  it('is returned to a field that was just used', () => {
    at('#title').focus();
    expect(take('#shown')).toBe(at('#title'));
  });

  it('stays with the shown page after a pause, as somebody may have tapped it, but never with one that waits', () => {
    at('#title').focus();
    wait();
    expect(take('#waiting')).toBe(at('#title'));
    wait();
    expect(take('#shown')).toBe(at('#shown'));
  });

  it('is returned to a field of a dialog even after a pause, wherever somebody has clicked', () => {
    at('#password').focus();
    for (const clicked of ['#password', '#profile p', 'p']) {
      point(clicked);
      wait();
      expect(take('#shown')).toBe(at('#password'));
    }
  });

  it('stays with a page in the same dialog as the field', () => {
    at('#profile').append(at('#preview'));
    at('#password').focus();
    wait();
    expect(take('#shown')).toBe(at('#shown'));
  });

  it('is returned to an editor in which a click has only moved the caret', () => {
    at('textarea').focus();
    wait();
    point('.monaco-editor span');
    expect(take('#shown')).toBe(at('textarea'));
  });

  it('stays with the page that somebody enters from the search box of an editor', () => {
    at('#search').focus();
    at('#preview').dispatchEvent(new Event('pointerover'));
    expect(take('#shown')).toBe(at('#shown'));
  });

  it('stays with the page after a click elsewhere', () => {
    at('textarea').focus();
    point('p');
    expect(take('#shown')).toBe(at('#shown'));
  });

  it('is reported if pages take it again and again', () => {
    at('#password').focus();
    for (let time = 0; time < 5; time += 1) take('#shown');
    expect(onFocusStolen).not.toHaveBeenCalled();
    take('#shown');
    expect(onFocusStolen).toHaveBeenCalledTimes(1);
  });
});
