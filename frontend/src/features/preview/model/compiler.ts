import type { Compiled, CompileTarget } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';
import type { CompileAnswer, CompileRequest } from './compile-messages.ts';

export interface Compiler {
  /** The page of a project; null once a newer request has taken its place. Rejects for a fault of ours alone. */
  compile(source: Source, target: CompileTarget): Promise<Compiled | null>;
  destroy(): void;
}

interface Job {
  request: CompileRequest;
  resolve(compiled: Compiled | null): void;
  reject(fault: Error): void;
}

/** Compiles in a worker, one project at a time; of those that wait, the newest. `startWorker` is called when it is needed. */
export function createCompiler(startWorker: () => Worker): Compiler {
  let worker: Worker | null = null;
  let running: Job | null = null;
  let waiting: Job | null = null;

  function pump(): void {
    if (running || !waiting) return;
    running = waiting;
    waiting = null;
    worker ??= listen(startWorker());
    worker.postMessage(running.request);
  }

  function listen(started: Worker): Worker {
    started.addEventListener('message', ({ data }: MessageEvent<CompileAnswer>) => {
      if ('fault' in data) running?.reject(new Error(data.fault));
      else running?.resolve(waiting ? null : data.compiled);
      running = null;
      pump();
    });
    return started;
  }

  return {
    compile: (source, target) =>
      new Promise((resolve, reject) => {
        waiting?.resolve(null);
        waiting = { request: { source, target }, resolve, reject };
        pump();
      }),
    destroy() {
      worker?.terminate();
      running?.resolve(null);
      waiting?.resolve(null);
    },
  };
}
