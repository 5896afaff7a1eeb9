import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../../src/database/migrate.js';
import { type FreshDatabase, freshDatabase, runOn } from './fresh-database.js';

const migrations = fileURLToPath(new URL('../../../src/database/migrations', import.meta.url));

/** The same migrations make the same schema: half of a first start. */
const schemaName = `studio_schema_${hashOfMigrations()}`;

/** A new database of a PostgreSQL server that has today's schema and no row. */
export async function migratedDatabaseOf(server: string): Promise<FreshDatabase> {
  return freshDatabase(server, await templateOf(server));
}

/** Made by the first who asks, and kept on the server for as long as the migrations stay. */
async function templateOf(server: string): Promise<string> {
  const isThere = async () =>
    (await runOn(server, `select from pg_database where datname = '${schemaName}'`)).length > 0;
  if (await isThere()) return schemaName;
  const draft = await freshDatabase(server);
  await migrate({ url: draft.url });
  try {
    await runOn(server, `alter database ${draft.name} rename to ${schemaName}`);
  } catch (error) {
    // Another worker was quicker; what it has is the same.
    if (!(await isThere())) throw error;
    await draft.drop();
  }
  return schemaName;
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const name of globSync('*.ts', { cwd: migrations }).toSorted())
    hash.update(readFileSync(join(migrations, name)));
  return hash.digest('hex').slice(0, 12);
}
