import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { makeFolder } from '../../common/make-folder.js';
import { countOf } from '../../common/text-format.js';
import { packageVersion } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { AssetStorage } from '../../ports/asset-storage.js';
import { digestTables, readBackupManifest, writeBackupManifest } from '../backup/manifest.js';
import { copyOut, type StoredBytes } from '../backup/objects.js';
import { backedUpTables, dumpTable } from '../backup/table-rows.js';
import { type AdminStudio, type Command, CommandError, FilesLost, required } from '../command.js';

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
and can be restored.`,
  options: { to: { type: 'string' }, earlier: { type: 'string' } },
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
  { app, print, progress }: AdminStudio,
  folder: string,
  earlier: string | null,
): Promise<void> {
  // Everything in it is for its owner alone, also where the folder is there already and others may enter it.
  process.umask(0o077);
  makeFolder(join(folder, 'tables'));
  const madeAt = new Date().toISOString();
  const { tables, migrations, objects } = await dumpRows(app.get(Database), folder, progress);
  const missing = await copyOut(app.get(AssetStorage), objects, { folder, earlier }, progress);
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
  if (missing.length > 0)
    throw new FilesLost(
      `The storage has lost or changed ${countOf(missing.length, 'file')}: ${missing.join(', ')}`,
    );
}

/** Writes all rows of one snapshot. */
function dumpRows(database: Database, folder: string, progress: (line: string) => void) {
  return database.transaction(async () => {
    const { sql: transaction } = database;
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    const tables: Record<string, number> = {};
    for (const table of backedUpTables) tables[table] = await dumpTable(transaction, table, folder, progress);
    const { rows: objects } = await sql<StoredBytes>`select hash, storage_key, size from stored_objects
      where exists (select from assets where object_hash = hash)
      union all select hash, storage_key, size from package_objects`.execute(transaction);
    const { rows } = await sql<{ name: string }>`select name from mikro_orm_migrations order by id`.execute(
      transaction,
    );
    return { tables, objects, migrations: rows.map(({ name }) => name) };
  });
}
