import type { ConsoleEntry } from '@studio/contract/console';
import { usualLoopTime } from '@studio/contract/limits';
import type { PortMessage, RunnerMessage } from '@studio/contract/preview';
import { type BuiltDocument, differsInCssOnly, toHtml } from '@studio/engine/build-document';
import { whenIdle } from '@/lib/when-idle';
import type { ControllerStatus, PreviewControllerOptions } from './controller-options';
import { listenToFrames } from './frame-messages';
import { createProcessProbe, type ProcessProbe, startHeartbeat } from './hang-detection';
import * as texts from './notices';
import { createRateGauge } from './rate-gauge';
import {
  afterFrames,
  coverFrame,
  postToFrame,
  type RunnerFrame,
  renderDocument,
  showFrame,
} from './runner-frame';
import { RunnerSupply } from './runner-supply';

/** Loops end by themselves: whatever does not pause for so much longer than they may is stopped without being asked. */
const watchdogGrace = 2_000;
/** A page that is silent for this long may have lost its process: another frame of its origin finds out. */
const probeAfter = 1_000;
/** A frame that has left and is no shell again by then is somewhere else. */
const returnDeadline = 1_000;
/** Where no shell could be had, one is looked for again after so long. */
const retryAfter = 3_000;
/** The next spare frame may wait for a quiet moment, but not for long. */
const spareWithin = 200;
/** Frames that a new document may need until it has been drawn over the old one. */
const framesUntilRemoval = 3;

/**
 * Shows documents without a blank moment: a spare frame waits under the one on show, takes the next document, and is
 * raised when it has painted. Only the newest document waits its turn; changed styles alone go into the frame on show.
 */
export class PreviewController {
  readonly #options: PreviewControllerOptions;
  readonly #endHeartbeat: () => void;
  readonly #endListening: () => void;
  readonly #supply: RunnerSupply;
  readonly #probe: ProcessProbe;
  #afterHang = false;
  #status: ControllerStatus = 'starting';
  #shown: RunnerFrame | null = null;
  #spare: RunnerFrame | null = null;
  #shownDocument: BuiltDocument | null = null;
  #renderingDocument: BuiltDocument | null = null;
  #queued: BuiltDocument | null = null;
  #renders = 0;
  /** A page that navigates back to itself more often does so without end; so does one brought back from elsewhere. */
  readonly #returnsTooOften = createRateGauge(5, 2_000);
  readonly #escapesTooOften = createRateGauge(3, 10_000);
  #destroyed = false;

  constructor(options: PreviewControllerOptions) {
    this.#options = options;
    this.#supply = new RunnerSupply({
      ...options,
      onReplaced: (frame, by) => {
        if (frame === this.#spare) this.#spare = by;
      },
      onFailed: (frame) => this.#onNoShell(frame),
    });
    this.#probe = createProcessProbe(options.container, () => this.#fail(texts.crashReason, 'crashed'));
    this.#endHeartbeat = startHeartbeat(
      () => this.#watched(),
      (silentFor) => this.#onSilence(silentFor),
    );
    this.#endListening = listenToFrames({
      frames: () => [this.#shown, this.#spare, this.#probe.frame].filter((frame) => frame !== null),
      onMessage: (frame, message) => this.#onMessage(frame, message),
      onFlood: () => this.#fail(texts.floodReason),
    });
    this.#addSpare();
  }

  /** True while the newest document is on show, or on its way there, and answers. */
  get isRunning(): boolean {
    return this.#newest !== null && this.#status !== 'unresponsive';
  }

  get #newest(): BuiltDocument | null {
    return this.#queued ?? this.#renderingDocument ?? this.#shownDocument;
  }

  /** Shows a document: at once where only its styles are new, else in a fresh frame. `rerun` runs it in any case. */
  show(document: BuiltDocument, { rerun = false } = {}): void {
    const newest = this.#newest;
    if (!rerun && newest && toHtml(newest) === toHtml(document)) return;
    if (!rerun && this.#replaceStyles(document)) {
      this.#queued = null;
      return;
    }
    this.#queued = document;
    this.#options.onRun();
    if (['stopped', 'crashed', 'failed'].includes(this.#status)) this.#setStatus('starting');
    if (this.#status === 'unresponsive') this.#restart();
    else this.#pump();
  }

  /** Gives the page on show other styles; false where another page is on its way, or this is one. */
  restyle(document: BuiltDocument): boolean {
    if (this.#queued || this.#renderingDocument || !this.#shownDocument) return false;
    return toHtml(this.#shownDocument) === toHtml(document) || this.#replaceStyles(document);
  }

  /** Ends whatever runs, however busy it is. The next `show` starts anew. */
  stop(): void {
    this.#end('stopped');
  }

  /** Runs code in the page on show, which prints what comes of it; false where nothing runs. */
  evaluate(code: string): boolean {
    if (this.#status !== 'running' || !this.#shown) return false;
    postToFrame(this.#shown, { type: 'studio:evaluate', code });
    return true;
  }

  /** Takes everything away; the stage cannot be used afterwards. */
  destroy(): void {
    this.#destroyed = true;
    this.#endHeartbeat();
    this.#endListening();
    this.#dropFrames();
  }

  #replaceStyles(document: BuiltDocument): boolean {
    if (this.#shown?.state !== 'painted' || this.#renderingDocument || !this.#shownDocument) return false;
    if (!differsInCssOnly(this.#shownDocument, document)) return false;
    postToFrame(this.#shown, { type: 'studio:css', css: document.css });
    this.#shownDocument = document;
    return true;
  }

  #pump(): void {
    if (!this.#queued || this.#renderingDocument) return;
    if (!this.#spare) {
      this.#addSpare();
      return;
    }
    if (this.#spare.state !== 'ready') return;
    this.#renderingDocument = this.#queued;
    this.#queued = null;
    this.#render(this.#spare, this.#renderingDocument);
    // With nothing on show yet, the page is seen while it is built.
    if (!this.#shown) showFrame(this.#spare);
  }

  /** The frame whose code runs now. */
  #watched(): RunnerFrame | null {
    return this.#renderingDocument ? (this.#spare ?? this.#shown) : this.#shown;
  }

  #render(frame: RunnerFrame, document: BuiltDocument): void {
    this.#options.onRender();
    this.#renders += 1;
    renderDocument(frame, document, this.#renders);
  }

  #onMessage(frame: RunnerFrame, message: RunnerMessage | PortMessage): void {
    if (message.type === 'studio:entries') this.#onPrinted(frame, message.entries);
    else if (message.type === 'console-log') this.#onPrinted(frame, [message]);
    else if (message.type === 'studio:pong') this.#onPong(frame);
    else if (message.type === 'studio:left') this.#onLeft(frame);
    else if (message.type === 'studio:ready') this.#onReady(frame);
    else if (message.type === 'studio:classes') this.#onClasses(frame, message.names);
    else if (message.type === 'studio:loop-time') frame.loopTime = message.ms;
    else if (message.renderId === frame.renderId) this.#onPainted(frame);
  }

  /** A page that is about to be replaced belongs to an earlier run. */
  #onPrinted(frame: RunnerFrame, entries: readonly ConsoleEntry[]): void {
    if (this.#queued || frame !== this.#watched()) return;
    for (const entry of entries) this.#options.onConsole(entry, frame);
  }

  #onReady(frame: RunnerFrame): void {
    if (frame === this.#probe.frame) return this.#probe.onReady();
    if (frame.state === 'loading') {
      frame.state = 'ready';
      this.#afterHang = false;
      this.#pump();
      return;
    }
    // A form or a link led the frame to a shell again: its document comes back.
    if (this.#returnsTooOften()) return this.#fail(texts.leavingReason);
    const document = frame === this.#spare ? this.#renderingDocument : this.#shownDocument;
    if (document) this.#render(frame, document);
  }

  #onPainted(frame: RunnerFrame): void {
    frame.state = 'painted';
    if (frame !== this.#spare) return;
    const old = this.#shown;
    this.#shown = frame;
    this.#shownDocument = this.#renderingDocument;
    this.#spare = null;
    this.#renderingDocument = null;
    showFrame(frame);
    if (old) {
      coverFrame(old);
      afterFrames(framesUntilRemoval, () => old.element.remove());
    }
    this.#setStatus('running');
    if (this.#queued) this.#pump();
    else whenIdle(() => this.#spare ?? (this.#status === 'running' && this.#addSpare()), spareWithin);
  }

  /** A page that is about to be replaced is styled no more: the next one tells its own. */
  #onClasses(frame: RunnerFrame, names: readonly string[]): void {
    if (frame === this.#shown && !this.#renderingDocument && !this.#queued) this.#options.onClasses(names);
  }

  #onPong(frame: RunnerFrame): void {
    frame.pingedAt = null;
    frame.answeredAt = performance.now();
    this.#probe.drop();
    if (this.#status === 'unresponsive') this.#setStatus('running');
  }

  /** SPEC 8: the preview stays. What leads to a shell comes back by itself; anything else is blocked and replaced. */
  #onLeft(frame: RunnerFrame): void {
    if (frame.leftRender === frame.renderId) return;
    frame.leftRender = frame.renderId;
    const now = performance.now();
    this.#later(returnDeadline, () => {
      const inUse = frame === this.#shown || frame === this.#spare;
      if (!inUse || frame.renderId !== frame.leftRender || frame.answeredAt > now) return;
      if (this.#escapesTooOften()) return this.#fail(texts.leavingReason);
      this.#options.onNotice('warn', texts.navigationPrevented);
      this.#queued ??= this.#renderingDocument ?? this.#shownDocument;
      this.#restart();
    });
  }

  #onSilence(silentFor: number): void {
    if (this.#queued) return this.#restart();
    this.#setStatus('unresponsive');
    const deadline = Math.max(usualLoopTime, this.#watched()?.loopTime ?? 0) + watchdogGrace;
    if (silentFor >= deadline) this.#fail(texts.hangReason(Math.round(deadline / 1_000)));
    else if (silentFor >= probeAfter) this.#askForProcess();
  }

  /** Frames of one origin share a process: when a new one answers while a page stays silent, that page's has ended. */
  #askForProcess(): void {
    const silent = this.#watched();
    // A page that is on its way elsewhere is silent too.
    if (silent && silent.leftRender !== silent.renderId) this.#probe.ask(silent);
  }

  #fail(reason: string, status: 'stopped' | 'crashed' = 'stopped'): void {
    this.#options.onNotice('error', texts.stoppedBecause(reason));
    this.#end(status);
  }

  #end(status: 'stopped' | 'crashed'): void {
    this.#dropFrames();
    this.#queued = null;
    this.#setStatus(status);
  }

  /** Frames of one origin share a process: one that hangs takes all of them along. */
  #restart(): void {
    this.#dropFrames();
    this.#setStatus('starting');
    this.#addSpare();
  }

  #dropFrames(): void {
    for (const frame of [this.#shown, this.#spare]) frame?.element.remove();
    this.#probe.drop();
    this.#shown = null;
    this.#spare = null;
    this.#shownDocument = null;
    this.#renderingDocument = null;
    this.#afterHang = this.#status === 'unresponsive';
  }

  #addSpare(): void {
    if (!this.#destroyed) this.#spare = this.#supply.next({ afterHang: this.#afterHang });
  }

  /** No connection, or no server. A page on show needs none until there is a newer document. */
  #onNoShell(frame: RunnerFrame): void {
    if (frame !== this.#spare) return;
    this.#spare = null;
    if (this.#shown && !this.#queued) return;
    if (this.#status !== 'failed') this.#options.onNotice('error', texts.noAnswer(frame.origin));
    this.#setStatus('failed');
    this.#later(retryAfter, () => this.#spare ?? (this.#status === 'failed' && this.#addSpare()));
  }

  #setStatus(status: ControllerStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#options.onStatus(status);
  }

  #later(delay: number, callback: () => void): void {
    setTimeout(() => this.#destroyed || callback(), delay);
  }
}
