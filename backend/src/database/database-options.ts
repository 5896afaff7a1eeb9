import { Socket } from 'node:net';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { isReadOnly } from '../common/errors/database-errors.js';
import { migrations } from './migrations/migrations.js';
import { namePreparedStatements } from './prepared-statements.js';
import { entities } from './tables.js';

/**
 * Where the database is: the folder of a unix socket, for the embedded one, or an address. `withoutTimeouts` is for
 * statements without a time limit: migrations, and the commands of `npm run admin`.
 */
export type DatabaseLocation = ({ socketDir: string } | { url: string }) & { withoutTimeouts?: boolean };

/**
 * The server's time limits for calls, in milliseconds. They are shorter than the client's, so that the server ends a
 * statement and its work. Parameters of the same names in DATABASE_URL override them (ADR 32).
 */
const callLimits = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
};

/** Time limits of housekeeping jobs. */
export const jobLimits = {
  statement_timeout: 60_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Without JIT, as compiling takes longer than the studio's statements: 390 of 430 ms for a tree of 2,000 forks. */
const startOptions = '-c jit=off';

/** What the connections of calls ask PostgreSQL for when they begin. A pooler such as PgBouncer refuses it. */
export const callParameters = { options: startOptions, ...callLimits };

/** The same without time limits, also where the role or the database has some. */
export const unlimitedParameters = {
  options: [startOptions, ...Object.keys(callLimits).map((limit) => `-c ${limit}=0`)].join(' '),
};

/** How to reach the embedded database, whatever PGPORT, PGSSLMODE or PGOPTIONS of another server are set. */
export function embeddedParameters(socketDir: string) {
  const database = 'postgres';
  return { host: socketDir, port: 5_432, user: 'postgres', database, ssl: false, options: startOptions };
}

/** Longer than the time limit for any statement of a call. */
const idleTimeoutMs = 10_000;

/** MikroORM's options: the same entities, migrations and driver for the embedded database and PostgreSQL. */
export function databaseOptions(location: DatabaseLocation) {
  return defineConfig({
    ...('url' in location ? remote(location) : embedded(location)),
    driver: PostgreSqlDriver,
    entities,
    extensions: [Migrator],
    // Each in its own transaction: one that changes all projects must not keep them locked.
    migrations: { migrationsList: migrations, snapshot: false, silent: true, allOrNothing: false },
    // Entities cannot declare triggers with transition tables; tests cover them.
    schemaGenerator: { ignoreTriggers: true, ignoreRoutines: true },
    ensureDatabase: false,
  });
}

function remote({ url, withoutTimeouts = false }: { url: string; withoutTimeouts?: boolean }) {
  return {
    clientUrl: url,
    pool: { max: 10 },
    driverOptions: {
      // The whole address: MikroORM ignores the parameters of `clientUrl`, such as `sslmode`.
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      ...(withoutTimeouts ? unlimitedParameters : callParameters),
      onPoolCreated(pool: Pool) {
        if (!withoutTimeouts) endSilentConnections(pool);
        endReadOnlyConnections(pool);
        namePreparedStatements(pool);
      },
    },
  };
}

/** Closes connections to a server that hangs or cannot be reached any more, which rejects their waiting queries. */
function endSilentConnections(pool: Pool): void {
  pool.on('connect', ({ connection: { stream } }) => {
    if (stream instanceof Socket) stream.setTimeout(idleTimeoutMs, () => stream.destroy());
  });
}

/**
 * Closes connections to a server that takes no changes: after a failover they lead to the former primary, and new ones
 * to the present one as soon as its name does.
 */
function endReadOnlyConnections(pool: Pool): void {
  pool.on('connect', ({ connection }) => {
    connection.on('errorMessage', (error: unknown) => {
      if (isReadOnly(error)) connection.stream.destroy();
    });
  });
}

function embedded({ socketDir, withoutTimeouts = false }: { socketDir: string; withoutTimeouts?: boolean }) {
  const parameters = embeddedParameters(socketDir);
  return {
    dbName: parameters.database,
    // One connection: pglite-socket has one session, so the messages of two connections would interleave.
    pool: { min: 1, max: 1, idleTimeoutMillis: 0 },
    // Calls queue for that connection: this limits their wait.
    driverOptions: {
      ...parameters,
      ...(withoutTimeouts ? {} : { connectionTimeoutMillis: 15_000, query_timeout: 15_000 }),
    },
  };
}
