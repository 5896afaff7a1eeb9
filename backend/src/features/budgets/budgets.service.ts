import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type BudgetName, budgets } from '@studio/contract/budgets';
import { LRUCache } from 'lru-cache';
import { ApiError, tooManyRequests } from '../../common/errors/api-error.js';
import { formatWait } from '../../common/text-format.js';
import { Config } from '../../config/config.js';
import { type RateLimit, RateLimiter } from '../../ports/rate-limiter.js';

/** What is spent is told to the other replicas so often. */
const shareEveryMs = 1_000;
/** Whoever has spent less than this part of a budget here is nobody else's business: nearly all, nearly always. */
const privatePart = 0.1;
/** Whoever was longest away is forgotten first. */
const remembered = 100_000;

/** 429 of a budget that is used up, with the seconds until it begins anew. */
export function budgetExhausted(seconds: number): ApiError {
  return tooManyRequests(seconds, `That was too many requests at once. Try again in ${formatWait(seconds)}.`);
}

/** What somebody has spent of one budget in its window. */
interface Spent {
  limit: RateLimit;
  identity: string;
  /** Everywhere, as far as this process knows; also what is not shared yet. */
  points: number;
  /** Counted here alone, so far. */
  unshared: number;
  /** By `performance.now()`. */
  endsAt: number;
}

/**
 * What accounts and networks have spent of their budgets (`@studio/contract/budgets`). Counted where a call arrives,
 * without waiting for anything; large spenders are shared between replicas once a second (ADR 27).
 */
@Injectable()
export class Budgets implements BeforeApplicationShutdown {
  readonly #logger = new Logger('budgets');
  readonly #spent = new LRUCache<string, Spent>({ max: remembered });
  readonly #toShare = new Set<Spent>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: Config,
    private readonly limiter: RateLimiter,
  ) {}

  /** Takes one point of an account's (its id) or a network's budget. @throws ApiError 429 with Retry-After. */
  spend(name: BudgetName, identity: string): void {
    const seconds = this.take(name, identity);
    if (seconds !== null) throw budgetExhausted(seconds);
  }

  /** The same without an error. @returns the seconds to wait where nothing is left, else null. */
  take(name: BudgetName, identity: string): number | null {
    const spent = this.#spentOf(name, identity);
    const { limit, points, endsAt } = spent;
    if (points >= limit.points) return Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000));
    spent.points += 1;
    spent.unshared += 1;
    if (spent.points >= limit.points * privatePart) this.#shareLater(spent);
    return null;
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.#timer);
  }

  #spentOf(name: BudgetName, identity: string): Spent {
    const key = `${name} ${identity}`;
    const now = performance.now();
    const known = this.#spent.get(key);
    if (known && known.endsAt > now) return known;
    const { points, windowMs } = budgets[name];
    const limit = { name, points: Math.ceil(points * this.config.rateLimitScale), windowMs };
    const fresh = { limit, identity, points: 0, unshared: 0, endsAt: now + windowMs };
    this.#spent.set(key, fresh);
    return fresh;
  }

  #shareLater(spent: Spent): void {
    this.#toShare.add(spent);
    this.#timer ??= setTimeout(() => void this.#share(), shareEveryMs).unref();
  }

  /** All at once, which is one write to Redis. What could not be told counts here, and is told with the next points. */
  async #share(): Promise<void> {
    const now = performance.now();
    const sharing = [...this.#toShare].filter(({ endsAt }) => endsAt > now);
    this.#toShare.clear();
    this.#timer = undefined;
    await Promise.all(sharing.map((spent) => this.#shareOne(spent)));
  }

  async #shareOne(spent: Spent): Promise<void> {
    const telling = spent.unshared;
    spent.unshared = 0;
    try {
      const { points, msLeft } = await this.limiter.add(spent.limit, spent.identity, telling);
      spent.points = points + spent.unshared;
      spent.endsAt = performance.now() + msLeft;
    } catch (error) {
      spent.unshared += telling;
      // Who is away has been told of already.
      if (!(error instanceof ApiError)) this.#logger.warn({ err: error });
    }
  }
}
