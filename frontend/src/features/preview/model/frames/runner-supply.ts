import type { ConsoleLevel } from '@studio/contract/console';
import { sandboxOrigin } from '@studio/contract/sandbox-frame';
import type { EarlyFrame } from './early-frame';
import * as texts from './notices';
import { addFrame, type RunnerFrame } from './runner-frame';

/** Where a preview has its frames. */
export interface PreviewPlace {
  container: HTMLElement;
  /** Where runners may come from: each next choice is tried if none loads from the one before. */
  origins: PreviewOrigins;
  /** In the container already: the first one that is asked for, if it is at that origin. */
  earlyFrame?: EarlyFrame | undefined;
  /** What the studio itself has to say, for the console panel. */
  onNotice(level: ConsoleLevel, text: string): void;
}

interface SupplyOptions extends PreviewPlace {
  /** A frame whose runner did not come has made room for another one. */
  onReplaced(frame: RunnerFrame, by: RunnerFrame): void;
  /** No runner can be loaded anywhere now; the next one is looked for from the first choice on. */
  onFailed(frame: RunnerFrame): void;
}

/** A runner that has loaded sends its message at once; an address that does not resolve loads an error page. */
const runnerDeadline = 3_000;
/** A machine under load may need longer (ms) to load anything. */
const loadDeadline = 12_000;
/** The browser ends the process of a page that hangs at once, or, where the page listens to its end, much later. */
const afterHangDeadline = 1_000;
/** So many detours at most: each one makes a slow machine slower. */
const detourLimit = 3;

/** Adds empty runners from the best origin that responds. */
export class RunnerSupply {
  readonly #options: SupplyOptions;
  #choice = 0;
  #detour = 0;
  #warnedOfSharedOrigin = false;
  #early: EarlyFrame | undefined;

  constructor(options: SupplyOptions) {
    this.#options = options;
    this.#early = options.earlyFrame;
  }

  /** Adds a frame that loads a runner; `afterHang`: its process may still be busy with the page before. */
  next({ afterHang = false } = {}): RunnerFrame {
    const { container, origins } = this.#options;
    const chosen = this.#detour === 0 ? origins.choices[this.#choice] : undefined;
    const origin = chosen ?? origins.detour(this.#detour);
    const early = this.#early?.origin === origin ? this.#early : null;
    this.#early = undefined;
    const frame = addFrame(container, origin, early);
    const check = (delay: number, act: () => void) =>
      setTimeout(() => !frame.isReady && frame.element.isConnected && act(), delay);
    if (afterHang) check(afterHangDeadline, () => this.#detourAround(frame));
    check(runnerDeadline, () => frame.loaded && this.#giveUpOn(frame));
    check(loadDeadline, () => this.#giveUpOn(frame));
    return frame;
  }

  /** The frame waits for the process of the page that hung: another origin has another process, and a storage of its own. */
  #detourAround(frame: RunnerFrame): void {
    const isPossible = this.#choice === 0 && this.#detour < detourLimit;
    if (!isPossible || this.#options.origins.detour(this.#detour + 1) === frame.origin) return;
    this.#detour += 1;
    this.#options.onNotice('warn', texts.emptyStorage);
    this.#replace(frame, true);
  }

  #giveUpOn(frame: RunnerFrame): void {
    this.#detour = 0;
    this.#choice += 1;
    if (this.#options.origins.choices[this.#choice] === undefined) {
      this.#choice = 0;
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

/** The origins that one preview may use. */
export interface PreviewOrigins {
  /** Where the project's code may run, best first. */
  choices: string[];
  /** Where it may run while a page of the choice hangs and its process lives on; `detour` counts from 1. */
  detour(detour: number): string;
}

/**
 * Where a project's code may run, best first. Names under `localhost` do not resolve in every browser, nor on another
 * machine than the studio's: for them alone the sandbox port of the host by which this page was opened is the second
 * choice (specification: Isolation). Never the app's own origin.
 */
export function previewOrigins(template: string, projectKey: string, openedBy: Location): PreviewOrigins {
  const own = sandboxOrigin(template, projectKey);
  const { port, protocol, hostname } = new URL(own);
  const detour = (detour: number) => sandboxOrigin(template, projectKey, detour);
  if (!hostname.endsWith('.localhost')) return { choices: [own], detour };
  const shared = `${protocol}//${openedBy.hostname}:${port}`;
  return { choices: shared === openedBy.origin ? [own] : [own, shared], detour };
}
