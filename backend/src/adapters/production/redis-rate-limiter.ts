import { Injectable } from '@nestjs/common';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, RateLimiter, type Usage } from '../../ports/rate-limiter.js';
import { RedisConnection } from './redis-connection.js';

/** Counts in Redis, for all replicas together: one script counts and returns the result. */
@Injectable()
export class RedisRateLimiter extends RateLimiter {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async consume(limit: RateLimit, key: string): Promise<number | null> {
    try {
      await this.redis.run((client) => limiter(client, limit).consume(key));
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      throw refusal;
    }
  }

  async add(limit: RateLimit, key: string, points: number): Promise<Usage> {
    const counted = await this.redis.run((client) => limiter(client, limit).penalty(key, points));
    return { points: counted.consumedPoints, msLeft: counted.msBeforeNext };
  }

  async refund(limit: RateLimit, key: string): Promise<void> {
    await this.redis.run((client) => limiter(client, limit).reward(key));
  }

  async reset(limit: RateLimit, key: string): Promise<void> {
    await this.redis.run((client) => limiter(client, limit).delete(key));
  }
}

/** Holds only the settings; the counts are in Redis. */
function limiter(storeClient: unknown, { name, points, windowMs }: RateLimit): RateLimiterRedis {
  return new RateLimiterRedis({
    storeClient,
    useRedisPackage: true,
    keyPrefix: `limit:${name}`,
    points,
    duration: windowMs / 1_000,
  });
}
