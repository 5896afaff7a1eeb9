import type { Config } from '../config/config.js';
import type { DatabaseLocation } from './database-options.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';

/** A database that answers, or will. */
export interface OpenDatabase {
  location: DatabaseLocation;
  close(): Promise<void>;
}

/**
 * The database of DATABASE_URL, else the embedded one in DATA_DIR.
 * @throws DataDirInUse while another process works on that folder.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return { location: { url: config.databaseUrl }, close: async () => {} };
  const postgres = await EmbeddedPostgres.start(config.dataDir);
  return { location: { socketDir: postgres.socketDir }, close: () => postgres.stop() };
}
