import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { makeFolder } from '../../common/make-folder.js';
import { countOf } from '../../common/text-format.js';
import { packageVersion } from '../../config/config.js';
import { withUnchangedSchema } from '../../database/advisory-locks.js';
import { Database } from '../../database/database.js';
import { namesOfMigrations } from '../../database/migrate.js';
import type { Tables } from '../../database/tables.js';
import { StoragePairingService } from '../../features/assets/reconciliation/storage-pairing.service.js';
import { AssetStorage } from '../../ports/asset-storage.js';
import { digestTables, readBackupManifest, writeBackupManifest } from '../backup/manifest.js';
import { copyOut, type StoredBytes } from '../backup/objects.js';
import { backedUpTables, dumpTable } from '../backup/table-rows.js';
import { type AdminStudio, type Command, CommandError, FilesLost, required } from '../command.js';

const logger = new Logger('backup');

/**
 * Writes all rows of one snapshot first, then the files that they name. These still exist, because the studio keeps
 * files for a day after their last row is gone.
 */
export const backup: Command = {
  summary: 'Copy everything into a folder, also while the studio works.',
  usage: `--to <folder> [--earlier <folder>]

  --to       a new or empty folder
  --earlier  a backup on the same disk: files that have not changed since are hard-linked to it instead of copied

It holds people's work, addresses and password hashes: keep it as safe as the studio. Only the user who makes it can read
it. Sessions and the secrets of the
environment are not in it. Ends with 3 if the storage has lost files that the database lists: the backup has everything else
and can be restored. Leaves the database as it is, and is refused where another version of the studio has brought that
up to date last.`,
  options: { to: { type: 'string' }, earlier: { type: 'string' } },
  // So that a backup from before an upgrade is one that the version from before can restore.
  preparation: 'none',
  prepare(values) {
    const folder = resolve(required(values, 'to'));
    const earlier = typeof values['earlier'] === 'string' ? resolve(values['earlier']) : null;
    return (studio) =>
      makeBackup(studio, folder, earlier).catch((error: NodeJS.ErrnoException) => {
        // Writing to an open file gives no path.
        const isFolders =
          (error.path && (error.path.startsWith(folder) || folder.startsWith(error.path))) ??
          /^(ENOSPC|EDQUOT)$/.test(error.code ?? '');
        throw isFolders ? cannotWrite(folder, error) : error;
      });
  },
  async check({ to, earlier }) {
    const files = await readdir(String(to)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw cannotWrite(String(to), error);
    });
    if (files.length > 0) throw new CommandError(`--to: ${String(to)} is not empty.`);
    if (typeof earlier === 'string') await readBackupManifest(earlier);
  },
};

function cannotWrite(folder: string, { message }: Error): CommandError {
  return new CommandError(`--to: ${folder} cannot be written to: ${message}`);
}

async function makeBackup(
  { app, location, print, progress }: AdminStudio,
  folder: string,
  earlier: string | null,
): Promise<void> {
  const database = app.get(Database);
  const known = namesOfMigrations(app.get(MikroORM));
  await migrationsOf(database.sql, known);
  await app.get(StoragePairingService).verify();
  // Everything in it is for its owner alone, also where the folder is there already and others may enter it.
  process.umask(0o077);
  makeFolder(join(folder, 'tables'));
  const madeAt = new Date().toISOString();
  const waiting = () => logger.warn('A studio is changing the schema. Waiting for it.');
  const { tables, migrations, objects } = await withUnchangedSchema(location, waiting, () =>
    dumpRows(database, known, folder, progress),
  );
  const missing = await copyOut(app.get(AssetStorage), objects, { folder, earlier }, progress);
  const lost = await stillNamed(database, missing);
  const bytes = objects.reduce((sum, { size }) => sum + size, 0);
  const copied = { count: objects.length - missing.length, bytes };
  const versions = { studio: packageVersion(), node: process.versions.node };
  await writeBackupManifest(folder, {
    format: 1,
    madeAt,
    ...versions,
    migrations,
    tables,
    digests: await digestTables(folder, Object.keys(tables)),
    objects: copied,
    missing,
  });
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  print(`${folder} has ${rows} rows and ${countOf(copied.count, 'file')}.`);
  if (lost.length > 0)
    throw new FilesLost(
      `The storage has lost or changed ${countOf(lost.length, 'file')}: ${lost.join(', ')}`,
    );
}

/** Writes all rows of one snapshot. @throws CommandError where its schema is another version's */
function dumpRows(
  database: Database,
  known: readonly string[],
  folder: string,
  progress: (line: string) => void,
) {
  return database.transaction(async () => {
    const { sql: transaction } = database;
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    const migrations = await migrationsOf(transaction, known);
    const tables: Record<string, number> = {};
    for (const table of backedUpTables) tables[table] = await dumpTable(transaction, table, folder, progress);
    const { rows: objects } = await sql<StoredBytes>`select hash, storage_key, size from stored_objects
      where exists (select from assets where object_hash = hash)
      union all select hash, storage_key, size from package_objects`.execute(transaction);
    return { tables, objects, migrations };
  });
}

/**
 * The migrations of the database, oldest first.
 * @throws CommandError where they are not those of this studio: a backup would lack what a newer one has added, and one
 * of an older one may have tables that are unknown here.
 */
async function migrationsOf(database: Kysely<Tables>, known: readonly string[]): Promise<string[]> {
  const asked = sql<{ name: string }>`select name from mikro_orm_migrations order by id`;
  const executed = (await asked.execute(database)).rows.map(({ name }) => name);
  const unknown = executed.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new CommandError(
      `A newer studio has changed the database (${unknown.join(', ')}), and this one (${packageVersion()}) cannot back up what it does not know. Make the backup with the newer one.`,
    );
  const pending = known.filter((name) => !executed.includes(name));
  if (pending.length > 0)
    throw new CommandError(
      `The database is that of an older studio (it lacks ${pending.join(', ')}). Make the backup with that one, or start this one (${packageVersion()}) first, which brings the database up to date.`,
    );
  return executed;
}

/** Those of the missing files that rows still name. Packages that were to be deleted go while files are copied. */
async function stillNamed(database: Database, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from stored_objects
    where hash = any(${hashes}::text[]) and exists (select from assets where object_hash = hash)
    union select hash from package_objects where hash = any(${hashes}::text[])`.execute(database.sql);
  return rows.map(({ hash }) => hash);
}
