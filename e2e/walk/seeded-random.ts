import { createHash } from 'node:crypto';

/** Pseudo-random numbers that are the same for the same name. */
export class SeededRandom {
  readonly #name: string;
  #drawn = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** From 0 inclusive to 1 exclusive. */
  next(): number {
    this.#drawn += 1;
    const digest = createHash('sha256').update(`${this.#name}/${this.#drawn}`).digest();
    return digest.readUInt32LE() / 2 ** 32;
  }

  /** A whole number from 0 inclusive to `end` exclusive. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** True with this probability (0 to 1). */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  /** One of the items, with a probability proportional to its weight. */
  weighted<T extends { weight: number }>(from: readonly T[]): T {
    let left = this.next() * from.reduce((sum, { weight }) => sum + weight, 0);
    return from.find(({ weight }) => (left -= weight) < 0) ?? (from[0] as T);
  }
}
