import { jest } from '@jest/globals';
import type { ConsoleEntry, ConsoleObject } from '@studio/contract/console';
import { consoleLimits } from '@studio/contract/preview-limits';
import { listenToFrames } from './frame-messages';
import { addFrame, postToFrame } from './runner-frame';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('H24', () => {
  const origin = 'http://project.localhost:3001';
  const line = { type: 'console-log', level: 'log', args: ['one'], timestamp: 1 };

  test('only messages of a frame of the preview, from its own origin and by the schema, are read', () => {
    document.body.innerHTML = '<main><iframe></iframe></main><aside><iframe></iframe></aside>';
    const [element, card] = document.querySelectorAll('iframe');
    if (!element?.contentDocument || !card) throw new Error('The page is incomplete');
    element.contentDocument.body.innerHTML = '<iframe></iframe>';
    const nested = element.contentDocument.querySelector('iframe');
    const frame = { ...addFrame(document.body, origin), element, isReady: true };
    const own = element.contentWindow;
    const onMessage = jest.fn();
    const end = listenToFrames({ frames: () => [frame], onMessage, onFlood: jest.fn() });
    const send = (data: unknown, source: Window | null | undefined, from: string) =>
      window.dispatchEvent(new MessageEvent('message', { data, source: source ?? null, origin: from }));

    const others = ['null', '', 'http://project.localhost:3002', 'https://project.localhost:3001'];
    const similar = ['http://other.localhost:3001', `${origin}.evil.example`, `${origin}1`, location.origin];
    for (const from of [...others, ...similar]) send(line, own, from);
    for (const source of [null, window, card.contentWindow, nested?.contentWindow])
      send(line, source, origin);
    const wrong = [
      null,
      'text',
      [line],
      { type: 'console-log' },
      { ...line, args: 'one' },
      { ...line, type: 'x' },
    ];
    for (const data of [...wrong, { type: 'studio:left' }]) send(data, own, origin);
    expect(onMessage).not.toHaveBeenCalled();

    send(line, own, origin);
    expect(onMessage).toHaveBeenCalledTimes(1);
    end();
  });

  test('a message names the origin that it is for', () => {
    const frame = addFrame(document.body, origin);
    const { contentWindow } = frame.element;
    if (!contentWindow) throw new Error('The frame has no window');
    const post = jest.spyOn(contentWindow, 'postMessage').mockImplementation(() => undefined);
    postToFrame(frame, { type: 'studio:ping', at: 0 });
    expect(post.mock.calls).toEqual([[{ type: 'studio:ping', at: 0 }, origin]]);
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
  const flood = (source: Window | null, origin = 'http://other.localhost:3001') => {
    for (let sent = 0; sent < 13_000; sent += 1)
      window.dispatchEvent(new MessageEvent('message', { data: sent, source, origin }));
  };
  flood(card.contentWindow);
  flood(within(card));
  // Those of a card that was stopped come without their source.
  flood(null);
  expect(onFlood).not.toHaveBeenCalled();
  flood(null, frame.origin);
  expect(onFlood).toHaveBeenCalled();
  onFlood.mockClear();
  flood(within(element));
  expect(onFlood).toHaveBeenCalled();
  end();
});

test('the port of a frame is read as long as the frame belongs to the preview', () => {
  const frame = addFrame(document.body, 'http://project.localhost:3001');
  const frames = [frame];
  const onMessage = jest.fn();
  const end = listenToFrames({ frames: () => frames, onMessage, onFlood: jest.fn() });
  const port: Pick<MessagePort, 'onmessage'> = { onmessage: null };
  const ready = new MessageEvent('message', {
    data: { type: 'studio:ready' },
    source: frame.element.contentWindow,
    origin: frame.origin,
  });
  window.dispatchEvent(Object.defineProperty(ready, 'ports', { value: [port] }));
  const send = () =>
    port.onmessage?.call(port as MessagePort, new MessageEvent('message', { data: { type: 'studio:left' } }));
  send();
  expect(onMessage.mock.calls).toEqual([
    [frame, { type: 'studio:ready' }],
    [frame, { type: 'studio:left' }],
  ]);
  frames.length = 0;
  send();
  expect(onMessage).toHaveBeenCalledTimes(2);
  end();
});

describe('an entry that code of the page has sent by itself', () => {
  const longText = 'x'.repeat(consoleLimits.string + 1_000);
  const object: ConsoleObject = { kind: 'plain', name: '', entries: [] };
  const isRead = (entry: Partial<ConsoleEntry>) => {
    const frame = addFrame(document.body, 'http://project.localhost:3001');
    const onMessage = jest.fn();
    const end = listenToFrames({ frames: () => [frame], onMessage, onFlood: jest.fn() });
    const data = { type: 'console-log', level: 'log', args: [], timestamp: 0, ...entry };
    const source = frame.element.contentWindow;
    window.dispatchEvent(new MessageEvent('message', { data, source, origin: frame.origin }));
    end();
    frame.element.remove();
    return onMessage.mock.calls.length > 0;
  };

  test('is read like one of the runner', () => {
    const args = ['x'.repeat(consoleLimits.string), -consoleLimits.bigint, Number.NaN, null, undefined];
    expect(isRead({ args, objects: [object] })).toBe(true);
  });

  test.each<[string, Partial<ConsoleEntry>]>([
    ['a text', { args: [longText] }],
    ['a number', { args: [consoleLimits.bigint + 1n] }],
    ['an error with its stack', { objects: [{ ...object, kind: 'error', text: 'at a\n'.repeat(10_000) }] }],
    ['a name', { objects: [{ ...object, name: longText }] }],
    ['a key', { objects: [{ ...object, entries: [{ key: longText, value: 1 }] }] }],
  ])(
    'is not where %s in it is longer than any from there, which would keep the editor busy',
    (_what, entry) => {
      expect(isRead(entry)).toBe(false);
    },
  );
});
