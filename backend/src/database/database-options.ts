import { Socket } from 'node:net';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { migrations } from './migrations/migrations.js';
import { namePreparedStatements } from './prepared-statements.js';
import { entities } from './tables.js';

/**
 * Where the database is: the folder of a unix socket, for the embedded one, or an address. `withoutTimeouts` is for
 * statements that may take as long as they need: migrations, and the commands of `npm run admin`.
 */
export type DatabaseLocation = { socketDir: string } | { url: string; withoutTimeouts?: boolean };

/**
 * What the server lets a call take, in milliseconds: less than the client waits, so that it is the server that ends a
 * statement, with all its work. DATABASE_URL may say something else, by parameters of the same names (ADR 32).
 */
const callLimits = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
};

/** The same of a job of housekeeping: more than a call, and not for ever. */
export const jobLimits = {
  statement_timeout: 60_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Longer than any statement of a call takes. */
const idleTimeoutMs = 10_000;

/** MikroORM's options: the same entities, migrations and driver for the embedded database and PostgreSQL. */
export function databaseOptions(location: DatabaseLocation) {
  return defineConfig({
    ...('url' in location ? remote(location) : embedded(location.socketDir)),
    driver: PostgreSqlDriver,
    entities,
    extensions: [Migrator],
    // Each by itself: one that goes through all projects must not keep what it has done locked.
    migrations: { migrationsList: migrations, snapshot: false, silent: true, allOrNothing: false },
    // Those of totals and tags read whole statements, which an entity cannot declare: their tests hold them.
    schemaGenerator: { ignoreTriggers: true, ignoreRoutines: true },
    ensureDatabase: false,
  });
}

function remote({ url, withoutTimeouts = false }: { url: string; withoutTimeouts?: boolean }) {
  return {
    clientUrl: url,
    pool: { max: 10 },
    driverOptions: {
      // The whole address: of `clientUrl` nothing behind its path is heeded, and `sslmode` stands there.
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      ...(withoutTimeouts ? {} : callLimits),
      onPoolCreated(pool: Pool) {
        if (!withoutTimeouts) endSilentConnections(pool);
        namePreparedStatements(pool);
      },
    },
  };
}

/** A server that hangs, or a line that leads nowhere, says nothing; to end its connection ends every wait for it. */
function endSilentConnections(pool: Pool): void {
  pool.on('connect', ({ connection: { stream } }) => {
    if (stream instanceof Socket) stream.setTimeout(idleTimeoutMs, () => stream.destroy());
  });
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
