import { Global, Module } from '@nestjs/common';
import { AssetStorage } from '../../ports/asset-storage.js';
import { RateLimiter } from '../../ports/rate-limiter.js';
import { SessionStore } from '../../ports/session-store.js';
import { DatabaseSessionStore } from './database-session-store.js';
import { FileAssetStorage } from './file-asset-storage.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';

/** Every port, served by the database, this process and the disk. */
@Global()
@Module({
  providers: [
    { provide: SessionStore, useClass: DatabaseSessionStore },
    { provide: RateLimiter, useClass: MemoryRateLimiter },
    { provide: AssetStorage, useClass: FileAssetStorage },
  ],
  exports: [SessionStore, RateLimiter, AssetStorage],
})
export class EmbeddedAdaptersModule {}
