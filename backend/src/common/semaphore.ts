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
