import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import * as z from 'zod/mini';
import { Database } from '../../database/database.js';
import { AssetStorage } from '../../ports/asset-storage.js';
import { readBackupManifest } from '../backup/manifest.js';
import { hasBytes } from '../backup/objects.js';
import { dumpTable, readRows } from '../backup/table-rows.js';
import { type AdminStudio, type Command, CommandError, required } from '../command.js';
import { bringBack, checkBackup, objectsOf } from './restore.js';

/** Tables that a restore changes: a copy with its own storage gets a new storage id. */
const changedByRestoring = ['installation'];
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/;

/** Restores a backup into a temporary studio, and compares its rows and files with those of the backup. */
export const verifyBackup: Command = {
  summary: 'Restore a backup into a scratch studio, and compare.',
  usage: `--from <folder>

  --from  what the command backup has made

Needs no database, storage or secret of the studio: it uses an embedded database and a folder below TMPDIR, which needs
room for the whole backup, and removes both. Ends with 1 where anything is missing or differs.`,
  options: { from: { type: 'string' } },
  studio: 'temporary',
  preparation: 'none',
  prepare(values) {
    const folder = resolve(required(values, 'from'));
    return async (studio) => {
      // The restore's messages are about a studio that stays, so they are only progress here.
      await bringBack({ ...studio, print: studio.progress }, folder);
      await compare(studio, folder);
    };
  },
  check: (values) => checkBackup(required(values, 'from')),
};

async function compare(studio: AdminStudio, folder: string): Promise<void> {
  const manifest = await readBackupManifest(folder);
  const again = await mkdtemp(join(studio.config.dataDir, 'compared-'));
  try {
    await mkdir(join(again, 'tables'));
    const database = studio.app.get(Database);
    // Rows of an older schema have been changed by the migrations since: only their number can be compared.
    const executed = await studio.app.get(MikroORM).migrator.getExecuted();
    const isCurrent = executed.length === manifest.migrations.length;
    for (const [table, rows] of Object.entries(manifest.tables)) {
      const count = await database.transaction(() => dumpTable(database.sql, table, again, studio.progress));
      if (count !== rows) throw new CommandError(`${table} has ${count} of ${rows} rows after restoring.`);
      if (!isCurrent || changedByRestoring.includes(table)) continue;
      if ((await digestOf(folder, table)) !== (await digestOf(again, table)))
        throw new CommandError(`The rows of ${table} differ after restoring.`);
    }
  } finally {
    await rm(again, { recursive: true });
  }
  const objects = await objectsOf(folder, manifest);
  const storage = studio.app.get(AssetStorage);
  for (const { hash, storage_key } of objects)
    if (!(await hasBytes(storage, storage_key, hash)))
      throw new CommandError(`The file ${hash} differs after restoring.`);
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  studio.print(`${folder} is whole: ${rows} rows and ${objects.length} files came back as they were.`);
}

/** A digest of a table's rows that does not depend on their order, or on the time zones of timestamps. */
async function digestOf(folder: string, table: string): Promise<bigint> {
  let sum = 0n;
  for await (const columns of readRows(folder, table, z.record(z.string(), z.unknown()))) {
    const row = JSON.stringify(columns, (_key, value: unknown) =>
      typeof value === 'string' && timestamp.test(value) ? Date.parse(value) : value,
    );
    sum += createHash('sha256').update(row).digest().readBigUInt64LE();
  }
  return sum;
}
