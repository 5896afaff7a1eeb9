import type { ConsoleEntry } from '@studio/contract/console';
import type { PortMessage, PromptScript, RunnerMessage } from '@studio/contract/preview';
import { type BuiltDocument, hasSameCode, toHtml } from '@studio/engine/build-document';
import * as texts from '../../console-texts.ts';
import { listenToFrames } from './frame-messages.ts';
import { detectHangs, type HangDetection } from './hang-detection.ts';
import { guardNavigation, type NavigationGuard } from './navigation-guard.ts';
import type { PreviewControllerOptions, PreviewOrigins } from './preview-options.ts';
import {
  type ControllerStatus,
  framesOf,
  initialState,
  isHeldUp,
  isPending,
  type LiveState,
  newestDocument,
  type PreviewEvent,
  type PreviewState,
  responds,
  runningFrame,
  transitionPreview,
  waitingFrames,
} from './preview-state.ts';
import {
  moveCode,
  postToFrame,
  putInFront,
  type RunnerFrame,
  renderDocument,
  showFrame,
  whenLoaded,
} from './runner-frame.ts';
import { RunnerSupply } from './runner-supply.ts';

/** If no runner could be loaded, the next attempt follows after this time (ms). */
const retryAfterMs = 3_000;
/** A responding page that has not painted after this time (ms) no longer delays a newer document. */
const maxRenderMs = 3_000;

/**
 * Shows documents without a blank moment: a pending frame under the active one gets the newest document, and is shown
 * when it has painted. If only styles have changed, the active frame gets them.
 */
export class PreviewController {
  readonly #options: PreviewControllerOptions;
  readonly #supply: RunnerSupply;
  readonly #hangs: HangDetection;
  readonly #navigation: NavigationGuard;
  readonly #endListening: () => void;
  #state: PreviewState = initialState;
  #renders = 0;

  constructor(options: PreviewControllerOptions) {
    this.#options = options;
    this.#supply = new RunnerSupply({
      ...options,
      responds: (origin) => responds(this.#state, origin),
      onReplaced: (frame, by) => this.#dispatch({ type: 'frame-replaced', frame, by }),
      onFailed: (frame) => this.#onFrameFailed(frame),
    });
    this.#hangs = detectHangs({
      container: options.container,
      runningFrame: () => runningFrame(this.#state),
      onSilent: (silentFor) => {
        if (!this.#live?.queued) this.#dispatch({ type: 'silent' });
        if (isHeldUp(this.#state, silentFor)) this.#restart();
      },
      onResponded: () => this.#dispatch({ type: 'responded' }),
      onHung: (seconds) => this.#fail(texts.hangReason(seconds)),
      onCrashed: () => this.#fail(texts.crashReason, 'crashed'),
      onLeft: () => this.#navigation.onGone(),
    });
    this.#navigation = guardNavigation({
      isInUse: (frame) => framesOf(this.#state).includes(frame),
      onEscape: () => this.#onEscape(),
      onEndless: () => this.#fail(texts.leavingReason),
    });
    this.#endListening = listenToFrames({
      frames: () => [...framesOf(this.#state), this.#hangs.probe].filter((frame) => frame !== null),
      onMessage: (frame, message) => this.#onMessage(frame, message),
      onFlood: () => this.#fail(texts.floodReason),
    });
    this.#addFrame();
  }

  /** True while the newest document is shown or being rendered, and responds. */
  get isRunning(): boolean {
    return newestDocument(this.#state) !== null && this.#status !== 'unresponsive';
  }

  get #status(): ControllerStatus | null {
    return this.#state.kind === 'destroyed' ? null : this.#state.status;
  }

  get #live(): LiveState | null {
    return this.#state.kind === 'live' ? this.#state : null;
  }

  /** Shows a document, in the newest page's frame if only its styles are new. `rerun` always uses a new frame. */
  show(document: BuiltDocument, { rerun = false } = {}): void {
    const newest = newestDocument(this.#state);
    if (!rerun && (this.#adapt(document) || (newest && toHtml(newest) === toHtml(document)))) return;
    this.#options.onRun();
    this.#dispatch({ type: 'document-queued', document });
    if (this.#status === 'unresponsive') this.#restart();
    else this.#renderQueued();
  }

  /** Loads a frame in advance, unless `most` wait. */
  prepare(most: number): void {
    if (this.#status === 'running' && waitingFrames(this.#state).length < most) this.#addFrame();
  }

  /** Keeps the running page; frames of later documents use the new origins. */
  moveTo(origins: PreviewOrigins): void {
    this.#supply.moveTo(origins);
    for (const { element } of waitingFrames(this.#state)) element.remove();
    this.#dispatch({ type: 'moved' });
    if (this.#live?.pending.kind === 'none') this.#addFrame();
  }

  /** Replaces the styles of the shown page; false if another page is being rendered, or more than styles differ. */
  restyle(document: BuiltDocument): boolean {
    return this.#settledPage ? this.#adapt(document) : false;
  }

  /** Stops the running page, even if it hangs; the next `show` starts again. */
  stop(): void {
    this.#end('stopped');
  }

  /** Runs code in the shown page, which prints the result; false if nothing runs. */
  evaluate(script: PromptScript): boolean {
    const page = this.#live?.active;
    if (!page || this.#status !== 'running') return false;
    postToFrame(page.frame, { type: 'studio:evaluate', ...script });
    return true;
  }

  /** Removes all frames; the controller cannot be used afterwards. */
  destroy(): void {
    this.#hangs.destroy();
    this.#endListening();
    this.#removeFrames();
    this.#dispatch({ type: 'destroyed' });
  }

  #dispatch(event: PreviewEvent): void {
    const before = this.#status;
    this.#state = transitionPreview(this.#state, event);
    const status = this.#status;
    if (status && status !== before) this.#options.onStatus(status);
  }

  /** Gives the newest page the styles and positions of a document with the same code; false if that has other code. */
  #adapt(document: BuiltDocument): boolean {
    const { active, pending, queued } = this.#live ?? initialState;
    const page = pending.kind === 'rendering' ? pending : active;
    if (!page || queued || !hasSameCode(page.document, document)) return false;
    if (page.document.css !== document.css)
      postToFrame(page.frame, { type: 'studio:css', css: document.css });
    moveCode(page.frame, document);
    this.#dispatch({ type: 'adapted', document });
    return true;
  }

  /** The shown page, unless another one is being rendered. */
  get #settledPage() {
    const live = this.#live;
    return live?.pending.kind === 'rendering' ? null : live?.active;
  }

  /** Renders the queued document in the pending frame, once that is ready. */
  #renderQueued(): void {
    if (!this.#live?.queued) return;
    const { active, pending, queued } = this.#live;
    if (pending.kind === 'none') this.#addFrame();
    if (pending.kind === 'rendering') this.#limitRender(pending.frame);
    if (pending.kind !== 'ready') return;
    this.#dispatch({ type: 'render-started', document: queued });
    this.#render(pending.frame, queued);
    // If no page is shown yet, this one is visible while it is built.
    if (!active) showFrame(pending.frame);
  }

  /** A page's code may keep the runner from reporting that it has painted. */
  #limitRender(frame: RunnerFrame): void {
    const { renderId, renderedAt } = frame;
    const isWaitedFor = () =>
      frame.renderId === renderId && this.#live?.queued && isPending(this.#live, frame);
    setTimeout(() => isWaitedFor() && this.#restart(), renderedAt + maxRenderMs - performance.now());
  }

  #render(frame: RunnerFrame, document: BuiltDocument): void {
    this.#options.onRender();
    this.#renders += 1;
    renderDocument(frame, document, this.#renders, this.#live?.active?.frame);
  }

  #onMessage(frame: RunnerFrame, message: RunnerMessage | PortMessage): void {
    if (message.type === 'studio:entries') this.#onPrinted(frame, message.entries);
    else if (message.type === 'console-log') this.#onPrinted(frame, [message]);
    else if (message.type === 'studio:pong') this.#hangs.onPong(frame);
    else if (message.type === 'studio:left') this.#navigation.onLeft(frame);
    else if (message.type === 'studio:ready') this.#onReady(frame, message.address === null);
    else if (message.type === 'studio:classes') this.#onClasses(frame, message.names);
    else if (message.type === 'studio:loaded') this.#onLoaded(frame, message.modules);
    else if (message.type === 'studio:loop-time') frame.loopTime = message.ms;
    else if (message.renderId === frame.renderId) this.#onPainted(frame);
  }

  /** Of a page that is about to be replaced, only the prompt's results: the rest belongs to an earlier run. */
  #onPrinted(frame: RunnerFrame, entries: readonly ConsoleEntry[]): void {
    const isNew = !this.#live?.queued && frame === runningFrame(this.#state);
    for (const entry of entries) if (isNew || entry.kind === 'result') this.#options.onConsole(entry, frame);
  }

  #onReady(frame: RunnerFrame, isOtherPage: boolean): void {
    if (frame === this.#hangs.probe) return this.#hangs.onProbeReady();
    if (!frame.isReady) {
      frame.isReady = true;
      this.#dispatch({ type: 'frame-ready', frame });
      return this.#renderQueued();
    }
    // The frame is an empty runner again: it gets its document again.
    if (!this.#navigation.mayReturn() || !this.#live) return;
    if (isOtherPage) this.#options.onNotice('warn', texts.navigationPrevented);
    const { active, pending } = this.#live;
    if (active?.frame === frame) this.#render(frame, active.document);
    else if (pending.kind === 'rendering') this.#render(frame, pending.document);
  }

  #onPainted(frame: RunnerFrame): void {
    if (!this.#live) return;
    const { active, pending, queued } = this.#live;
    const takesOver = pending.kind === 'rendering' && pending.frame === frame;
    if (takesOver) putInFront(frame, active?.frame);
    this.#dispatch({ type: 'painted', frame });
    if (takesOver && queued) this.#renderQueued();
    else if (takesOver) whenLoaded(frame, () => this.#addFrameWhile('running'));
  }

  #onLoaded(frame: RunnerFrame, modules: readonly string[]): void {
    frame.modules = modules;
    whenLoaded(frame, () => this.#addFrameWhile('running'));
  }

  /** Ignores a page that is about to be replaced: the next one sends its own class names. */
  #onClasses(frame: RunnerFrame, names: readonly string[]): void {
    if (!this.#live?.queued && this.#settledPage?.frame === frame) this.#options.onClasses(names);
  }

  #onEscape(): void {
    this.#options.onNotice('warn', texts.navigationPrevented);
    this.#restart();
  }

  #fail(reason: string, status: 'stopped' | 'crashed' = 'stopped'): void {
    this.#options.onNotice('error', texts.stoppedBecause(reason));
    this.#end(status);
  }

  #end(status: 'stopped' | 'crashed'): void {
    this.#removeFrames();
    this.#dispatch({ type: 'ended', status });
  }

  /** Replaces all frames: frames of one origin share a process, so a hanging one blocks all. */
  #restart(): void {
    this.#removeFrames();
    this.#dispatch({ type: 'restarted' });
    this.#addFrame();
  }

  #removeFrames(): void {
    for (const frame of framesOf(this.#state)) frame.element.remove();
    this.#hangs.reset();
  }

  #addFrame(): void {
    if (!this.#live) return;
    this.#dispatch({ type: 'frame-added', frame: this.#supply.next(this.#live) });
  }

  /** Adds a pending frame for the next document, unless there is one or the status has changed. */
  #addFrameWhile(status: ControllerStatus): void {
    if (this.#live?.pending.kind === 'none' && this.#status === status) this.#addFrame();
  }

  /** No connection or no server. A shown page needs none until there is a newer document. */
  #onFrameFailed(frame: RunnerFrame): void {
    const before = this.#status;
    const wasPending = isPending(this.#state, frame);
    this.#dispatch({ type: 'frame-failed', frame });
    if (!wasPending) return;
    if (this.#status !== 'failed') return this.#renderQueued();
    if (before !== 'failed') this.#options.onNotice('error', texts.noResponse(frame.origin));
    setTimeout(() => this.#addFrameWhile('failed'), retryAfterMs);
  }
}
