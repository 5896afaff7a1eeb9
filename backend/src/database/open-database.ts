import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Config } from '../config/config.js';
import { ConfigError } from '../config/read-config.js';
import { callParameters, type DatabaseLocation, embeddedParameters } from './database-options.js';
import { EmbeddedPostgres, embeddedFolder, type Template } from './embedded/embedded-postgres.js';

const connectTimeoutMs = 10_000;
/** PostgreSQL may start at the same time as the studio, or restart. */
const maxWaitMs = 30_000;
const retryEveryMs = 500;
/** Errors of a server that cannot be reached yet, or is starting or stopping. */
const startingCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '57P01'];

/** A database that accepts connections. */
export interface OpenDatabase {
  location: DatabaseLocation;
  close(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, or else the embedded one in DATA_DIR, which is made from the template if there is
 * none.
 * @throws DataDirInUse while another process uses that folder; ConfigError if PostgreSQL refuses the connection, cannot
 * be reached for half a minute, or has not made the database in UTF-8.
 */
export async function openDatabase(config: Config, template: Template = 'migrated'): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    await awaitPostgres(config.databaseUrl);
    return { location: { url: config.databaseUrl }, close: async () => {} };
  }
  const postgres = await EmbeddedPostgres.start(config.dataDir, template);
  return { location: { socketDir: postgres.socketDir }, close: () => postgres.stop() };
}

/**
 * Opens the database of a studio that has been started before.
 * @returns null if there is none; creates nothing then. @throws the errors of `openDatabase`.
 */
export async function openStartedDatabase(config: Config): Promise<OpenDatabase | null> {
  if (config.databaseUrl === null && !existsSync(embeddedFolder(config.dataDir))) return null;
  const database = await openDatabase(config);
  try {
    if (await hasInstallation(database.location)) return database;
  } catch (error) {
    await database.close();
    throw error;
  }
  await database.close();
  return null;
}

/** The name of the database for messages, without user and password. */
export function databaseName({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return `the embedded database in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${host}`;
}

/** Whether the first start is complete, which writes this row last. */
async function hasInstallation(location: DatabaseLocation): Promise<boolean> {
  const client = new Client(
    'url' in location ? { connectionString: location.url } : embeddedParameters(location.socketDir),
  );
  await client.connect();
  try {
    const { rows: tables } = await client.query("select where to_regclass('installation') is not null");
    return tables.length > 0 && (await client.query('select from installation')).rows.length > 0;
  } finally {
    await client.end();
  }
}

/** Reports a wrong address, password or certificate in one line, before anything else starts. */
async function awaitPostgres(url: string): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    const refusal = await tryToConnect(url);
    if (!refusal) return;
    if (refusal instanceof ConfigError) throw refusal;
    const { message, code = '' } = refusal;
    const reason = message || code;
    if (!startingCodes.includes(code) || performance.now() > deadline)
      throw new ConfigError(
        'DATABASE_URL',
        '',
        `an address at which PostgreSQL lets the studio in (it says: ${reason})`,
      );
    if (attempt === 1)
      process.stderr.write(`Waiting up to ${maxWaitMs / 1_000} s for PostgreSQL (it says: ${reason}).\n`);
    await pause(retryEveryMs);
  }
}

/** @returns why there is no connection, or the error for its database; null if the studio can use that. */
async function tryToConnect(url: string): Promise<(Error & { code?: string }) | null> {
  try {
    // Reads the certificates that the address names.
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      ...callParameters,
    });
    // Later errors of this connection do not matter.
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
      return errorOfEncoding(rows[0]?.server_encoding);
    } finally {
      await client.end();
    }
  } catch (error) {
    return error as Error & { code?: string };
  }
}

/** Any other encoding lacks characters that people save and search for, or takes bytes for characters (SQL_ASCII). */
function errorOfEncoding(encoding: string | undefined): ConfigError | null {
  if (encoding === 'UTF8') return null;
  const expected = `a database in UTF8 (createdb --encoding UTF8 --locale C.UTF-8 --template template0), not in ${encoding}`;
  return new ConfigError('DATABASE_URL', '', expected);
}
