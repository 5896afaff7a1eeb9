/** Counts bytes that are held for a time, up to a bound. */
export class ByteRoom {
  #held = 0;

  constructor(private readonly bytes: number) {}

  /** @returns whether there was room for them. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.bytes) return false;
    this.#held += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }

  get held(): number {
    return this.#held;
  }
}
