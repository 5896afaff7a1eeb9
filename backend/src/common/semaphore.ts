/** More than these do not wait: they are told to come again. */
const queueLimit = 200;

/** Lets so many pieces of work run at once, the others in the order in which they come. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** @throws Error while too many wait, and whatever the work throws. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#start();
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  async #start(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= queueLimit) throw new Error('Too many wait for their turn');
    await new Promise<void>((start) => this.#waiting.push(start));
  }

  #end(): void {
    const start = this.#waiting.shift();
    if (start) start();
    else this.#free += 1;
  }
}

/** Counts bytes that are held for a time, up to a bound. */
export class ByteSemaphore {
  #held = 0;

  constructor(private readonly bytes: number) {}

  /** @returns whether there was room for them. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.bytes) return false;
    this.#held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }

  get acquired(): number {
    return this.#held;
  }
}
