import type { ConsoleEntry } from '@studio/contract/console';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { PromptScript } from '@studio/contract/preview';
import type { BuiltDocument } from '@studio/engine/build-document';
import type { CompileTarget } from '@studio/engine/compile';
import { plainPage } from '@studio/engine/plain-page';
import type { Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';
import { browserTime, onFirstInput, whenIdle } from '@/lib/time.ts';
import * as texts from '../console-texts.ts';
import { createCompiler, LoadError } from './compile/compiler.ts';
import { rememberGoodParts } from './compile/last-good-parts.ts';
import { withPositions } from './compile/positions-on-demand.ts';
import { createPreviewCompiler } from './compile/preview-compiler.ts';
import { createRuntimeClasses } from './compile/runtime-classes.ts';
import { guardFocus } from './frames/focus-guard.ts';
import { PreviewController } from './frames/preview-controller.ts';
import type { PreviewControllerOptions, PreviewOrigins } from './frames/preview-options.ts';
import {
  isRequested,
  isScriptBroken,
  type LivePreviewEvent,
  type LivePreviewState,
  mustRun,
  type PreviewRequest,
  type PreviewStatus,
  stateBefore,
  transitionLivePreview,
} from './live-preview-state.ts';
import type { RunGuard } from './run-guard.ts';

export interface LivePreviewOptions
  extends Omit<PreviewControllerOptions, 'onConsole' | 'onClasses' | 'onRender' | 'onStatus'> {
  runGuard: RunGuard;
  originsOf(projectKey: string): PreviewOrigins;
  /** Called with the project's output, with positions in the panes. */
  onConsole(entry: ConsoleEntry): void;
  onStatus(status: PreviewStatus): void;
  /** The compilers' problems with the newest source; empty if there are none. */
  onProblems(problems: Problem[]): void;
  /** Called with work that delays a project by more than a second; null at its end. */
  onWork(work: PreviewWork | null): void;
  /** Called with the versions for imported packages that have none in the project. */
  onPackages(packages: PackageVersions): void;
}

/** The pauses (ms) before loading the compilers again: the first one, doubled each time, and the longest. */
const firstPauseMs = 2_000;
const maxPauseMs = 60_000;

/** In ms: keys that follow each other within this time count as typing. The first alone may be the only one. */
const typingPauseMs = 2_000;

/** `compiling`: or loading compilers. `packages`: looking up imports. `outage`: the compilers cannot be loaded. */
export type PreviewWork = 'compiling' | 'packages' | 'outage';

/** Turns a project's sources into a running page. A source with errors is replaced by its last good version. */
export interface LivePreview {
  /** Compiles and shows the sources; `rerun` runs them even if nothing has changed. */
  show(source: Source, target: CompileTarget, options?: { rerun: boolean }): Promise<void>;
  /** Loads the next frame and compiles the sources in advance, while the user may still be typing. */
  prepare(source: Source, target: CompileTarget): void;
  /** Stops the running page; the next `show` starts it again. */
  stop(): void;
  /** Runs code in the shown page, which prints the result; false if nothing runs. */
  evaluate(script: PromptScript): boolean;
  /** The first save has changed the project's key: keeps the running page; the next run uses the new key's origin. */
  moveTo(projectKey: string): void;
  destroy(): void;
}

export function createLivePreview(options: LivePreviewOptions): LivePreview {
  const { runGuard } = options;
  /** The first page has run, or cannot. */
  const started = Promise.withResolvers<void>();
  /** A page has printed an error. */
  const erred = Promise.withResolvers<void>();
  /** The page was stopped, by the user or the studio, and nothing was shown since. */
  let hasEnded = false;
  /** The newest page has printed an error. */
  let hasErred = false;
  const printed = withPositions(options);
  const controller = new PreviewController({
    ...options,
    ...printed,
    onRun() {
      hasErred = false;
      printed.onRun();
    },
    onConsole(entry, frame) {
      if (entry.level === 'error') {
        hasErred = true;
        erred.resolve();
      }
      printed.onConsole(entry, frame);
    },
    onClasses: (names) => classes.report(names),
    onRender: runGuard.begin,
    onStatus(status) {
      hasEnded = status === 'stopped' || status === 'crashed';
      if (status === 'running') runGuard.begin();
      else if (hasEnded || status === 'unresponsive') runGuard.hung();
      if (status !== 'starting') started.resolve();
      options.onStatus(status);
    },
  });
  const endFocusGuard = guardFocus(options.container, () => {
    options.onNotice('error', texts.focusTaken);
    controller.stop();
    // It responded: this is no hang.
    runGuard.begin();
  });
  /** The last request waits because the compilers cannot be loaded. */
  let isOutage = false;
  const slow = (work: PreviewWork) => (isSlow: boolean) =>
    options.onWork(isSlow ? work : isOutage ? 'outage' : null);
  const compiler = createCompiler({ startWorker, time: browserTime, onSlow: slow('compiling') });
  const pages = createPreviewCompiler({
    compiler,
    onPackages: options.onPackages,
    onLookupSlow: slow('packages'),
  });
  const completePage = rememberGoodParts();
  const classes = createRuntimeClasses({ restyle, time: browserTime });
  let state = stateBefore(runGuard.reason());
  let preparedAt = Number.NEGATIVE_INFINITY;
  window.addEventListener('pagehide', runGuard.leave);

  const isLatest = (request: PreviewRequest) => state.kind === 'showing' && state.request === request;

  function dispatch(event: LivePreviewEvent): void {
    state = transitionLivePreview(state, event);
  }

  function setOutage(begins: boolean): void {
    if (begins !== isOutage) options.onWork(begins ? 'outage' : null);
    isOutage = begins;
  }

  /**
   * Compiles a request and shows the page by `put`, which returns whether the page gets these styles. A script that
   * compiles again is run even if it equals the one before the error, since the failed run has replaced its page
   * (ADR 44). If the compilers cannot be loaded, tries again after `pause` (ms).
   */
  async function make(
    request: PreviewRequest,
    put: (page: BuiltDocument, rerun: boolean) => boolean,
    pause = firstPauseMs,
  ): Promise<void> {
    const names = classes.namesFor(request.source);
    try {
      const made = await pages.compile({
        ...request,
        classes: names,
        isLatest: () => isLatest(request),
        again(rerun) {
          // What runs is not restarted.
          dispatch({ type: 'requested', request, rerun: rerun && hasErred });
          void make(request, showAgain);
        },
        onLoadError: () =>
          browserTime.after(pause, () => {
            if (isLatest(request)) void make(request, put, Math.min(2 * pause, maxPauseMs));
          }),
      });
      if (!made) return;
      setOutage(false);
      const { compiled, source } = made;
      const rerun = mustRun(state);
      const page = completePage(source, compiled, { isRunning: controller.isRunning, rerun });
      const wasScriptBroken = isScriptBroken(state);
      if (compiled.document) dispatch({ type: 'compiled', isScriptBroken: compiled.isScriptBroken });
      const isMended = wasScriptBroken && !isScriptBroken(state);
      if (page && put(page, rerun || isMended)) {
        dispatch({ type: 'shown' });
        classes.setStyled(names);
      }
      options.onProblems(compiled.problems);
    } catch (error) {
      const isLoadError = error instanceof LoadError;
      if (isLoadError && (isOutage || !isLatest(request))) return;
      options.onNotice('error', texts.notCompiled(messageOf(error)));
      setOutage(isLoadError);
    }
  }

  /** Shows a page, also after a request that gave it styles only. One that was stopped stays stopped. */
  function showAgain(page: BuiltDocument, rerun: boolean): boolean {
    if (!hasEnded) controller.show(page, { rerun });
    return !hasEnded;
  }

  /** Runs a page that needs no compilers. They are loaded at the first input, or to explain an error. */
  async function runAtOnce(request: PreviewRequest): Promise<boolean> {
    const { source, target } = request;
    const compiled = plainPage(source, target);
    const page = compiled && completePage(source, compiled, { isRunning: false, rerun: true });
    if (!page) return false;
    controller.show(page, { rerun: true });
    dispatch({ type: 'shown' });
    await started.promise;
    const inUse = new Promise<void>((resolve) => onFirstInput(() => whenIdle(resolve)));
    await Promise.race([inUse, erred.promise]);
    return true;
  }

  async function show(source: Source, target: CompileTarget, { rerun } = { rerun: false }): Promise<void> {
    const request = { source, target };
    // The app requests what the early preview shows already, or what the user has stopped there.
    if (!rerun && isRequested(state, request)) return;
    const before = state.kind;
    dispatch({ type: 'requested', request, rerun });
    const { kind } = state;
    const isPaused = isWaiting(kind);
    if (isWaiting(before)) options.onStatus(isPaused ? kind : 'starting');
    if (isPaused) return;
    classes.beginRun();
    const ran = before === 'idle' && (await runAtOnce(request));
    if (!isLatest(request)) return;
    const release = classes.pause();
    let wasShown = false;
    await make(request, (page, isRerun) => {
      // A page that was stopped meanwhile stays stopped: only its problems are reported.
      if ((ran && !controller.isRunning) || (wasShown && hasEnded)) return false;
      controller.show(page, { rerun: isRerun });
      wasShown = true;
      return true;
    });
    release();
  }

  /** The shown page has new classes: its styles are replaced without running it again, unless a run is due. */
  async function restyle(): Promise<void> {
    if (state.kind === 'showing' && !state.rerun)
      await make(state.request, (page) => !mustRun(state) && controller.restyle(page));
  }

  function prepare(source: Source, target: CompileTarget): void {
    if (state.kind !== 'showing') return;
    // While somebody types, another run follows before a frame could load.
    const isTyping = performance.now() - preparedAt < typingPauseMs;
    preparedAt = performance.now();
    controller.prepare(isTyping ? 2 : 1);
    compiler.compileAhead(source, target, classes.namesFor(source));
  }

  return {
    show,
    prepare,
    stop: () => controller.stop(),
    evaluate: (script) => controller.evaluate(script),
    moveTo(projectKey) {
      runGuard.moveTo(projectKey);
      controller.moveTo(options.originsOf(projectKey));
    },
    destroy() {
      dispatch({ type: 'destroyed' });
      window.removeEventListener('pagehide', runGuard.leave);
      runGuard.leave();
      endFocusGuard();
      controller.destroy();
      compiler.destroy();
    },
  };
}

function isWaiting(kind: LivePreviewState['kind']): kind is 'paused' | 'foreign' {
  return kind === 'paused' || kind === 'foreign';
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function startWorker(): Worker {
  return new Worker(new URL('./compile/compile.worker.ts', import.meta.url), { type: 'module' });
}
