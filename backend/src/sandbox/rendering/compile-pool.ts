import { withoutPane } from '@studio/engine/compile-deadline';
import { FairQueue, TimeBudget } from '../../common/fair-queue.js';
import type { CompileOutcome, CompileRequest } from './compile-process.js';
import { PageCompiler } from './page-compiler.js';

/** Several compilers, so that one hostile project does not make all others wait. */
const compilerCount = 2;
/** How many projects of one owner are compiled at the same time; one compiler is always left for others. */
const compilersPerOwner = compilerCount - 1;
/** After how many idle milliseconds a compiler's process is ended. One always stays, with its code loaded. */
const maxIdleMs = 20_000;
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

/** Compiles projects in separate processes: first those of the owners whose projects have used the least time. */
export class CompilePool {
  readonly #compilers = Array.from({ length: compilerCount }, () => new PageCompiler());
  readonly #idle = [...this.#compilers];
  readonly #queue = new FairQueue<PageCompiler>(queueLimits);
  readonly #runningByOwner = new Map<string, number>();
  readonly #budget: TimeBudget;

  /** @param ownerMs how many milliseconds per minute are spent on one owner's projects */
  constructor(ownerMs: number) {
    this.#budget = new TimeBudget(ownerMs);
  }

  /** How many projects wait for a compiler. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Reads the sources once a compiler is free; null if they are gone.
   * @throws CompileRefused, and Error for an internal error.
   */
  async compile(
    ownerId: string,
    readRequest: () => Promise<CompileRequest | null>,
  ): Promise<CompileOutcome | null> {
    this.#assertBudget(ownerId);
    const compiler = await this.#takeCompiler(ownerId);
    try {
      this.#assertBudget(ownerId);
      const request = await readRequest();
      return request && (await this.#compileOn(compiler, ownerId, request));
    } finally {
      this.#release(compiler, ownerId);
    }
  }

  close(): void {
    this.#queue.dropAll();
    for (const compiler of this.#compilers) compiler.close();
  }

  async #compileOn(
    compiler: PageCompiler,
    ownerId: string,
    request: CompileRequest,
  ): Promise<CompileOutcome> {
    const startedAt = performance.now();
    try {
      const outcome = await compiler.compile(request);
      const [ended] = outcome.problems;
      if ('html' in outcome || !ended) return outcome;
      // Code that never ends leaves only its own pane out of the page, like any other error.
      const rest = await compiler.compile({ ...request, source: withoutPane(request.source, ended) });
      return { ...rest, problems: [ended, ...rest.problems] };
    } finally {
      this.#budget.spend(ownerId, performance.now() - startedAt);
    }
  }

  #assertBudget(ownerId: string): void {
    const seconds = this.#budget.secondsToWait(ownerId);
    if (seconds > 0) throw new CompileRefused(seconds);
  }

  #takeCompiler(ownerId: string): Promise<PageCompiler> {
    return new Promise((start, reject) => {
      this.#queue.add({ ownerId, start, drop: () => reject(new CompileRefused(secondsWhenFull)) });
      this.#startNext();
    });
  }

  #startNext(): void {
    const mayStart = (ownerId: string) => (this.#runningByOwner.get(ownerId) ?? 0) < compilersPerOwner;
    const spentBy = (ownerId: string) => this.#budget.spentBy(ownerId);
    const next = this.#idle.length > 0 ? this.#queue.take(mayStart, spentBy) : undefined;
    const compiler = next && this.#idle.pop();
    if (!compiler) return;
    this.#runningByOwner.set(next.ownerId, (this.#runningByOwner.get(next.ownerId) ?? 0) + 1);
    next.start(compiler);
  }

  #release(compiler: PageCompiler, ownerId: string): void {
    const others = (this.#runningByOwner.get(ownerId) ?? 1) - 1;
    if (others > 0) this.#runningByOwner.set(ownerId, others);
    else this.#runningByOwner.delete(ownerId);
    this.#idle.push(compiler);
    this.#startNext();
    if (this.#idle.includes(compiler)) setTimeout(() => this.#closeIdle(), maxIdleMs).unref();
  }

  /** Ends all idle compilers but one. The last used one is used first, so that the others stay idle. */
  #closeIdle(): void {
    for (const compiler of this.#idle.slice(0, -1)) compiler.close();
  }
}
