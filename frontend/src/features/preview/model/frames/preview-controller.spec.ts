import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HostMessage, RunnerMessage } from '@studio/contract/preview';
import { buildDocument } from '@studio/engine/build-document';
import { PreviewController } from './preview-controller.ts';

const [own, shared] = ['http://project.localhost:3001', 'http://localhost:3001'];
const page = (text: string) => buildDocument({ html: text, css: '', js: '' });
const onConsole = jest.fn();
const onNotice = jest.fn();
const onStatus = jest.fn();
const onRun = jest.fn();
let controller: PreviewController;

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = '<main></main>';
  controller = new PreviewController({
    container: document.querySelector('main') ?? document.body,
    origins: { choices: [own, shared], detour: () => own },
    onNotice,
    onStatus,
    onConsole,
    onClasses: jest.fn(),
    onRender: jest.fn(),
    onRun,
  });
});
afterEach(() => {
  controller.destroy();
  isHanging = false;
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  jest.clearAllMocks();
});

const frames = () => [...document.querySelectorAll('iframe')];
const originOf = (frame: HTMLIFrameElement) => new URL(frame.src).origin;

let isHanging = false;
/** A frame loads its runner, which paints at once what it gets, or when it is told to. Returns what makes it paint. */
function loadRunner(frame: HTMLIFrameElement, paintsAtOnce = true): () => void {
  const source = frame.contentWindow;
  if (!source) throw new Error('The frame is not in the page');
  const send = (data: RunnerMessage) =>
    window.dispatchEvent(new MessageEvent('message', { data, source, origin: originOf(frame) }));
  let paint = () => {};
  source.postMessage = (message: HostMessage) => {
    if (message.type === 'studio:ping' && !isHanging) send({ type: 'studio:pong', at: message.at });
    if (message.type === 'studio:css') frame.dataset.css = message.css;
    if (message.type !== 'studio:render') return;
    frame.dataset.page = message.html;
    paint = () => send({ type: 'studio:painted', renderId: message.renderId });
    if (paintsAtOnce) paint();
  };
  frame.dispatchEvent(new Event('load'));
  send({ type: 'studio:ready' });
  return () => paint();
}

/** Its address could not be loaded: the browser shows an error page. */
const fail = (frame: HTMLIFrameElement) => frame.dispatchEvent(new Event('load'));

/** The frame that people see. */
const shown = () => frames().find((frame) => frame.title !== '');

/** Shows a first page; returns the frame that waits for the next one. */
function showFirst(): HTMLIFrameElement {
  controller.show(page('first'));
  for (const frame of frames()) loadRunner(frame);
  jest.advanceTimersByTime(1_000);
  const [waiting] = frames().filter((frame) => frame !== shown());
  if (!waiting) throw new Error('No frame waits');
  return waiting;
}

/** In ms: after this time a frame that shows an error page is given up. */
const runnerDeadline = 3_000;

describe('a frame whose runner does not load', () => {
  it('is replaced by one that waits and has loaded, at the same origin', () => {
    fail(showFirst());
    controller.prepare(2);
    const spare = frames().at(-1);
    if (spare) loadRunner(spare);
    controller.show(page('second'));
    jest.advanceTimersByTime(runnerDeadline);
    expect(shown()).toBe(spare);
    expect(shown()?.dataset.page).toContain('second');
    jest.advanceTimersByTime(runnerDeadline);
    expect(frames().map(originOf)).toEqual([own, own]);
    expect(onNotice).not.toHaveBeenCalled();
    expect(onStatus).not.toHaveBeenCalledWith('failed');
  });

  it('does not change the origin of later ones where a page of it is shown', () => {
    fail(showFirst());
    jest.advanceTimersByTime(runnerDeadline);
    controller.show(page('second'));
    for (const frame of frames()) if (frame !== shown()) loadRunner(frame);
    expect(shown()?.dataset.page).toContain('second');
    expect(shown()?.src).toContain(own);
  });

  it('leads to the next origin once, however many fail there while the page does not respond', () => {
    showFirst();
    controller.prepare(2);
    isHanging = true;
    frames().forEach(fail);
    jest.advanceTimersByTime(runnerDeadline);
    expect(frames().filter((frame) => originOf(frame) === shared)).toHaveLength(2);
  });

  it('leads to the next origin at the start, and to a message after the last one', () => {
    controller.show(page('first'));
    frames().forEach(fail);
    jest.advanceTimersByTime(runnerDeadline);
    expect(frames().map(originOf)).toEqual([shared]);
    frames().forEach(fail);
    jest.advanceTimersByTime(runnerDeadline);
    expect(onStatus).toHaveBeenLastCalledWith('failed');
    jest.advanceTimersByTime(runnerDeadline);
    expect(frames().map(originOf)).toEqual([own]);
    for (const frame of frames()) loadRunner(frame);
    expect(shown()?.dataset.page).toContain('first');
  });
});

test('a page that is about to be replaced still answers the prompt, and prints nothing else', () => {
  showFirst();
  const asked = shown();
  controller.show(page('second'));
  expect(controller.evaluate({ code: '1', awaits: false, input: 0 })).toBe(true);
  const result = { level: 'log', args: [1], timestamp: 0, kind: 'result' } as const;
  for (const entry of [{ ...result, kind: 'log' } as const, result]) {
    const data: RunnerMessage = { type: 'console-log', ...entry, args: [...entry.args] };
    const source = asked?.contentWindow ?? null;
    window.dispatchEvent(new MessageEvent('message', { data, source, origin: own }));
  }
  expect(shown()).toBe(asked);
  expect(onConsole.mock.calls.map(([entry]) => entry)).toEqual([expect.objectContaining(result)]);
});

test('styles that change while a page is built reach that page, and nothing runs a second time', () => {
  const styled = (css: string) => buildDocument({ html: 'page', css, js: 'go()' });
  controller.show(styled('a{}'));
  const paints = frames().map((frame) => loadRunner(frame, false));
  const built = shown();
  controller.show(styled('b{}'));
  for (const paint of paints) paint();
  jest.advanceTimersByTime(1_000);
  for (const frame of frames()) loadRunner(frame);
  expect(shown()).toBe(built);
  expect(built?.dataset.css).toBe('b{}');
  expect(onRun).toHaveBeenCalledTimes(1);
  controller.show(styled('b{}'));
  expect(onRun).toHaveBeenCalledTimes(1);
});

test('a run that waits for its frame begins with the newest styles, and is not lost to them', () => {
  const styled = (css: string) => buildDocument({ html: 'page', css, js: 'go()' });
  controller.show(styled('a{}'));
  for (const frame of frames()) loadRunner(frame);
  jest.advanceTimersByTime(1_000);
  const before = shown();
  controller.show(styled('a{}'), { rerun: true });
  controller.show(styled('b{}'));
  for (const frame of frames()) if (frame !== before) loadRunner(frame);
  expect(shown()).not.toBe(before);
  expect(shown()?.dataset.page).toContain('b{}');
});

test('positions in code that moves in a pane and makes the same page are those of the newest edit', () => {
  const moved = (line: number, css = '') => {
    const built = buildDocument({ html: 'page', css, js: 'go()' });
    const afterCss = built.positions.afterCss.map((piece) => ({ ...piece, line }));
    return { ...built, positions: { ...built.positions, afterCss } };
  };
  controller.show(moved(1));
  for (const frame of frames()) loadRunner(frame);
  for (const [line, css] of [
    [2, ''],
    [3, 'a{}'],
  ] as const) {
    controller.show(moved(line, css));
    const entry = { type: 'console-log', level: 'log', args: [1], timestamp: 0, kind: 'log' } as const;
    const data: RunnerMessage = { ...entry, args: [1] };
    const source = shown()?.contentWindow ?? null;
    window.dispatchEvent(new MessageEvent('message', { data, source, origin: own }));
    expect(onConsole).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ document: expect.objectContaining({ positions: moved(line).positions }) }),
    );
  }
});
