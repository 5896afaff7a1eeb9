import { jest } from '@jest/globals';
import { createFloodGauge, listenToFrames } from './frame-messages';
import { addFrame } from './runner-frame';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

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

test('other frames of the page, such as running cards, and those inside them, do not count towards a flood of the preview', () => {
  document.body.innerHTML = '<main><iframe></iframe></main><aside><iframe></iframe></aside>';
  const [element, card] = document.querySelectorAll('iframe');
  if (!element || !card) throw new Error('The page is incomplete');
  const frame = { ...addFrame(document.body, 'http://project.localhost:3001'), element, isReady: true };
  const onFlood = jest.fn();
  const end = listenToFrames({ frames: () => [frame], onMessage: jest.fn(), onFlood });
  const within = ({ contentDocument }: HTMLIFrameElement) => {
    if (contentDocument) contentDocument.body.innerHTML = '<iframe></iframe>';
    return contentDocument?.querySelector('iframe')?.contentWindow ?? null;
  };
  const flood = (source: Window | null) => {
    for (let sent = 0; sent < 13_000; sent += 1)
      window.dispatchEvent(
        new MessageEvent('message', { data: sent, source, origin: 'http://other.localhost' }),
      );
  };
  flood(card.contentWindow);
  flood(within(card));
  expect(onFlood).not.toHaveBeenCalled();
  flood(within(element));
  expect(onFlood).toHaveBeenCalled();
  end();
});
