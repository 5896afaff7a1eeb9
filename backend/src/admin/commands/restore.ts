import { resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { countOf } from '../../common/text-format.js';
import { withMigrationLock } from '../../database/advisory-locks.js';
import { Database } from '../../database/database.js';
import { StoragePairingService } from '../../features/assets/reconciliation/storage-pairing.service.js';
import { AssetStorage } from '../../ports/asset-storage.js';
import { type BackupManifest, checkTables, readBackupManifest } from '../backup/manifest.js';
import { copyIn, StoredBytes } from '../backup/objects.js';
import { backedUpTables, loadTable, readRows } from '../backup/table-rows.js';
import { type AdminStudio, type Command, CommandError, required } from '../command.js';

const logger = new Logger('restore');

/**
 * Restores files first, then all rows in one transaction, so that an interrupted restore can be repeated. With kysely:
 * whole tables.
 */
export const restore: Command = {
  summary: 'Bring a backup back, into a new studio that has never been started.',
  usage: `--from <folder>

  --from  what the command backup has made

Stop the studio first. Refuses a database with rows, and a storage with files that are not the backup's, unless it is the
storage that the backup was made of: then files that are newer than the backup are kept for 7 days after they were found.`,
  options: { from: { type: 'string' } },
  studio: 'started-or-new',
  preparation: 'none',
  prepare(values) {
    const folder = resolve(required(values, 'from'));
    const waiting = () => logger.warn('A studio is starting on this database. Waiting for it.');
    // One that starts meanwhile waits: its first accounts would be among the rows.
    return (studio) => withMigrationLock(studio.location, waiting, () => bringBack(studio, folder));
  },
  check: (values) => checkBackup(required(values, 'from')),
};

/** @throws CommandError if a backup is incomplete, has unknown tables, or its rows have been changed. */
export async function checkBackup(folder: string): Promise<void> {
  const manifest = await readBackupManifest(folder);
  // A table's name becomes that of a file.
  const unknown = Object.keys(manifest.tables).find((table) => !backedUpTables.includes(table));
  if (unknown !== undefined)
    throw new CommandError(
      `${folder} names a table that this studio does not restore: ${JSON.stringify(unknown)}. Where studio ${manifest.studio} is newer, update this one first; else the backup is damaged.`,
    );
  await checkTables(folder, manifest);
}

/** Restores a backup that `checkBackup` has accepted, also into a temporary studio. @throws CommandError */
export async function bringBack({ app, print, progress }: AdminStudio, folder: string): Promise<void> {
  const [database, storage, { migrator }] = [app.get(Database), app.get(AssetStorage), app.get(MikroORM)];
  const manifest = await readBackupManifest(folder);
  const objects = await objectsOf(folder, manifest);
  await refuseRows(database);
  const installation = await installationOf(folder);
  const ownStorage = await refuseFiles(storage, objects, installation);
  const pending = (await migrator.getPending()).map(({ name }) => name);
  const executed = (await migrator.getExecuted()).map(({ name }) => name);
  const known = executed.concat(pending);
  const unknown = manifest.migrations.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CommandError(
      `The backup is of a newer studio (${manifest.studio}, ${unknown}). Update this one first.`,
    );
  // These migrations found no rows to change, and would not run again for those of the backup.
  const early = executed.find((name) => !manifest.migrations.includes(name));
  if (early !== undefined)
    throw new CommandError(
      `The database has a newer schema than the backup (${early}): a studio has been started on it. Restore into a new one.`,
    );

  const last = pending.findLast((name) => manifest.migrations.includes(name));
  if (last !== undefined) await migrator.up({ to: last });
  await refuseOtherTables(database, manifest);
  await storage.create();
  await copyIn(storage, objects, folder, progress);
  await database.transaction(async () => {
    for (const [table, rows] of Object.entries(manifest.tables))
      await loadTable(database.sql, table, folder, rows, progress);
    if (installation !== undefined && !ownStorage) await becomeAnother(database);
  });
  await finish(migrator);
  if (manifest.tables['installation']) await pair(app.get(StoragePairingService));
  print(
    `Restored the studio as of ${manifest.madeAt}, with ${countOf(objects.length, 'file')}. Start it, then sign in again.`,
  );
  if (manifest.missing.length > 0)
    print(`${manifest.missing.length} files are not in the backup: the storage did not have them any more.`);
}

/**
 * Runs the migrations that are newer than the backup.
 * @throws CommandError that says to start the studio: the rows are committed, so the restore cannot be repeated.
 */
async function finish(migrator: MikroORM['migrator']): Promise<void> {
  try {
    await migrator.up();
  } catch (error) {
    throw new CommandError(
      `Everything was restored, but the database could not be brought up to date (${(error as Error).message}). Start the studio to continue.`,
    );
  }
}

/**
 * Marks the storage as this database's. A start would do so only where the storage has almost all files, and the backup
 * may be without many.
 * @throws CommandError that names the command for it: the rows are committed, so the restore cannot be repeated.
 */
async function pair(pairing: StoragePairingService): Promise<void> {
  try {
    await pairing.pair();
  } catch (error) {
    throw new CommandError(
      `Everything was restored, but the storage could not be marked as this studio's (${(error as Error).message}). Run \`npm run admin -- pair-storage\` before you start the studio.`,
    );
  }
}

/** The stored files that are in the backup. */
export async function objectsOf(folder: string, { missing, tables }: BackupManifest): Promise<StoredBytes[]> {
  const objects: StoredBytes[] = [];
  for (const table of ['stored_objects', 'package_objects'].filter((name) => name in tables))
    for await (const object of readRows(folder, table, StoredBytes)) objects.push(object);
  return objects.filter(({ hash }) => !missing.includes(hash));
}

async function refuseRows(database: Database): Promise<void> {
  for (const table of backedUpTables) {
    if (!(await isThere(database, table))) continue;
    const { rows: found } = await sql`select from ${sql.table(table)} limit 1`.execute(database.sql);
    if (found.length > 0)
      throw new CommandError(`The database is not empty: ${table} has rows. Restore into a new one.`);
  }
}

/** The database has the backup's schema and no rows here, so that after a refusal it accepts another such backup. */
async function refuseOtherTables(database: Database, { tables }: BackupManifest): Promise<void> {
  for (const table of backedUpTables) {
    const isNeeded = await isThere(database, table);
    if (isNeeded === table in tables) continue;
    const difference = `it ${isNeeded ? 'lacks' : 'is too old to have'} the table ${table}`;
    throw new CommandError(`The backup is damaged: ${difference}. Use another backup.`);
  }
}

async function isThere(database: Database, table: string): Promise<boolean> {
  const asked = sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`;
  return (await asked.execute(database.sql)).rows[0]?.is === true;
}

/**
 * @returns whether the storage belongs to the installation of the backup.
 * @throws CommandError if it belongs to another one, or has files that are not in the backup.
 */
async function refuseFiles(
  storage: AssetStorage,
  objects: StoredBytes[],
  installation: string | undefined,
): Promise<boolean> {
  const owner = await storage.owner();
  if (owner !== null && owner === installation) return true;
  if (owner !== null)
    throw new CommandError(
      `${storage.location} has the files of another installation. Restore into a new one, or into the one that the backup was made of.`,
    );
  const expected = new Set(objects.map(({ storage_key }) => storage_key));
  for await (const { key } of storage.list())
    if (!expected.has(key))
      throw new CommandError(`The storage is not empty: it has ${key}. Restore into a new one.`);
  return false;
}

/** The installation's storage id; undefined if the backup is older than storage ids. */
async function installationOf(folder: string): Promise<string | undefined> {
  const Installation = z.object({ storage_id: z.optional(z.string()) });
  for await (const { storage_id } of readRows(folder, 'installation', Installation)) return storage_id;
  return undefined;
}

/** Gives a copy with its own storage a new id, so that neither installation uses the files of the other. */
async function becomeAnother(database: Database): Promise<void> {
  await database.sql
    .updateTable('installation')
    .set({ storage_id: sql`gen_random_uuid()`, storage_paired_at: null })
    .execute();
}
