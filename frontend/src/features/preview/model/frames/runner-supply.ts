import * as texts from '../../console-texts.ts';
import type { EarlyFrame } from './early-frame.ts';
import type { PreviewHost, PreviewOrigins } from './preview-options.ts';
import { addFrame, type RunnerFrame } from './runner-frame.ts';

interface SupplyOptions extends PreviewHost {
  /** Whether another frame has loaded a runner from this origin. */
  responds(origin: string): boolean;
  /** A frame whose runner did not load was replaced by another one. */
  onReplaced(frame: RunnerFrame, by: RunnerFrame): void;
  /**
   * The runner of a frame did not load. The next attempt is made at the same origin if that responds otherwise, else at
   * the first choice again.
   */
  onFailed(frame: RunnerFrame): void;
}

/** In ms: a frame that has loaded by then without a runner's message shows the browser's error page. */
const runnerDeadlineMs = 3_000;
/** How long (ms) loading may take, as on a busy machine. */
const loadDeadlineMs = 12_000;
/**
 * In ms, after a hang: browsers end a hanging page's process at once, or much later if the page has unload handlers.
 */
const afterHangDeadlineMs = 1_000;
/** The most detours, as each one makes a slow machine slower. */
const detourLimit = 3;

/** Adds empty runners from the best origin that responds. */
export class RunnerSupply {
  readonly #options: SupplyOptions;
  #origins: PreviewOrigins;
  #choice = 0;
  #detour = 0;
  #warnedOfSharedOrigin = false;
  #early: EarlyFrame | undefined;

  constructor(options: SupplyOptions) {
    this.#options = options;
    this.#origins = options.origins;
    this.#early = options.earlyFrame;
  }

  /** Adds a frame that loads a runner; `afterHang`: its process may still be busy with the previous page. */
  next({ afterHang = false } = {}): RunnerFrame {
    const { container } = this.#options;
    const chosen = this.#detour === 0 ? this.#origins.choices[this.#choice] : undefined;
    const origin = chosen ?? this.#origins.detour(this.#detour);
    const early = this.#early?.origin === origin ? this.#early : null;
    this.#early = undefined;
    const frame = addFrame(container, origin, early);
    const check = (delay: number, act: () => void) =>
      setTimeout(() => !frame.isReady && frame.element.isConnected && act(), delay);
    if (afterHang) check(afterHangDeadlineMs, () => this.#detourAround(frame));
    const choice = this.#choice;
    check(runnerDeadlineMs, () => frame.loaded && this.#giveUpOn(frame, choice));
    check(loadDeadlineMs, () => this.#giveUpOn(frame, choice));
    return frame;
  }

  /** Sets the origins of later frames. */
  moveTo(origins: PreviewOrigins): void {
    this.#origins = origins;
    this.#detour = 0;
  }

  /** Replaces a frame that waits for a hanging process: another origin has its own process and storage. */
  #detourAround(frame: RunnerFrame): void {
    const isPossible = this.#choice === 0 && this.#detour < detourLimit;
    if (!isPossible || this.#origins.detour(this.#detour + 1) === frame.origin) return;
    this.#detour += 1;
    this.#options.onNotice('warn', texts.emptyStorage);
    this.#replace(frame, true);
  }

  /** `choice`: the one that the frame was made with; an earlier failure may have moved on from it. */
  #giveUpOn(frame: RunnerFrame, choice: number): void {
    const isLast = this.#origins.choices[choice + 1] === undefined;
    const responds = this.#options.responds(frame.origin);
    if (!responds) this.#detour = 0;
    if (!responds && choice === this.#choice) this.#choice = isLast ? 0 : choice + 1;
    if (isLast || responds) {
      frame.element.remove();
      this.#options.onFailed(frame);
      return;
    }
    if (!this.#warnedOfSharedOrigin) this.#options.onNotice('warn', texts.sharedOrigin(frame.origin));
    this.#warnedOfSharedOrigin = true;
    this.#replace(frame, false);
  }

  #replace(frame: RunnerFrame, afterHang: boolean): void {
    frame.element.remove();
    this.#options.onReplaced(frame, this.next({ afterHang }));
  }
}
