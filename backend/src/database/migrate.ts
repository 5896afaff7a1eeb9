import { MikroORM } from '@mikro-orm/postgresql';
import { type DatabaseLocation, databaseOptions } from './database-options.js';
import { migrations } from './migrations/migrations.js';

/** Runs the migrations that a database lacks, on its own connections. */
export async function migrate(location: DatabaseLocation): Promise<void> {
  const orm = await MikroORM.init(databaseOptions(location));
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}

/** The names of the migrations that this studio has, oldest first. */
export function namesOfMigrations({ driver, config }: MikroORM): string[] {
  return migrations.map((Migration) => new Migration(driver, config).name);
}
