import { CompileThread } from './compile-thread.js';
import type { CompileOutcome, CompileRequest } from './compile-worker.js';

/** One hostile project must not keep all others waiting. */
const threadCount = 2;
/** One thread stays, with its compilers loaded. Others are ended so long (ms) after a crowd, unless they are at work. */
const longestRest = 20_000;
/** More than these do not wait: they are told to come again. */
const queueLimit = 100;

/** Hands projects to threads, in the order in which they come. */
export class CompilePool {
  readonly #threads = Array.from({ length: threadCount }, () => new CompileThread());
  readonly #idle = [...this.#threads];
  readonly #waiting: ((thread: CompileThread) => void)[] = [];

  /** How many projects wait for a thread. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws Error while too many projects wait, and for a fault of ours. */
  async compile(request: CompileRequest): Promise<CompileOutcome> {
    const thread = await this.#takeThread();
    try {
      return await thread.compile(request);
    } finally {
      this.#giveBack(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #takeThread(): Promise<CompileThread> {
    const thread = this.#idle.pop();
    if (thread) return thread;
    if (this.#waiting.length >= queueLimit) throw new Error('Too many projects wait to be compiled');
    return new Promise((take) => this.#waiting.push(take));
  }

  #giveBack(thread: CompileThread): void {
    const take = this.#waiting.shift();
    if (take) take(thread);
    else {
      this.#idle.push(thread);
      setTimeout(() => this.#endRest(), longestRest).unref();
    }
  }

  /** The thread that was given back last is the one that is taken first. */
  #endRest(): void {
    for (const thread of this.#idle.slice(0, -1)) void thread.close();
  }
}
