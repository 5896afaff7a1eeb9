import { usualLoopTime } from '@studio/contract/durations';
import type { HostMessage } from '@studio/contract/preview';
import { previewTitle } from '@studio/contract/sandbox-frame';
import { type BuiltDocument, toHtml } from '@studio/engine/build-document';
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
  /** That document, as it was written. */
  document: BuiltDocument | null;
  /** The modules of packages that its page has loaded. */
  modules: readonly string[];
  /** The import map that its runner has been given ahead of a document, as text; null: none, as whenever a runner has loaded. */
  importMap: string | null;
  /** The document that said it was leaving; 0: none. */
  leftRender: number;
  /** When it last responded to a ping. */
  respondedAt: number;
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
    document: null,
    modules: [],
    importMap: null,
    leftRender: 0,
    respondedAt: 0,
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

/** Gives a waiting frame its document. While somebody types, it runs without taking the focus. */
export function renderDocument(frame: RunnerFrame, document: BuiltDocument, renderId: number): void {
  frame.pingedAt = null;
  frame.renderId = renderId;
  frame.document = document;
  const html = frame.importMap === null ? toHtml(document) : withEmptyImportMap(document);
  postToFrame(frame, { type: 'studio:render', renderId, html, mayFocus: !isTyping() });
}

/** Browsers warn of each rule that they have already. It keeps its length, so that columns stay what they were. */
function withEmptyImportMap(document: BuiltDocument): string {
  const { importMap } = document;
  return toHtml(document).replace(importMap, () => '{}'.padEnd(importMap.length));
}

/** Lets a waiting frame load the modules of packages that another one has loaded. */
export function preloadModules(frame: RunnerFrame, like: RunnerFrame | undefined): void {
  if (frame.importMap !== null || !like?.document?.importMap || like.modules.length === 0) return;
  frame.importMap = like.document.importMap;
  postToFrame(frame, { type: 'studio:preload', importMap: frame.importMap, modules: [...like.modules] });
}

/** False where a frame has an import map already, and the document another one. */
export function canTake({ importMap }: RunnerFrame, document: BuiltDocument): boolean {
  return importMap === null || importMap === document.importMap;
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
  afterFrames(framesUntilRemoval, () => former.element.remove());
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
