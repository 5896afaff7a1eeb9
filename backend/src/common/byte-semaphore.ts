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
}
