import { defaultLoopTime } from '@studio/contract/durations';
import type { HostMessage } from '@studio/contract/preview';
import { previewTitle } from '@studio/contract/sandbox-frame';
import { type BuiltDocument, preloadPlace, toHtml } from '@studio/engine/build-document';
import { whenIdle } from '@/lib/time.ts';
import type { EarlyFrame } from './early-frame.ts';
import { isTyping } from './focus-guard.ts';
import { createFrameElement, hideFrame } from './frame-element.ts';

/** One iframe on a sandbox origin, for one document. */
export interface RunnerFrame {
  readonly element: HTMLIFrameElement;
  readonly origin: string;
  /** Its runner has loaded. */
  isReady: boolean;
  /** The number of its last document; 0 before the first. */
  renderId: number;
  /** When that was sent, in ms of `performance.now()`. */
  renderedAt: number;
  /** That document. */
  document: BuiltDocument | null;
  /** The modules of packages that its page has loaded; null until all of the page has loaded. */
  modules: readonly string[] | null;
  /** When its page last reported that it is navigating away; null: it has not. It may have stayed. */
  leftAt: number | null;
  /** When it last responded to a ping. */
  respondedAt: number;
  /** When the previously shown page was removed; 0: there was none. */
  aloneSince: number;
  /** Its address has been loaded, by a runner or by an error page of the browser. */
  loaded: boolean;
  /** When the oldest ping without a response was sent; null if there is none. */
  pingedAt: number | null;
  /** How long (ms) loops of its page may run. */
  loopTime: number;
}

/** Adds a waiting frame underneath the shown one, or reuses an early frame. */
export function addFrame(container: HTMLElement, origin: string, early?: EarlyFrame | null): RunnerFrame {
  const element = early?.element ?? createFrameElement(origin);
  const frame: RunnerFrame = {
    element,
    origin,
    isReady: false,
    renderId: 0,
    renderedAt: 0,
    document: null,
    modules: null,
    leftAt: null,
    respondedAt: 0,
    aloneSince: 0,
    loaded: early?.loaded ?? false,
    pingedAt: null,
    loopTime: defaultLoopTime,
  };
  element.addEventListener('load', () => {
    frame.loaded = true;
  });
  if (!early) container.append(element);
  return frame;
}

/**
 * Sends a waiting frame its document. While the user types, it runs without taking the focus. `before`: the previously
 * shown page, which mostly has the same modules.
 */
export function renderDocument(
  frame: RunnerFrame,
  document: BuiltDocument,
  renderId: number,
  before: RunnerFrame | undefined,
): void {
  const modules = preloadsOf(document, before);
  // If both hang later, their last responses show which is the cause; the new one responds after its scripts.
  if (before) postToFrame(before, { type: 'studio:ping', at: 0 });
  frame.pingedAt = null;
  frame.leftAt = null;
  frame.renderId = renderId;
  frame.renderedAt = performance.now();
  frame.document = document;
  frame.modules = null;
  postToFrame(frame, {
    type: 'studio:render',
    renderId,
    html: toHtml(document),
    mayFocus: !isTyping(),
    modules,
  });
}

/** Notes where the code of a frame's document now is in the panes. */
export function moveCode(frame: RunnerFrame, { positions }: BuiltDocument): void {
  if (frame.document) frame.document = { ...frame.document, positions };
}

/** The modules that the previous page has loaded, if it imported the same packages. */
function preloadsOf(document: BuiltDocument, before: RunnerFrame | undefined): readonly string[] {
  if (!before?.modules?.length || before.document?.importMap !== document.importMap) return [];
  return preloadPlace(document) === null ? [] : before.modules;
}

/** How long (ms) to wait at most for a page to load, and for the browser to be idle. */
const maxLoadMs = 200;

/**
 * Calls back when the page has loaded and the browser is idle, as other work in its process would delay its scripts.
 */
export function whenLoaded({ modules }: RunnerFrame, callback: () => void): void {
  if (modules) whenIdle(callback, maxLoadMs);
  else setTimeout(callback, maxLoadMs);
}

const breakpoint = /(?<![\w$.-])debugger\s*(?:[;}/]|$)/m;

/** Whether its page has a `debugger` statement: a page that is paused there does not respond, and must not be ended for it. */
export function mayBePaused({ document }: Pick<RunnerFrame, 'document'>): boolean {
  return document !== null && breakpoint.test(toHtml(document));
}

/** Makes a frame visible, also to assistive technology. */
export function showFrame({ element }: RunnerFrame): void {
  element.title = previewTitle;
  element.removeAttribute('aria-hidden');
  element.tabIndex = 0;
  element.style.zIndex = '2';
}

/** The number of animation frames until a new document is drawn over the old one. */
const framesUntilRemoval = 3;

/** Shows a frame instead of another one, which is removed once it is covered. */
export function putInFront(frame: RunnerFrame, former: RunnerFrame | undefined): void {
  showFrame(frame);
  if (!former) return;
  coverFrame(former);
  afterFrames(framesUntilRemoval, () => {
    former.element.remove();
    frame.aloneSince = performance.now();
  });
}

/** Makes a frame inert but keeps it visible, as the one above it may not be drawn yet. */
function coverFrame({ element }: RunnerFrame): void {
  hideFrame(element);
  element.style.zIndex = '1';
}

/** Sends a message, to the frame's own origin only. */
export function postToFrame(frame: RunnerFrame, message: HostMessage): void {
  frame.element.contentWindow?.postMessage(message, frame.origin);
}

/** Calls back after `count` animation frames. */
function afterFrames(count: number, callback: () => void): void {
  if (count === 0) callback();
  else requestAnimationFrame(() => afterFrames(count - 1, callback));
}
