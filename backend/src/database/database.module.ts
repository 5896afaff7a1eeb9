import { MikroOrmModule } from '@mikro-orm/nestjs';
import { type DynamicModule, Global, Module } from '@nestjs/common';
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
      providers: [Database],
      exports: [Database],
    };
  }
}
