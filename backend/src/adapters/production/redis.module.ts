import { Global, Module } from '@nestjs/common';
import { BackingServices } from '../../ports/backing-services.js';
import { RateLimiter } from '../../ports/rate-limiter.js';
import { SessionStore } from '../../ports/session-store.js';
import { SocketFanOut } from '../../ports/socket-fan-out.js';
import { UsedTokens } from '../../ports/used-tokens.js';
import { RedisConnection } from './redis-connection.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';
import { RedisSessionStore } from './redis-session-store.js';
import { RedisSocketFanOut } from './redis-sockets/redis-streams-adapter.js';
import { RedisUsedTokens } from './redis-used-tokens.js';

/** Sessions, used tokens and limits in Redis, and sockets told through it, for any number of replicas. */
@Global()
@Module({
  providers: [
    RedisConnection,
    { provide: SessionStore, useClass: RedisSessionStore },
    { provide: UsedTokens, useClass: RedisUsedTokens },
    { provide: RateLimiter, useClass: RedisRateLimiter },
    { provide: SocketFanOut, useClass: RedisSocketFanOut },
    {
      provide: BackingServices,
      useFactory: (redis: RedisConnection) => new BackingServices({ redis: () => redis.ping() }),
      inject: [RedisConnection],
    },
  ],
  exports: [SessionStore, UsedTokens, RateLimiter, SocketFanOut, BackingServices],
})
export class RedisModule {}
