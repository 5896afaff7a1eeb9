import { Worker } from 'node:worker_threads';
import { type CompileEnd, compileDeadline, endedCompile } from '@studio/engine/compile-deadline';
import { ownProgram } from '../../own-files.js';
import type { CompileAnswer, CompileOutcome, CompileRequest } from './compile-worker.js';

const memoryLimitMb = 256;

type Ended = Exclude<CompileAnswer, 'loaded'>;

/** One thread that compiles one project at a time, and is replaced after a project that would never end. */
export class CompileThread {
  #worker: Worker | null = null;

  /** @throws Error for an internal error; if the project crashes the thread, that is one of its problems. */
  async compile(request: CompileRequest): Promise<CompileOutcome> {
    const worker = (this.#worker ??= this.#startWorker());
    const outcome = await this.#ask(worker, request);
    if (typeof outcome === 'object') {
      if ('fault' in outcome) throw new Error(outcome.fault);
      return outcome;
    }
    this.#worker = null;
    await worker.terminate();
    return { problems: [endedCompile(request.source, outcome)] };
  }

  /** Ends the thread to free its memory; the next project starts a new one. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #ask(worker: Worker, request: CompileRequest): Promise<Ended | CompileEnd> {
    const { promise, resolve, reject } = Promise.withResolvers<Ended | CompileEnd>();
    const onFailure = (error: Error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve('too large');
      else reject(error);
    };
    const onExit = () => onFailure(new Error('The compiling thread ended'));
    let timer: NodeJS.Timeout | undefined;
    const onAnswer = (answer: CompileAnswer) => {
      if (answer !== 'loaded') resolve(answer);
      // Loading the compilers is not counted: the time limit starts with the project itself.
      else timer = setTimeout(() => resolve('too slow'), compileDeadline);
    };
    worker.on('message', onAnswer).once('error', onFailure).once('exit', onExit);
    worker.postMessage(request);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', onAnswer).off('error', onFailure).off('exit', onExit);
    }
  }

  #startWorker(): Worker {
    const worker = new Worker(ownProgram('sandbox/rendering/compile-worker'), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    });
    // An idle thread must not keep the process alive.
    worker.unref();
    // `compile` handles errors; this is for those that occur while the thread is being ended.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}
