import { createHash } from 'node:crypto';

/** More than anybody asks of one. */
const numbers = 64;
const bytesEach = 4;
const values = 2 ** 32;
const fourDigits = 36 ** 4;

/** Numbers that look random and are the same for the same name. */
export class Random {
  readonly #bytes: Buffer;
  #taken = 0;

  constructor(name: string) {
    this.#bytes = createHash('shake256', { outputLength: numbers * bytesEach })
      .update(name)
      .digest();
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    return this.#bytes.readUInt32LE(bytesEach * this.#taken++) / values;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  /** 16 characters of `[0-9a-z]`. */
  id(): string {
    const part = () => this.below(fourDigits).toString(36).padStart(4, '0');
    return part() + part() + part() + part();
  }
}
