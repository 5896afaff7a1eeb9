import { serviceUnavailable } from './errors/api-error.js';

const maxQueueLength = 200;

/** Runs a limited number of tasks at once; the others wait in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(concurrency: number) {
    this.#free = concurrency;
  }

  /** @throws ApiError 503 if the queue is full, or any error of the task. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      return await task();
    } finally {
      this.#release();
    }
  }

  async #acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= maxQueueLength) throw serviceUnavailable();
    await new Promise<void>((start) => this.#waiting.push(start));
  }

  #release(): void {
    const start = this.#waiting.shift();
    if (start) start();
    else this.#free += 1;
  }
}

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

/** Counts bytes that are in memory for a while, up to a limit. */
export class ByteSemaphore {
  #acquired = 0;

  constructor(private readonly maxBytes: number) {}

  /** @returns false, with nothing acquired, if that would exceed the limit. */
  tryAcquire(bytes: number): boolean {
    if (this.#acquired + bytes > this.maxBytes) return false;
    this.#acquired += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#acquired -= bytes;
  }

  get acquired(): number {
    return this.#acquired;
  }
}
