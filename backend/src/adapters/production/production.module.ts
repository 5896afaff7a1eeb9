import { Global, Module } from '@nestjs/common';
import { AssetStorage } from '../../ports/asset-storage.js';
import { BackingServices } from '../../ports/backing-services.js';
import { RateLimiter } from '../../ports/rate-limiter.js';
import { SessionStore } from '../../ports/sessions.js';
import { SocketFanOut } from '../../ports/socket-fan-out.js';
import { UsedTokens } from '../../ports/used-tokens.js';
import { MinioAssetStorage } from './minio-asset-storage.js';
import { RedisConnection } from './redis-connection.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';
import { RedisSessionStore, RedisUsedTokens } from './redis-sessions.js';
import { RedisSocketFanOut } from './redis-sockets/redis-streams-adapter.js';

/** Sessions, used tokens and rate limits in Redis, and socket messages sent through it, for any number of replicas. */
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

/** Users' files on an S3 server. */
@Global()
@Module({
  providers: [{ provide: AssetStorage, useClass: MinioAssetStorage }],
  exports: [AssetStorage],
})
export class S3StorageModule {}
