import { MikroOrmModule } from '@mikro-orm/nestjs';
import { EntityManager } from '@mikro-orm/postgresql';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { JobLock } from './advisory-locks.js';
import { Database } from './database.js';
import { type DatabaseLocation, databaseOptions } from './database-options.js';

/** The database, for all features. */
@Global()
@Module({})
export class DatabaseModule {
  static at(location: DatabaseLocation): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [MikroOrmModule.forRoot({ ...databaseOptions(location), registerRequestContext: false })],
      providers: [
        Database,
        {
          provide: JobLock,
          inject: [EntityManager, Database],
          useFactory: (em: EntityManager, database: Database) => new JobLock(em, database, location),
        },
      ],
      exports: [Database, JobLock],
    };
  }
}
