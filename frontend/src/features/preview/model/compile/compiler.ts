import { durations } from '@studio/contract/durations';
import type { Compiled, CompileTarget } from '@studio/engine/compile';
import { type CompileEnd, compileDeadline, endedCompile } from '@studio/engine/compile-deadline';
import type { Source } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';

/** Page → worker. One at a time. */
export interface CompileRequest {
  source: Source;
  target: CompileTarget;
  /** Classes that the page has made while it ran. */
  classes: readonly string[];
}

/** Worker → page: first that the compilers are there and the work begins, then its result or the words of a fault of ours. */
export type CompileResponse =
  | { kind: 'loaded' }
  | { kind: 'compiled'; compiled: Compiled }
  | { kind: 'fault'; fault: string };

/** The compilers could not be loaded; they may be when they are asked for again. */
export class LoadError extends Error {}

export interface CompilerOptions {
  /** Called when a worker is needed: at first, and after one that had to be ended. */
  startWorker(): Worker;
  time: Time;
  /** True while a compile, or the loading of its compilers, lasts for more than a second. */
  onSlow(slow: boolean): void;
}

export interface Compiler {
  /**
   * The page of a project, with styles for `classes` that it has made while it ran; null once a newer request has taken
   * its place. Rejects for a fault of ours alone, and with a `LoadError`.
   */
  compile(source: Source, target: CompileTarget, classes?: readonly string[]): Promise<Compiled | null>;
  /**
   * Compiles what `compile` will probably be asked for, after a pause in the calls that is shorter the longer it takes. It
   * gives way to what is asked for, and a project that takes longer than an edit waits anyway is left alone: the next edit
   * would have to wait for this one.
   */
  compileAhead(source: Source, target: CompileTarget, classes: readonly string[]): void;
  destroy(): void;
}

interface Job {
  request: CompileRequest;
  resolve(compiled: Compiled | null): void;
  reject(fault: Error): void;
}

interface Run extends Job {
  timers: (() => void)[];
  /** When the work itself began; null while its compilers are loaded. */
  startedAt: number | null;
  /** It has run for so long that a newer request need not wait for its end. */
  isLong: boolean;
  isSlow: boolean;
}

const slowAfter = 1_000;
const longAfter = 500;
/** What is compiled ahead is to be there after so long (ms) without another key, the half of what an edit waits. */
const aheadWithin = durations.editorDebounce / 2;

/** Compiles in a worker, one project at a time; of those that wait, the newest. */
export function createCompiler({ startWorker, time, onSlow }: CompilerOptions): Compiler {
  const cache = createCompileCache();
  let worker: Worker | null = null;
  let running: Run | null = null;
  let waiting: Job | null = null;
  /** What nobody has asked for yet: it is compiled once there is nothing else to do. */
  let ahead: CompileRequest | null = null;
  let cancelAhead = () => {};
  /** How long (ms) the last compile took. */
  let took = 0;

  function pump(): void {
    if (running) return;
    const job = waiting ?? jobAhead();
    if (!job) return;
    const run: Run = { ...job, timers: [], startedAt: null, isLong: false, isSlow: false };
    waiting = null;
    running = run;
    run.timers.push(
      time.after(slowAfter, () => {
        run.isSlow = true;
        onSlow(true);
      }),
    );
    worker ??= listen(startWorker());
    worker.postMessage(run.request);
  }

  /** A fault comes again when somebody asks for this, and is told then. */
  function jobAhead(): Job | null {
    const request = ahead;
    ahead = null;
    return request && { request, resolve() {}, reject() {} };
  }

  function forgetAhead(): void {
    cancelAhead();
    ahead = null;
  }

  function listen(started: Worker): Worker {
    started.addEventListener('message', ({ data }: MessageEvent<CompileResponse>) => {
      if (started === worker && running) onResponse(running, data);
    });
    started.addEventListener('error', ({ message }) => {
      if (started !== worker) return;
      endWorker();
      if (running) reject(running, message || 'the compilers could not be loaded');
      finish();
    });
    return started;
  }

  function onResponse(run: Run, response: CompileResponse): void {
    if (response.kind === 'loaded') {
      startClocks(run);
      return;
    }
    if (run.startedAt !== null) took = time.now() - run.startedAt;
    if (response.kind === 'compiled') {
      cache.set(run.request, response.compiled);
      run.resolve(response.compiled);
    } else reject(run, response.fault);
    finish();
  }

  /** Before its work begins, a compile can only fail in loading what it needs. */
  function reject(run: Run, fault: string): void {
    run.reject(run.startedAt === null ? new LoadError(fault) : new Error(fault));
  }

  /** What is loaded once is not the project's fault: the clocks start when the work itself begins. */
  function startClocks(run: Run): void {
    run.startedAt = time.now();
    run.timers.push(
      time.after(longAfter, () => {
        run.isLong = true;
        if (waiting) giveWay(run);
      }),
      time.after(compileDeadline, () => end(run, 'too slow')),
    );
  }

  function giveWay(run: Run): void {
    endWorker();
    run.resolve(null);
    finish();
  }

  function end(run: Run, why: CompileEnd): void {
    endWorker();
    took = compileDeadline;
    run.resolve({ document: null, problems: [endedCompile(run.request.source, why)] });
    finish();
  }

  function endWorker(): void {
    worker?.terminate();
    worker = null;
  }

  function finish(): void {
    for (const cancel of running?.timers ?? []) cancel();
    if (running?.isSlow) onSlow(false);
    running = null;
    pump();
  }

  return {
    compile: (source, target, classes = []) =>
      new Promise((resolve, reject) => {
        forgetAhead();
        waiting?.resolve(null);
        waiting = null;
        const request = { source, target, classes };
        const known = cache.get(request);
        if (known) {
          // What still runs is older than this.
          running?.resolve(null);
          resolve(known);
          return;
        }
        if (running && JSON.stringify(running.request) === JSON.stringify(request)) {
          // What runs is just that: it goes on, for whoever asked last.
          running.resolve(null);
          Object.assign(running, { resolve, reject });
          return;
        }
        waiting = { request, resolve, reject };
        if (running?.isLong) giveWay(running);
        else pump();
      }),
    compileAhead(source, target, classes) {
      forgetAhead();
      if (took > durations.editorDebounce) return;
      cancelAhead = time.after(Math.max(0, aheadWithin - took), () => {
        const request = { source, target, classes };
        if (cache.get(request)) return;
        ahead = request;
        pump();
      });
    },
    destroy() {
      forgetAhead();
      waiting?.resolve(null);
      waiting = null;
      if (running) giveWay(running);
      endWorker();
    },
  };
}

/** In characters of the projects that are kept; the oldest goes first. */
const capacity = 8_000_000;

/** What was compiled lately: a rerun and an undo are at hand at once. */
interface CompileCache {
  get(request: CompileRequest): Compiled | undefined;
  set(request: CompileRequest, compiled: Compiled): void;
}

function createCompileCache(): CompileCache {
  const kept = new Map<string, Compiled>();
  let size = 0;

  function remove(key: string): void {
    if (kept.delete(key)) size -= key.length;
  }

  return {
    get: (request) => kept.get(JSON.stringify(request)),
    set(request, compiled) {
      const key = JSON.stringify(request);
      remove(key);
      kept.set(key, compiled);
      size += key.length;
      for (const oldest of kept.keys()) {
        if (size <= capacity) return;
        remove(oldest);
      }
    },
  };
}
