import { Global, Module } from '@nestjs/common';
import { AssetStorage } from '../../ports/asset-storage.js';
import { BackingServices } from '../../ports/backing-services.js';
import { RateLimiter } from '../../ports/rate-limiter.js';
import { SessionStore } from '../../ports/sessions.js';
import { SocketFanOut } from '../../ports/socket-fan-out.js';
import { UsedTokens } from '../../ports/used-tokens.js';
import { DatabaseSessionStore, DatabaseUsedTokens } from './database-sessions.js';
import { FileAssetStorage } from './file-asset-storage.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import { ProcessSocketFanOut } from './process-socket-fan-out.js';

/** Sessions and used tokens in the database, rate limits and sockets in this process. */
@Global()
@Module({
  providers: [
    { provide: SessionStore, useClass: DatabaseSessionStore },
    { provide: UsedTokens, useClass: DatabaseUsedTokens },
    { provide: RateLimiter, useClass: MemoryRateLimiter },
    { provide: SocketFanOut, useClass: ProcessSocketFanOut },
    { provide: BackingServices, useValue: new BackingServices({}) },
  ],
  exports: [SessionStore, UsedTokens, RateLimiter, SocketFanOut, BackingServices],
})
export class EmbeddedAdaptersModule {}

/** Users' files on this machine's disk. */
@Global()
@Module({
  providers: [{ provide: AssetStorage, useClass: FileAssetStorage }],
  exports: [AssetStorage],
})
export class FileStorageModule {}
