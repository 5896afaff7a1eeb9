import type { ConsoleEntry } from '@studio/contract/console';
import type { BuiltDocument } from '@studio/engine/build-document';
import type { CompileTarget } from '@studio/engine/compile';
import { withBrokenPane, withoutPane } from '@studio/engine/compile-deadline';
import type { Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';
import { browserTime } from '@/lib/time.ts';
import { createCompiler } from './compile/compiler.ts';
import { rememberGoodParts } from './compile/last-good-parts.ts';
import type { withPositionsInPanes } from './compile/positions-in-panes.ts';
import { createRuntimeClasses } from './compile/runtime-classes.ts';
import { guardFocus } from './frames/focus-guard.ts';
import * as texts from './frames/notices.ts';
import { PreviewController, type PreviewControllerOptions } from './frames/preview-controller.ts';
import type { RunnerFrame } from './frames/runner-frame.ts';
import type { HangMark } from './hang-mark.ts';
import type { PreviewStatus } from './live-preview-state.ts';

export interface LivePreviewOptions
  extends Omit<PreviewControllerOptions, 'onConsole' | 'onClasses' | 'onRender' | 'onStatus'> {
  hangMark: HangMark;
  /** What the project printed, with its positions in the panes. */
  onConsole(entry: ConsoleEntry): void;
  onStatus(status: PreviewStatus): void;
  /** What the compilers say of the newest source; empty once all is well. */
  onProblems(problems: Problem[]): void;
  /** True while compiling, or loading compilers, lasts for more than a second. */
  onCompiling(compiling: boolean): void;
}

/** A project's sources in, a running page out. While one of them is broken, its last good state stays up beside the others. */
export interface LivePreview {
  /** Shows what the sources make now; `rerun` runs it in any case. */
  show(source: Source, target: CompileTarget, options?: { rerun: boolean }): Promise<void>;
  /** Ends whatever runs. The next `show` starts anew. */
  stop(): void;
  /** Runs code in the page on show, which prints what comes of it; false where nothing runs. */
  evaluate(code: string): boolean;
  destroy(): void;
}

/** What the preview was asked to show. */
interface PreviewRequest {
  source: Source;
  target: CompileTarget;
}

export function createLivePreview(options: LivePreviewOptions): LivePreview {
  const { hangMark } = options;
  const controller = new PreviewController({
    ...options,
    ...withPositions(options),
    onClasses: (names) => classes.report(names),
    onRender: hangMark.begin,
    onStatus(status) {
      if (status === 'running') hangMark.begin();
      else if (status === 'unresponsive' || status === 'stopped' || status === 'crashed') hangMark.hung();
      options.onStatus(status);
    },
  });
  const endFocusGuard = guardFocus(options.container, () => {
    options.onNotice('error', texts.focusTaken);
    controller.stop();
  });
  const compiler = createCompiler({ startWorker, time: browserTime, onSlow: options.onCompiling });
  const completePage = rememberGoodParts();
  const classes = createRuntimeClasses({ restyle, time: browserTime });
  let latest: PreviewRequest | null = null;
  let wasScriptBroken = false;
  let isPaused = hangMark.isSet();
  let pausedSource: Source | null = null;
  window.addEventListener('pagehide', hangMark.leave);

  /** True while these are still the sources that hung the last time, and nobody has asked to run them. */
  function staysPaused(source: Source, rerun: boolean): boolean {
    if (!isPaused) return false;
    pausedSource ??= source;
    isPaused = !rerun && isSameSource(pausedSource, source);
    options.onStatus(isPaused ? 'paused' : 'starting');
    return isPaused;
  }

  /** What has no end keeps its own pane out of the page alone, as any other error does. */
  async function compileWhatEnds(source: Source, target: CompileTarget, names: readonly string[]) {
    const compiled = await compiler.compile(source, target, names);
    const ended = compiled?.document === null ? compiled.problems[0] : undefined;
    // A newer one has its turn already.
    if (!ended || latest?.source !== source) return compiled;
    const rest = await compiler.compile(withoutPane(source, ended), target, names);
    return rest?.document ? withBrokenPane(rest, ended) : rest;
  }

  /**
   * Compiles a request and has `put` show the page: true where it is there, or on its way, with its styles. A script that
   * compiles again runs even where it is the one from before: the failed run has taken its place (ADR 44).
   */
  async function make(
    request: PreviewRequest,
    rerun: boolean,
    put: (page: BuiltDocument, rerun: boolean) => boolean,
  ): Promise<void> {
    const { source, target } = request;
    const names = classes.namesFor(source);
    try {
      const compiled = await compileWhatEnds(source, target, names);
      if (!compiled) return;
      const page = completePage(source, compiled, { isRunning: controller.isRunning, rerun });
      const isScriptBroken = compiled.document === null ? wasScriptBroken : compiled.isScriptBroken;
      const isMended = wasScriptBroken && !isScriptBroken;
      wasScriptBroken = isScriptBroken;
      if (page && put(page, rerun || isMended)) classes.setStyled(names);
      options.onProblems(compiled.problems);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      options.onNotice('error', texts.notCompiled(reason));
    }
  }

  async function show(source: Source, target: CompileTarget, { rerun } = { rerun: false }): Promise<void> {
    if (staysPaused(source, rerun)) return;
    latest = { source, target };
    classes.beginRun();
    const release = classes.pause();
    await make(latest, rerun, (page, runsAnew) => {
      controller.show(page, { rerun: runsAnew });
      return true;
    });
    release();
  }

  /** The page on show has made classes: its styles follow, and nothing of it runs again. */
  async function restyle(): Promise<void> {
    if (latest) await make(latest, false, (page) => controller.restyle(page));
  }

  return {
    show,
    stop: () => controller.stop(),
    evaluate: (code) => controller.evaluate(code),
    destroy() {
      latest = null;
      window.removeEventListener('pagehide', hangMark.leave);
      hangMark.leave();
      endFocusGuard();
      controller.destroy();
      compiler.destroy();
    },
  };
}

/** Passes runs and entries on in their order, once what finds positions is there: it need not come with the page. */
function withPositions({ onConsole, onRun }: Pick<LivePreviewOptions, 'onConsole' | 'onRun'>) {
  let find: typeof withPositionsInPanes | null = null;
  const load = async () => {
    try {
      find = (await import('./compile/positions-in-panes.ts')).withPositionsInPanes;
    } catch (error) {
      console.warn('Positions in the console are those of the page.', error);
    }
  };
  const loaded = load();
  const inOrder = (notify: () => void) => {
    if (find) notify();
    else void loaded.then(notify);
  };
  return {
    onConsole(entry: ConsoleEntry, { origin, document }: RunnerFrame) {
      inOrder(() => onConsole(find && document ? find(entry, origin, document) : entry));
    },
    onRun: () => inOrder(onRun),
  };
}

function isSameSource(one: Source, other: Source): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function startWorker(): Worker {
  return new Worker(new URL('./compile/compile.worker.ts', import.meta.url), { type: 'module' });
}
