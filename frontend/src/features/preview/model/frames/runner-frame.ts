import { usualLoopTime } from '@studio/contract/durations';
import type { HostMessage } from '@studio/contract/preview';
import { previewTitle } from '@studio/contract/sandbox-frame';
import { type BuiltDocument, preloadPlace, toHtml } from '@studio/engine/build-document';
import { whenIdle } from '@/lib/time';
import type { EarlyFrame } from './early-frame.ts';
import { isTyping } from './focus-guard.ts';
import { createFrameElement, hideFrame } from './frame-element.ts';

/** One iframe on a sandbox origin, which takes one document. */
export interface RunnerFrame {
  readonly element: HTMLIFrameElement;
  readonly origin: string;
  /** Its runner has loaded. */
  isReady: boolean;
  /** The last document it was given; 0 before the first. */
  renderId: number;
  /** When it was given that, in ms of `performance.now()`. */
  renderedAt: number;
  /** That document, as it was written. */
  document: BuiltDocument | null;
  /** The modules of packages that its page has loaded; null until all of the page has loaded. */
  modules: readonly string[] | null;
  /** The document that said it was leaving; 0: none. */
  leftRender: number;
  /** When it last responded to a ping. */
  respondedAt: number;
  /** When the page that was shown before it was taken away; 0: there was none. */
  aloneSince: number;
  /** Its address has been loaded, by a runner or by an error page of the browser. */
  loaded: boolean;
  /** When the oldest ping without a response was sent; null if there is none. */
  pingedAt: number | null;
  /** For how long (ms) its page lets loops run. */
  loopTime: number;
}

/** Adds a waiting frame, underneath the one that is shown, or takes one that is there already. */
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
    leftRender: 0,
    respondedAt: 0,
    aloneSince: 0,
    loaded: early?.loaded ?? false,
    pingedAt: null,
    loopTime: usualLoopTime,
  };
  element.addEventListener('load', () => {
    frame.loaded = true;
  });
  if (!early) container.append(element);
  return frame;
}

/**
 * Gives a waiting frame its document. While somebody types, it runs without taking the focus. `before`: the page that was
 * shown before it, which mostly has the same modules.
 */
export function renderDocument(
  frame: RunnerFrame,
  document: BuiltDocument,
  renderId: number,
  before: RunnerFrame | undefined,
): void {
  const modules = preloadsOf(document, before);
  // Which of the two responds, the new one as soon as its scripts have run, tells whose code hangs if neither does later.
  if (before) postToFrame(before, { type: 'studio:ping', at: 0 });
  frame.pingedAt = null;
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

/** The modules that the page before has loaded, if it imported the same packages. */
function preloadsOf(document: BuiltDocument, before: RunnerFrame | undefined): readonly string[] {
  if (!before?.modules?.length || before.document?.importMap !== document.importMap) return [];
  return preloadPlace(document) === null ? [] : before.modules;
}

/** A page that does not load within this time (ms), or a browser that is not idle, is waited for no longer. */
const longestLoad = 200;

/** Calls back when the page has loaded and the browser is idle: whatever else its process does keeps its scripts waiting. */
export function whenLoaded({ modules }: RunnerFrame, callback: () => void): void {
  if (modules) whenIdle(callback, longestLoad);
  else setTimeout(callback, longestLoad);
}

/** Raises a frame to be the one that people and assistive technology find. */
export function showFrame({ element }: RunnerFrame): void {
  element.title = previewTitle;
  element.removeAttribute('aria-hidden');
  element.tabIndex = 0;
  element.style.zIndex = '2';
}

/** So many animation frames pass until a new document has been drawn over the old one. */
const framesUntilRemoval = 3;

/** Shows a frame in the place of another one, which goes once it is covered. */
export function putInFront(frame: RunnerFrame, former: RunnerFrame | undefined): void {
  showFrame(frame);
  if (!former) return;
  coverFrame(former);
  afterFrames(framesUntilRemoval, () => {
    former.element.remove();
    frame.aloneSince = performance.now();
  });
}

/** Takes a frame out of reach while it is still drawn: what lies above it may not have been drawn yet. */
function coverFrame({ element }: RunnerFrame): void {
  hideFrame(element);
  element.style.zIndex = '1';
}

/** Sends to the frame's own origin and to nobody else. */
export function postToFrame(frame: RunnerFrame, message: HostMessage): void {
  frame.element.contentWindow?.postMessage(message, frame.origin);
}

/** Calls back once so many frames have been drawn. */
function afterFrames(count: number, callback: () => void): void {
  if (count === 0) callback();
  else requestAnimationFrame(() => afterFrames(count - 1, callback));
}
