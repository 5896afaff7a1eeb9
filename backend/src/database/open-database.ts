import { Client } from 'pg';
import type { Config } from '../config/config.js';
import { ConfigError } from '../config/read-config.js';
import type { DatabaseLocation } from './database-options.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';

const patienceMs = 10_000;

/** A database that answers, or will. */
export interface OpenDatabase {
  location: DatabaseLocation;
  close(): Promise<void>;
}

/**
 * The database of DATABASE_URL, else the embedded one in DATA_DIR.
 * @throws DataDirInUse while another process works on that folder, ConfigError where PostgreSQL lets nobody in.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    await askOnce(config.databaseUrl);
    return { location: { url: config.databaseUrl }, close: async () => {} };
  }
  const postgres = await EmbeddedPostgres.start(config.dataDir);
  return { location: { socketDir: postgres.socketDir }, close: () => postgres.stop() };
}

/** A wrong address, password or certificate is told in one line, before anything else is begun. */
async function askOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  // What happens to it later is nobody's concern.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string };
    const takes = 'an address at which PostgreSQL lets the studio in';
    throw new ConfigError('DATABASE_URL', '', `${takes} (it says: ${message || code})`);
  }
  await client.end();
}
