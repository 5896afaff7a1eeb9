import { Global, Module } from '@nestjs/common';
import { RateLimiter } from '../../ports/rate-limiter.js';
import { SessionStore } from '../../ports/session-store.js';
import { DatabaseSessionStore } from './database-session-store.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';

/** Sessions and limits, served by the database and this process. */
@Global()
@Module({
  providers: [
    { provide: SessionStore, useClass: DatabaseSessionStore },
    { provide: RateLimiter, useClass: MemoryRateLimiter },
  ],
  exports: [SessionStore, RateLimiter],
})
export class EmbeddedAdaptersModule {}
