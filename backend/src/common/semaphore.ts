const maxQueueLength = 200;

/** Runs a limited number of tasks at once; the others wait in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(concurrency: number) {
    this.#free = concurrency;
  }

  /** @throws Error when the queue is full, and whatever the task throws. */
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
    if (this.#waiting.length >= maxQueueLength) throw new Error('The queue is full');
    await new Promise<void>((start) => this.#waiting.push(start));
  }

  #release(): void {
    const start = this.#waiting.shift();
    if (start) start();
    else this.#free += 1;
  }
}

/** Counts the bytes that are held in memory for a while, up to a limit. */
export class ByteSemaphore {
  #acquired = 0;

  constructor(private readonly maxBytes: number) {}

  /** @returns false, with nothing acquired, where that would exceed the limit. */
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
