import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MikroORM } from '@mikro-orm/postgresql';
import { databaseOptions } from '../../../src/database/database-options.js';
import { EmbeddedPostgres } from '../../../src/database/embedded/embedded-postgres.js';

const migrations = fileURLToPath(new URL('../../../src/database/migrations', import.meta.url));

/** Puts an embedded database into a new DATA_DIR that has today's schema and no row: migrations are half of a first start. */
export async function placeMigratedDatabase(dataDir: string): Promise<void> {
  cpSync(await migratedDatabase(), join(dataDir, 'postgres'), { recursive: true });
}

/** Made by the first who asks, and kept from run to run for as long as the migrations stay. */
async function migratedDatabase(): Promise<string> {
  const key = createHash('sha256');
  for (const name of globSync('*.ts', { cwd: migrations }).toSorted())
    key.update(readFileSync(join(migrations, name)));
  const place = join(tmpdir(), `studio-migrated-${key.digest('hex').slice(0, 12)}`);
  if (existsSync(place)) return place;
  const draft = mkdtempSync(join(tmpdir(), 'studio-migrated-draft-'));
  await migrate(draft);
  try {
    renameSync(join(draft, 'postgres'), place);
  } catch (error) {
    // Another worker was quicker; what it has is the same.
    if (!existsSync(place)) throw error;
  }
  rmSync(draft, { recursive: true, force: true });
  return place;
}

async function migrate(dataDir: string): Promise<void> {
  const postgres = await EmbeddedPostgres.start(dataDir);
  const orm = await MikroORM.init(databaseOptions({ socketDir: postgres.socketDir }));
  await orm.migrator.up();
  await orm.close();
  await postgres.stop();
}
