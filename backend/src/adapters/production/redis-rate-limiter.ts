import { Injectable } from '@nestjs/common';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, RateLimiter, type Usage } from '../../ports/rate-limiter.js';
import { RedisConnection } from './redis-connection.js';

/** Takes points where enough are left. Returns how many are used then, or would be, and the rest of the window. */
const consume = `local used = (tonumber(redis.call('get', KEYS[1])) or 0) + ARGV[1]
if used <= tonumber(ARGV[3]) then
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  redis.call('incrby', KEYS[1], ARGV[1])
end
return {used, redis.call('pttl', KEYS[1])}`;

/** Never below zero, which would be extra points in a window that has begun since. */
const refund = `if (tonumber(redis.call('get', KEYS[1])) or 0) > 0 then redis.call('decr', KEYS[1]) end`;

/** Counts in Redis, for all replicas together: one script counts and returns the result. */
@Injectable()
export class RedisRateLimiter extends RateLimiter {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async consume(limit: RateLimit, key: string): Promise<number | null> {
    try {
      await this.redis.run((client) =>
        limiter(client, limit, { customIncrTtlLuaScript: consume }).consume(key),
      );
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      throw refusal;
    }
  }

  async add(limit: RateLimit, key: string, points: number, msLeft: number): Promise<Usage> {
    const rest = { customDuration: Math.ceil(msLeft / 1_000) };
    const counted = await this.redis.run((client) => limiter(client, limit).penalty(key, points, rest));
    return { points: counted.consumedPoints, msLeft: counted.msBeforeNext };
  }

  async refund(limit: RateLimit, key: string): Promise<void> {
    await this.redis.run((client) =>
      client.eval(refund, { keys: [limiter(client, limit).getKey(key)], arguments: [] }),
    );
  }

  async reset(limit: RateLimit, key: string): Promise<void> {
    await this.redis.run((client) => limiter(client, limit).delete(key));
  }
}

/** Holds only the settings; the counts are in Redis. */
function limiter(
  storeClient: unknown,
  { name, points, windowMs }: RateLimit,
  own: { customIncrTtlLuaScript?: string } = {},
): RateLimiterRedis {
  return new RateLimiterRedis({
    storeClient,
    useRedisPackage: true,
    keyPrefix: `limit:${name}`,
    points,
    duration: windowMs / 1_000,
    ...own,
  });
}
