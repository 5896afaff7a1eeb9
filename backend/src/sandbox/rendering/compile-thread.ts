import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type CompileEnd, compileDeadline, endedCompile } from '@studio/engine/compile-deadline';
import type { CompileAnswer, CompileOutcome, CompileRequest } from './compile-worker.js';

const memoryLimitMb = 256;

type Ended = Exclude<CompileAnswer, 'loaded'>;

/** One thread that compiles one project at a time, and is replaced after a project that would never end. */
export class CompileThread {
  #worker: Worker | null = null;

  /** @throws Error for a fault of ours; whatever the project does to the thread comes back as its problem. */
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

  /** Gives back what the thread holds; the next project starts it anew. */
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
      // What is loaded once is not the project's doing: its time begins with the work itself.
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

  /** TypeScript while this file is (tests), and JavaScript once built. */
  #startWorker(): Worker {
    const worker = new Worker(new URL(`./compile-worker${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    });
    // It waits for work and must keep no process alive.
    worker.unref();
    // Whoever asked hears of it; but it may also fail while it is being ended, and nobody listens any more.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}
