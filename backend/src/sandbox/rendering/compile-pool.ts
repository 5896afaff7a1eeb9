import { withoutPane } from '@studio/engine/compile-deadline';
import { CompileBudget, CompileQueue } from './compile-queue.js';
import { CompileThread } from './compile-thread.js';
import type { CompileOutcome, CompileRequest } from './compile-worker.js';

/** One hostile project must not keep all others waiting. */
const threadCount = 2;
/** Projects of one owner that are compiled at the same time: whatever they are, a thread is left for others. */
const threadsPerOwner = threadCount - 1;
/** One thread stays, with its compilers loaded. Others are ended so long (ms) after a crowd, unless they are at work. */
const longestRest = 20_000;
/** More than these do not wait: they are told to come again. What waits has not read its sources yet. */
const queueLimits = { perOwner: 100, total: 1_000 };
/** When whoever found too many waiting may come again. */
const secondsWhenFull = 10;

/** A project that is not compiled now, because its owner has had much compiled, or too many wait. */
export class CompileRefused extends Error {
  readonly seconds: number;

  /** @param seconds until it is worth another try */
  constructor(seconds: number) {
    super(`The server is busy compiling. Try again in ${seconds} seconds.`);
    this.seconds = seconds;
  }
}

/** Hands projects to threads: first those of the owners for whom compilers have worked least. */
export class CompilePool {
  readonly #threads = Array.from({ length: threadCount }, () => new CompileThread());
  readonly #idle = [...this.#threads];
  readonly #queue = new CompileQueue(queueLimits);
  readonly #atWork = new Map<string, number>();
  readonly #budget: CompileBudget;

  /** @param ownerMs for how many milliseconds of a minute compilers work for one owner */
  constructor(ownerMs: number) {
    this.#budget = new CompileBudget(ownerMs);
  }

  /** How many projects wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Reads what is to be compiled once there is a thread for it; null where that has gone.
   * @throws CompileRefused, and Error for a fault of ours.
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
      // What has no end keeps its own pane out of the page alone, as any other error does.
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

  /** The thread that was given back last is the one that is taken first. */
  #endRest(): void {
    for (const thread of this.#idle.slice(0, -1)) void thread.close();
  }
}
