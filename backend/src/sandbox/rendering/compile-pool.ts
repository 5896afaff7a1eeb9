import { withoutPane } from '@studio/engine/compile-deadline';
import { FairQueue, TimeBudget } from '../../common/fair-queue.js';
import { CompileThread } from './compile-thread.js';
import type { CompileOutcome, CompileRequest } from './compile-worker.js';

/** Several, so that one hostile project does not keep all others waiting. */
const threadCount = 2;
/** How many projects of one owner are compiled at the same time; a thread is always left for others. */
const threadsPerOwner = threadCount - 1;
/** After how many idle milliseconds a thread is ended. One always stays, with its compilers loaded. */
const longestRest = 20_000;
/** How many projects may wait; further ones are refused with a time to retry. Their sources are not read yet. */
const queueLimits = { perOwner: 100, total: 1_000 };
/** After how many seconds to retry when too many are waiting. */
const secondsWhenFull = 10;

/** A project is not compiled now, because its owner has used up the budget, or too many are waiting. */
export class CompileRefused extends Error {
  readonly seconds: number;

  /** @param seconds until a retry may succeed */
  constructor(seconds: number) {
    super(`The server is busy compiling. Try again in ${seconds} seconds.`);
    this.seconds = seconds;
  }
}

/** Compiles projects in threads: first those of the owners whose projects have used the least time. */
export class CompilePool {
  readonly #threads = Array.from({ length: threadCount }, () => new CompileThread());
  readonly #idle = [...this.#threads];
  readonly #queue = new FairQueue<CompileThread>(queueLimits);
  readonly #atWork = new Map<string, number>();
  readonly #budget: TimeBudget;

  /** @param ownerMs how many milliseconds per minute are spent on one owner's projects */
  constructor(ownerMs: number) {
    this.#budget = new TimeBudget(ownerMs);
  }

  /** How many projects wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Reads the sources once a thread is free; null if they are gone.
   * @throws CompileRefused, and Error for an internal error.
   */
  async compile(
    ownerId: string,
    readRequest: () => Promise<CompileRequest | null>,
  ): Promise<CompileOutcome | null> {
    this.#assertBudget(ownerId);
    const thread = await this.#takeThread(ownerId);
    try {
      this.#assertBudget(ownerId);
      const request = await readRequest();
      return request && (await this.#compileOn(thread, ownerId, request));
    } finally {
      this.#release(thread, ownerId);
    }
  }

  async close(): Promise<void> {
    this.#queue.dropAll();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #compileOn(thread: CompileThread, ownerId: string, request: CompileRequest): Promise<CompileOutcome> {
    const startedAt = performance.now();
    try {
      const outcome = await thread.compile(request);
      const [ended] = outcome.problems;
      if ('html' in outcome || !ended) return outcome;
      // Code that never ends leaves only its own pane out of the page, like any other error.
      const rest = await thread.compile({ ...request, source: withoutPane(request.source, ended) });
      return { ...rest, problems: [ended, ...rest.problems] };
    } finally {
      this.#budget.spend(ownerId, performance.now() - startedAt);
    }
  }

  #assertBudget(ownerId: string): void {
    const seconds = this.#budget.secondsToWait(ownerId);
    if (seconds > 0) throw new CompileRefused(seconds);
  }

  #takeThread(ownerId: string): Promise<CompileThread> {
    return new Promise((start, reject) => {
      this.#queue.add({ ownerId, start, drop: () => reject(new CompileRefused(secondsWhenFull)) });
      this.#startNext();
    });
  }

  #startNext(): void {
    const mayStart = (ownerId: string) => (this.#atWork.get(ownerId) ?? 0) < threadsPerOwner;
    const spentBy = (ownerId: string) => this.#budget.spentBy(ownerId);
    const next = this.#idle.length > 0 ? this.#queue.take(mayStart, spentBy) : undefined;
    const thread = next && this.#idle.pop();
    if (!thread) return;
    this.#atWork.set(next.ownerId, (this.#atWork.get(next.ownerId) ?? 0) + 1);
    next.start(thread);
  }

  #release(thread: CompileThread, ownerId: string): void {
    const others = (this.#atWork.get(ownerId) ?? 1) - 1;
    if (others > 0) this.#atWork.set(ownerId, others);
    else this.#atWork.delete(ownerId);
    this.#idle.push(thread);
    this.#startNext();
    if (this.#idle.includes(thread)) setTimeout(() => this.#endRest(), longestRest).unref();
  }

  /** The thread that was used last is used first, so that others become idle. */
  #endRest(): void {
    for (const thread of this.#idle.slice(0, -1)) void thread.close();
  }
}
