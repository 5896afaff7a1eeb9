import { durations } from '@studio/contract/durations';
import type { Compiled, CompileTarget } from '@studio/engine/compile';
import { type CompileEnd, compileDeadlineMs, endedCompile } from '@studio/engine/compile-deadline';
import type { Source } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';
import { reportSlow } from './report-slow.ts';

/** Page → worker, one at a time. */
export interface CompileRequest {
  source: Source;
  target: CompileTarget;
  /** Classes that the running page has added. */
  classes: readonly string[];
}

/**
 * Worker → page: first that the compilers are loaded, then the result or the message of a bug. `loading`: the code needs
 * another compiler, which is `loaded` later.
 */
export type CompileResponse =
  | { kind: 'loaded' }
  | { kind: 'loading' }
  | { kind: 'compiled'; compiled: Compiled }
  | { kind: 'fault'; fault: string };

/** The compilers could not be loaded; trying again may help. */
export class LoadError extends Error {}

export interface CompilerOptions {
  /** Called when a worker is needed: at first, and after one was terminated. */
  startWorker(): Worker;
  time: Time;
  /** Called with true when compiling, or loading the compilers, takes longer than a second; with false at its end. */
  onSlow(slow: boolean): void;
}

export interface Compiler {
  /**
   * Compiles a project, with styles for `classes` that its page has added. Resolves to null if a newer request replaces
   * it. Rejects only for a bug of the studio, or with a `LoadError`.
   */
  compile(source: Source, target: CompileTarget, classes?: readonly string[]): Promise<Compiled | null>;
  /**
   * Compiles the next probable request in advance, after a pause in the calls, which is shorter for slow projects.
   * Requests of `compile` take precedence. Projects that take longer than the debounce of an edit are not compiled
   * ahead, because the next edit would have to wait.
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
  /** Ends the report that it is slow. */
  endReport(): void;
  /** End the time limits. */
  clocks: (() => void)[];
  /** When compiling began; null while compilers are loaded. */
  startedAt: number | null;
  /** It has run for so long that a newer request cancels it. */
  isLong: boolean;
}

const longAfterMs = 500;
/** The same for loading a compiler that only some code needs. */
const longLoadingMs = 10_000;
/** Compiling ahead should end this long (ms) after the last key: half the debounce of an edit. */
const aheadWithinMs = durations.editorDebounce / 2;

/** Compiles in a worker, one request at a time; of the waiting ones only the newest. */
export function createCompiler({ startWorker, time, onSlow }: CompilerOptions): Compiler {
  const cache = createCompileCache();
  let worker: Worker | null = null;
  let running: Run | null = null;
  let waiting: Job | null = null;
  /** The request to compile ahead, once the worker is idle. */
  let ahead: CompileRequest | null = null;
  let cancelAhead = () => {};
  /** How long (ms) the last compile took. */
  let took = 0;

  function pump(): void {
    if (running) return;
    const job = waiting ?? jobAhead();
    if (!job) return;
    const endReport = reportSlow(time, onSlow);
    const run: Run = { ...job, endReport, clocks: [], startedAt: null, isLong: false };
    waiting = null;
    running = run;
    worker ??= listen(startWorker());
    worker.postMessage(run.request);
  }

  /** Ignores errors: a real request for the same source reports them. */
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
    if (response.kind === 'loading') return limitLoading(run);
    if (response.kind === 'loaded') return startClocks(run);
    if (run.startedAt !== null) took = time.now() - run.startedAt;
    if (response.kind === 'compiled') {
      cache.set(run.request, response.compiled);
      run.resolve(response.compiled);
    } else reject(run, response.fault);
    finish();
  }

  /** A failure while nothing is compiled is one to load a compiler. A worker of older browsers would not fetch it again. */
  function reject(run: Run, fault: string): void {
    const isLoading = run.startedAt === null;
    if (isLoading) endWorker();
    run.reject(isLoading ? new LoadError(fault) : new Error(fault));
  }

  /** Starts the time limits when compiling begins, since loading is not the project's fault. */
  function startClocks(run: Run): void {
    stopClocks(run);
    run.startedAt = time.now();
    giveWayAfter(longAfterMs, run);
    run.clocks.push(time.after(compileDeadlineMs, () => end(run, 'too slow')));
  }

  /** A request that never ends would hold up newer code, which may need no other compiler. */
  function limitLoading(run: Run): void {
    stopClocks(run);
    giveWayAfter(longLoadingMs, run);
  }

  function giveWayAfter(ms: number, run: Run): void {
    const cancel = time.after(ms, () => {
      run.isLong = true;
      if (waiting) giveWay(run);
    });
    run.clocks.push(cancel);
  }

  function stopClocks(run: Run): void {
    for (const cancel of run.clocks.splice(0)) cancel();
    run.startedAt = null;
    run.isLong = false;
  }

  function giveWay(run: Run): void {
    endWorker();
    run.resolve(null);
    finish();
  }

  function end(run: Run, why: CompileEnd): void {
    endWorker();
    took = compileDeadlineMs;
    run.resolve({ document: null, problems: [endedCompile(run.request.source, why)] });
    finish();
  }

  function endWorker(): void {
    worker?.terminate();
    worker = null;
  }

  function finish(): void {
    if (running) {
      running.endReport();
      stopClocks(running);
    }
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
          // The running request is older than this one.
          running?.resolve(null);
          resolve(known);
          return;
        }
        if (running && JSON.stringify(running.request) === JSON.stringify(request)) {
          // An equal request is running: it continues, for the newest caller.
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
      cancelAhead = time.after(Math.max(0, aheadWithinMs - took), () => {
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

/** In characters of the cached requests; the oldest is removed first. */
const capacity = 8_000_000;

/** Recent results, so that a rerun and an undo are immediate. */
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
