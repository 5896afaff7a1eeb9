import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same name. */
export class SeededRandom {
  readonly #name: string;
  #drawn = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#drawn += 1;
    const digest = createHash('sha256').update(`${this.#name}/${this.#drawn}`).digest();
    return digest.readUInt32LE() / 2 ** 32;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** True in this share of all throws. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  /** One of them, each as likely as its weight says. */
  weighted<T extends { weight: number }>(from: readonly T[]): T {
    let left = this.next() * from.reduce((sum, { weight }) => sum + weight, 0);
    return from.find(({ weight }) => (left -= weight) < 0) ?? (from[0] as T);
  }
}
