import { MikroOrmModule } from '@mikro-orm/nestjs';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AdvisoryLock } from './advisory-lock.js';
import { Database } from './database.js';
import { type DatabaseLocation, databaseOptions } from './database-options.js';

/** One database for every feature. */
@Global()
@Module({})
export class DatabaseModule {
  static at(location: DatabaseLocation): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [MikroOrmModule.forRoot({ ...databaseOptions(location), registerRequestContext: false })],
      providers: [Database, { provide: AdvisoryLock, useValue: new AdvisoryLock(location) }],
      exports: [Database, AdvisoryLock],
    };
  }
}
