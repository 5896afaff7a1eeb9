import type { ConsoleEntry, ConsoleLevel } from '@studio/contract/console';
import { ShellMessage } from '@studio/contract/preview';
import { type BuiltDocument, differsInCssOnly, toHtml } from '@studio/engine/build-document';
import { whenIdle } from '@/ui/when-idle';
import { afterFrames } from './after-frames';
import { startHeartbeat } from './heartbeat';
import { createFloodGauge } from './message-flood';
import type { PreviewOrigins } from './origins';
import { addFrame, lowerFrame, raiseFrame, type ShellFrame, tellFrame } from './shell-frame';

/** `unresponsive`: code runs without end. `stopped`: nothing runs until the next `show`. `failed`: no shell can be had. */
export type StageStatus = 'starting' | 'running' | 'unresponsive' | 'stopped' | 'failed';

export interface StageOptions {
  container: HTMLElement;
  /** Where user code may run: each next choice is tried when no shell answers at the one before. */
  origins: PreviewOrigins;
  /** What the project printed, in which frame. */
  onConsole(entry: ConsoleEntry, frame: ShellFrame): void;
  /** What the studio itself has to say, for the console panel. */
  onNotice(level: ConsoleLevel, text: string): void;
  onStatus(status: StageStatus): void;
}

/** A shell that has loaded answers at once; one whose name does not resolve never does. */
const shellDeadline = 3_000;
/** A machine under load may need longer to load anything at all. */
const loadDeadline = 12_000;
/** The browser ends the process of a page that hangs at once, or, where the page listens to its end, much later. */
const afterHangDeadline = 1_000;
/** So many detours at most: on a machine that is only slow each one makes it slower. */
const detourLimit = 3;
/** Code that does not pause for this long is stopped without being asked. */
const watchdogDeadline = 4_000;
/** A page that navigates back to itself more often than this within `returnWindow` does so without end. */
const returnLimit = 5;
const returnWindow = 2_000;
/** A frame that has left and is no shell again by then is somewhere else. */
const returnDeadline = 1_000;
/** The next spare frame may wait for a quiet moment, but not for long. */
const spareWithin = 200;
/** Frames that a new document may need until it has been drawn over the old one. */
const framesUntilRemoval = 3;

/**
 * Shows documents without a blank moment: a spare frame waits under the one on show, takes the next document, and is
 * raised when it has painted. Only the newest document waits its turn; changed styles alone go into the frame on show.
 */
export class PreviewStage {
  readonly #options: StageOptions;
  readonly #endHeartbeat: () => void;
  #choice = 0;
  #detour = 0;
  #afterHang = false;
  #status: StageStatus = 'starting';
  #shown: ShellFrame | null = null;
  #spare: ShellFrame | null = null;
  #shownDocument: BuiltDocument | null = null;
  #renderingDocument: BuiltDocument | null = null;
  #queued: BuiltDocument | null = null;
  #renders = 0;
  #returns: number[] = [];
  readonly #isFlooded = createFloodGauge();
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #destroyed = false;

  constructor(options: StageOptions) {
    this.#options = options;
    this.#endHeartbeat = startHeartbeat(
      () => (this.#renderingDocument ? (this.#spare ?? this.#shown) : this.#shown),
      (silentFor) => this.#onSilence(silentFor),
    );
    window.addEventListener('message', this.#onMessage);
    this.#addSpare();
  }

  /** Shows a document: at once where only its styles are new, else in a fresh frame. `rerun` runs it in any case. */
  show(document: BuiltDocument, { rerun = false } = {}): void {
    if (!rerun && this.#shown?.state === 'painted' && !this.#renderingDocument && this.#shownDocument) {
      if (differsInCssOnly(this.#shownDocument, document)) {
        tellFrame(this.#shown, { type: 'studio:css', css: document.css });
        this.#shownDocument = document;
        this.#queued = null;
        return;
      }
      if (toHtml(this.#shownDocument) === toHtml(document)) return;
    }
    this.#queued = document;
    if (this.#status === 'stopped') this.#setStatus('starting');
    if (this.#status === 'unresponsive') this.#restart();
    else this.#pump();
  }

  /** Ends whatever runs, however busy it is. The next `show` starts anew. */
  stop(): void {
    this.#dropFrames();
    this.#queued = null;
    this.#setStatus('stopped');
  }

  /** Runs code in the page on show, which prints what comes of it; false where nothing runs. */
  evaluate(code: string): boolean {
    if (this.#status !== 'running' || !this.#shown) return false;
    tellFrame(this.#shown, { type: 'studio:evaluate', code });
    return true;
  }

  /** Takes everything away; the stage cannot be used afterwards. */
  destroy(): void {
    this.#destroyed = true;
    this.#endHeartbeat();
    window.removeEventListener('message', this.#onMessage);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#dropFrames();
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
    if (!this.#shown) raiseFrame(this.#spare);
  }

  #render(frame: ShellFrame, document: BuiltDocument): void {
    frame.state = 'rendering';
    frame.askedAt = null;
    this.#renders += 1;
    frame.renderId = this.#renders;
    frame.document = document;
    tellFrame(frame, { type: 'studio:render', renderId: frame.renderId, html: toHtml(document) });
  }

  #onMessage = (event: MessageEvent): void => {
    const frame = [this.#shown, this.#spare].find((one) => one && one.element.contentWindow === event.source);
    if (!frame || event.origin !== frame.origin) return;
    if (this.#isFlooded()) {
      this.#options.onNotice('error', 'Preview Error: the page sent messages without end and was stopped');
      this.stop();
      return;
    }
    const parsed = ShellMessage.safeParse(event.data);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.type === 'console-log') this.#options.onConsole(message, frame);
    else if (message.type === 'studio:pong') this.#onPong(frame);
    else if (message.type === 'studio:left') this.#onLeft(frame);
    else if (message.type === 'studio:ready') this.#onReady(frame);
    else if (message.renderId === frame.renderId) this.#onPainted(frame);
  };

  #onReady(frame: ShellFrame): void {
    if (frame.state === 'loading') {
      frame.state = 'ready';
      this.#afterHang = false;
      this.#pump();
      return;
    }
    // A form or a link led the frame to a shell again: its document comes back.
    const document = frame === this.#spare ? this.#renderingDocument : this.#shownDocument;
    if (document) this.#render(frame, document);
  }

  #onPainted(frame: ShellFrame): void {
    frame.state = 'painted';
    if (frame !== this.#spare) return;
    const old = this.#shown;
    this.#shown = frame;
    this.#shownDocument = this.#renderingDocument;
    this.#spare = null;
    this.#renderingDocument = null;
    raiseFrame(frame);
    if (old) {
      lowerFrame(old);
      afterFrames(framesUntilRemoval, () => old.element.remove());
    }
    this.#setStatus('running');
    if (this.#queued) this.#pump();
    else whenIdle(() => this.#spare ?? (this.#status === 'running' && this.#addSpare()), spareWithin);
  }

  #onPong(frame: ShellFrame): void {
    frame.askedAt = null;
    frame.heardAt = performance.now();
    if (this.#status === 'unresponsive') this.#setStatus('running');
  }

  /** SPEC 8: the preview stays. What leads to a shell comes back by itself; anything else is blocked and replaced. */
  #onLeft(frame: ShellFrame): void {
    if (frame.leftRender === frame.renderId) return;
    frame.leftRender = frame.renderId;
    const now = performance.now();
    this.#returns = [...this.#returns.filter((at) => now - at < returnWindow), now];
    if (this.#returns.length > returnLimit) {
      this.#options.onNotice(
        'error',
        'Preview Error: the page kept navigating away from itself and was stopped',
      );
      this.stop();
      return;
    }
    this.#later(returnDeadline, () => {
      const inUse = frame === this.#shown || frame === this.#spare;
      if (!inUse || frame.renderId !== frame.leftRender || frame.heardAt > now) return;
      this.#options.onNotice('warn', 'Navigation to another page was prevented in preview');
      this.#queued ??= this.#renderingDocument ?? this.#shownDocument;
      this.#restart();
    });
  }

  #onSilence(silentFor: number): void {
    if (this.#queued) {
      this.#restart();
      return;
    }
    this.#setStatus('unresponsive');
    if (silentFor < watchdogDeadline) return;
    this.#options.onNotice(
      'error',
      `Preview Error: the code ran for ${watchdogDeadline / 1_000} seconds without a pause and was stopped. Press Run to try again.`,
    );
    this.stop();
  }

  /** Frames of one origin share a process: one that hangs takes all of them along. */
  #restart(): void {
    this.#dropFrames();
    this.#setStatus('starting');
    this.#addSpare();
  }

  #dropFrames(): void {
    for (const frame of [this.#shown, this.#spare]) frame?.element.remove();
    this.#shown = null;
    this.#spare = null;
    this.#shownDocument = null;
    this.#renderingDocument = null;
    this.#afterHang = this.#status === 'unresponsive';
  }

  #addSpare(): void {
    const { container, origins } = this.#options;
    const origin = this.#detour > 0 ? origins.beside(this.#detour) : origins.choices[this.#choice];
    if (origin === undefined || this.#destroyed) return;
    const frame = addFrame(container, origin);
    this.#spare = frame;
    if (this.#afterHang) this.#later(afterHangDeadline, () => this.#detourAround(frame));
    this.#later(shellDeadline, () => frame.loaded && this.#giveUpOn(frame));
    this.#later(loadDeadline, () => this.#giveUpOn(frame));
  }

  /** The frame waits for the process of the page that hung: another origin has another process, and a storage of its own. */
  #detourAround(frame: ShellFrame): void {
    if (frame !== this.#spare || frame.state !== 'loading') return;
    const isPossible = this.#choice === 0 && this.#detour < detourLimit;
    if (!isPossible || this.#options.origins.beside(this.#detour + 1) === frame.origin) return;
    frame.element.remove();
    this.#detour += 1;
    this.#options.onNotice(
      'warn',
      'The page that hung has not ended yet; until this project is opened again, the preview runs with an empty storage',
    );
    this.#addSpare();
  }

  #giveUpOn(frame: ShellFrame): void {
    if (frame !== this.#spare || frame.state !== 'loading') return;
    frame.element.remove();
    this.#spare = null;
    this.#detour = 0;
    this.#choice += 1;
    if (this.#options.origins.choices[this.#choice] === undefined) {
      this.#options.onNotice('error', `Preview Error: no preview page answers at ${frame.origin}`);
      this.#setStatus('failed');
      return;
    }
    this.#options.onNotice(
      'warn',
      `${frame.origin} does not answer; the preview runs on a shared origin, where projects are less isolated from each other`,
    );
    this.#addSpare();
  }

  #setStatus(status: StageStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#options.onStatus(status);
  }

  #later(delay: number, callback: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      callback();
    }, delay);
    this.#timers.add(timer);
  }
}
