import { type DynamicModule, Global, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { EmbeddedAdaptersModule, FileStorageModule } from './adapters/embedded/embedded.module.js';
import { SmtpModule } from './adapters/smtp/smtp.module.js';
import { EventPublisher } from './common/domain-events.js';
import { Draining } from './common/http/draining.js';
import { requestLog } from './common/http/request-log.js';
import { ResponseCache } from './common/response-cache.js';
import { Config } from './config/config.js';
import { DatabaseModule } from './database/database.module.js';
import type { DatabaseLocation } from './database/database-options.js';
import { ActivityModule } from './features/activity/activity.module.js';
import { AdminModule } from './features/admin/admin.module.js';
import { AssetsModule } from './features/assets/assets.module.js';
import { AuditModule } from './features/audit/audit.module.js';
import { AuthModule } from './features/auth/auth.module.js';
import { ForumModule } from './features/forum/forum.module.js';
import { FrameworksModule } from './features/frameworks/frameworks.module.js';
import { HealthModule } from './features/health/health.module.js';
import { HousekeepingModule } from './features/housekeeping/housekeeping.module.js';
import { LinkPreviewModule } from './features/link-preview/link-preview.module.js';
import { MetricsModule } from './features/metrics/metrics.module.js';
import { ModerationModule } from './features/moderation/moderation.module.js';
import { PackagesModule } from './features/packages/packages.module.js';
import { ProjectsModule } from './features/projects/projects.module.js';
import { RealtimeModule } from './features/realtime/realtime.module.js';
import { StudioModule } from './features/studio/studio.module.js';
import { UsersModule } from './features/users/users.module.js';

/** Providers that every part of the studio may inject. */
@Global()
@Module({})
class CommonModule {
  static with(config: Config): DynamicModule {
    const providers = [{ provide: Config, useValue: config }, EventPublisher, Draining, ResponseCache];
    return { module: CommonModule, providers, exports: providers };
  }
}

/** Combines all features with the adapters that the configuration selects. */
@Module({})
export class AppModule {
  static with(config: Config, database: DatabaseLocation): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CommonModule.with(config),
        LoggerModule.forRoot(requestLog(config)),
        DatabaseModule.at(database),
        config.redisUrl ? redis() : EmbeddedAdaptersModule,
        config.s3 ? s3Storage() : FileStorageModule,
        SmtpModule,
        UsersModule,
        AuthModule,
        ForumModule,
        ProjectsModule,
        AssetsModule,
        FrameworksModule,
        PackagesModule,
        ModerationModule,
        RealtimeModule,
        StudioModule,
        LinkPreviewModule,
        HealthModule,
        MetricsModule,
        AdminModule,
        AuditModule,
        ActivityModule,
        HousekeepingModule,
      ],
    };
  }
}

/** Loaded on demand, because the client takes a while to load and is not needed without an S3 server. */
async function s3Storage(): Promise<DynamicModule> {
  const { S3StorageModule } = await import('./adapters/production/production.module.js');
  return { module: S3StorageModule };
}

/** Loaded on demand, like the client of S3. */
async function redis(): Promise<DynamicModule> {
  const { RedisModule } = await import('./adapters/production/production.module.js');
  return { module: RedisModule };
}
