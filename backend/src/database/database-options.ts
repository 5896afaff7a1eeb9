import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { migrations } from './migrations/migrations.js';
import { entities } from './tables.js';

/** Where the database is: the folder of a unix socket, for the embedded one, or an address. */
export type DatabaseLocation = { socketDir: string } | { url: string };

/** MikroORM's options: the same entities, migrations and driver for the embedded database and PostgreSQL. */
export function databaseOptions(location: DatabaseLocation) {
  return defineConfig({
    ...('url' in location ? remote(location.url) : embedded(location.socketDir)),
    driver: PostgreSqlDriver,
    entities,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, silent: true },
    // Those of `project_totals` read whole statements, which an entity cannot declare: their tests hold them.
    schemaGenerator: { ignoreTriggers: true },
    ensureDatabase: false,
  });
}

function remote(url: string) {
  return {
    clientUrl: url,
    pool: { max: 10 },
    driverOptions: { connectionTimeoutMillis: 3_000, query_timeout: 15_000, keepAlive: true },
  };
}

function embedded(socketDir: string) {
  return {
    host: socketDir,
    dbName: 'postgres',
    user: 'postgres',
    // One connection: pglite-socket queues each wire message by itself on one shared session, so the unnamed
    // statements of two connections would interleave.
    pool: { min: 1, max: 1, idleTimeoutMillis: 0 },
    // Calls wait for that connection in turn: this bounds the queue, not a slow connect.
    driverOptions: { connectionTimeoutMillis: 15_000, query_timeout: 15_000 },
  };
}
