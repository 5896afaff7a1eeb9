/** Runs tasks of the same key one after another, in the order of their calls. Other keys run concurrently. */
export class KeyedMutex {
  /** Settled once every task of the key has ended, or will never run. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(private readonly limit: { maxWaitMs: number; timeout: () => Error }) {}

  /**
   * @throws the error of `timeout` if the task could not start in time, the signal's reason if it was aborted before
   * that, or any error of the task.
   */
  async run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last.get(key);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const last = before ? before.then(() => ended) : ended;
    this.#last.set(key, last);
    try {
      if (before) await this.#waitFor(before, signal);
      signal?.throwIfAborted();
      return await task();
    } finally {
      end();
      void last.then(() => this.#last.get(key) === last && this.#last.delete(key));
    }
  }

  async #waitFor(before: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise: abandoned, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(this.limit.timeout()), this.limit.maxWaitMs);
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      await Promise.race([before, abandoned]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}
