import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, RateLimiter, type Usage } from '../../ports/rate-limiter.js';

/** Counts in the memory of this process, for a server of one process. */
@Injectable()
export class MemoryRateLimiter extends RateLimiter {
  readonly #limiters = new Map<string, RateLimiterMemory>();

  async consume(limit: RateLimit, key: string): Promise<number | null> {
    try {
      await this.#limiter(limit).consume(key);
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      await this.refund(limit, key);
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  }

  async add(limit: RateLimit, key: string, points: number, msLeft: number): Promise<Usage> {
    const rest = { customDuration: Math.ceil(msLeft / 1_000) };
    const { consumedPoints, msBeforeNext } = await this.#limiter(limit).penalty(key, points, rest);
    return { points: consumedPoints, msLeft: msBeforeNext };
  }

  async refund(limit: RateLimit, key: string): Promise<void> {
    const { consumedPoints } = await this.#limiter(limit).reward(key);
    if (consumedPoints < 0) await this.#limiter(limit).penalty(key);
  }

  async reset(limit: RateLimit, key: string): Promise<void> {
    await this.#limiter(limit).delete(key);
  }

  #limiter({ name, points, windowMs }: RateLimit): RateLimiterMemory {
    const known = this.#limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowMs / 1_000 });
    this.#limiters.set(name, limiter);
    return limiter;
  }
}
