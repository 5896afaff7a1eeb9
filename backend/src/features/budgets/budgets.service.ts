import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type BudgetName, budgets, responseBytesPerPoint } from '@studio/contract/budgets';
import { LRUCache } from 'lru-cache';
import { ApiError, tooManyRequests } from '../../common/errors/api-error.js';
import { formatWait } from '../../common/text-format.js';
import { Config } from '../../config/config.js';
import { type RateLimit, RateLimiter } from '../../ports/rate-limiter.js';

/** How often consumption is shared with the other replicas. */
const shareEveryMs = 1_000;
/** Consumption below this fraction of a budget, nearly all of it, is not shared. */
const unsharedFraction = 0.1;
/** The least recently seen are dropped first. */
const maxKeys = 100_000;

/** 429 for an exhausted budget, with the seconds until it is refilled. */
export function budgetExhausted(seconds: number): ApiError {
  return tooManyRequests(seconds, `That was too many requests at once. Try again in ${formatWait(seconds)}.`);
}

/** What an account or a network has consumed of one budget in its window. */
interface Consumption {
  limit: RateLimit;
  identity: string;
  /** On all replicas, as far as this process knows, including `unshared`. */
  points: number;
  /** Counted here and not shared yet. */
  unshared: number;
  /** By `performance.now()`. */
  endsAt: number;
}

/**
 * What accounts and networks have consumed of their budgets (`@studio/contract/budgets`). Each process counts the
 * requests that it receives, without waiting; replicas share the counts of large consumers once a second (ADR 27).
 */
@Injectable()
export class BudgetsService implements BeforeApplicationShutdown {
  readonly #logger = new Logger('budgets');
  readonly #consumed = new LRUCache<string, Consumption>({ max: maxKeys });
  readonly #toShare = new Set<Consumption>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: Config,
    private readonly limiter: RateLimiter,
  ) {}

  /** Consumes a point of the budget of an account (by its id) or a network. @throws ApiError 429 with Retry-After. */
  consume(name: BudgetName, identity: string): void {
    const seconds = this.tryConsume(name, identity);
    if (seconds !== null) throw budgetExhausted(seconds);
  }

  /** Like `consume`, without an exception. @returns the seconds to wait where the budget is exhausted, else null. */
  tryConsume(name: BudgetName, identity: string): number | null {
    const consumption = this.#consumptionOf(name, identity);
    const { limit, points, endsAt } = consumption;
    if (points >= limit.points) return Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000));
    this.#add(consumption, 1);
    return null;
  }

  /** Consumes points for work that is done already, even if that is more than are left. */
  charge(name: BudgetName, identity: string, points: number): void {
    if (points > 0) this.#add(this.#consumptionOf(name, identity), points);
  }

  /** Charges for what was read, written or sent, beyond the point of the call itself (ADR 31). */
  chargeBytes(name: BudgetName, identity: string, bytes: number): void {
    this.charge(name, identity, Math.floor(bytes / responseBytesPerPoint));
  }

  /**
   * Checks without consuming, for callers that count only failures.
   * @throws ApiError 429 where the budget is exhausted.
   */
  assertLeft(name: BudgetName, identity: string): void {
    const { limit, points, endsAt } = this.#consumptionOf(name, identity);
    if (points >= limit.points)
      throw budgetExhausted(Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000)));
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.#timer);
  }

  #consumptionOf(name: BudgetName, identity: string): Consumption {
    const key = `${name} ${identity}`;
    const now = performance.now();
    const known = this.#consumed.get(key);
    if (known && known.endsAt > now) return known;
    const { points, windowMs } = budgets[name];
    const limit = { name, points: Math.ceil(points * this.config.rateLimitScale), windowMs };
    const fresh = { limit, identity, points: 0, unshared: 0, endsAt: now + windowMs };
    this.#consumed.set(key, fresh);
    return fresh;
  }

  #add(consumption: Consumption, points: number): void {
    consumption.points += points;
    consumption.unshared += points;
    if (consumption.points >= consumption.limit.points * unsharedFraction) this.#shareLater(consumption);
  }

  #shareLater(consumption: Consumption): void {
    this.#toShare.add(consumption);
    this.#timer ??= setTimeout(() => void this.#share(), shareEveryMs).unref();
  }

  /**
   * Shares all in one write to Redis. Points that could not be shared still count here, and are shared with the next
   * ones.
   */
  async #share(): Promise<void> {
    const now = performance.now();
    const sharing = [...this.#toShare].filter(({ endsAt }) => endsAt > now);
    this.#toShare.clear();
    this.#timer = undefined;
    await Promise.all(sharing.map((consumption) => this.#shareOne(consumption, consumption.endsAt - now)));
  }

  async #shareOne(consumption: Consumption, restMs: number): Promise<void> {
    const { limit, identity, unshared: sharing } = consumption;
    consumption.unshared = 0;
    try {
      const { points, msLeft } = await this.limiter.add(limit, identity, sharing, restMs);
      consumption.points = points + consumption.unshared;
      consumption.endsAt = performance.now() + msLeft;
    } catch (error) {
      consumption.unshared += sharing;
      // An unavailable Redis has been logged already.
      if (!(error instanceof ApiError)) this.#logger.warn({ err: error });
    }
  }
}
