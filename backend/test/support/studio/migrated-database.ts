import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../../src/database/migrate.js';
import { type FreshDatabase, freshDatabase, runOn } from './fresh-database.js';

const migrations = fileURLToPath(new URL('../../../src/database/migrations', import.meta.url));

/** Named after a hash of the migrations, which always make the same schema. Reuse saves half of a first start. */
const schemaName = `studio_schema_${hashOfMigrations()}`;

/** A new database with today's schema and no rows. */
export async function migratedDatabaseOf(server: string): Promise<FreshDatabase> {
  return freshDatabase(server, await templateOf(server));
}

/** Makes the template on the first call, and keeps it on the server until the migrations change. */
async function templateOf(server: string): Promise<string> {
  const isThere = async () =>
    (await runOn(server, `select from pg_database where datname = '${schemaName}'`)).length > 0;
  if (await isThere()) return schemaName;
  const draft = await freshDatabase(server);
  await migrate({ url: draft.url });
  try {
    await runOn(server, `alter database ${draft.name} rename to ${schemaName}`);
  } catch (error) {
    // Another worker has made the same template meanwhile.
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
