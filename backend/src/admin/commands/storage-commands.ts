import { resolve } from 'node:path';
import { sql } from 'kysely';
import { countOf } from '../../common/text-format.js';
import { Database } from '../../database/database.js';
import { AssetReconciliationService } from '../../features/assets/reconciliation/asset-reconciliation.service.js';
import { StoragePairingService } from '../../features/assets/reconciliation/storage-pairing.service.js';
import { AssetStorage } from '../../ports/asset-storage.js';
import { readBackupManifest } from '../backup/manifest.js';
import { copyIn, isWhole, type StoredBytes } from '../backup/objects.js';
import type { AdminStudio, Command } from '../command.js';

/** Compares storage and database now, as the studio does every half hour. */
export const reconcile: Command = {
  summary: 'Check users’ files against the database, and repair what differs.',
  usage: `[--from <folder>] [--delete-orphans]

  --from            what the command backup has made: files whose bytes are missing or changed are put back from there
  --delete-orphans  delete files that the database has not listed for 7 days, even if they are more than a tenth of all;
                    only if this is the right, complete database

Prints what was repaired. Ends with 1 if bytes are missing that this backup does not have, if a file could not be
deleted, or if there were too many unlisted files to delete.`,
  options: { from: { type: 'string' }, 'delete-orphans': { type: 'boolean' } },
  prepare(values) {
    const howeverMany = values['delete-orphans'] === true;
    const backup = backupOf(values);
    return async (studio) => {
      const { app, print } = studio;
      const { uploads, assets, counts, unused, orphans, deleted, heldBack, missing, failures } = await app
        .get(AssetReconciliationService)
        .reconcile(await app.get(Database).now(), new AbortController().signal, { howeverMany });
      print(
        `Ended ${countOf(uploads, 'interrupted upload')} and removed ${countOf(assets, 'deleted file')}. ` +
          `Corrected ${countOf(counts, 'usage count')} and removed ${countOf(unused, 'unused file')}. ` +
          `Found ${countOf(orphans, 'file')} that the database does not list; deleted ${deleted} of them, which had not been listed for 7 days.`,
      );
      if (heldBack > 0)
        print(
          `${heldBack} files that the database does not list were kept: with so many, it is more likely that this is the wrong database.`,
        );
      const back = backup === null ? new Set() : await putBack(studio, missing, backup);
      if (backup !== null) print(`Put back ${countOf(back.size, 'file')} from ${backup}.`);
      const lost = missing.filter((key) => !back.has(key));
      if (lost.length > 0)
        print(`Lost or changed: ${countOf(lost.length, 'file')}, under these keys: ${lost.join(', ')}`);
      if (failures.length > 0)
        print(`Could not delete ${countOf(failures.length, 'file')}: ${String(failures[0])}`);
      if (heldBack > 0 || lost.length > 0 || failures.length > 0) process.exitCode = 1;
    };
  },
  async check(values) {
    const backup = backupOf(values);
    if (backup !== null) await readBackupManifest(backup);
  },
};

function backupOf({ from }: Parameters<Command['prepare']>[0]): string | null {
  return typeof from === 'string' ? resolve(from) : null;
}

/** Copies the bytes of these files out of a backup, found by their hashes. @returns the keys of those that it has. */
async function putBack(
  { app, progress }: AdminStudio,
  keys: readonly string[],
  backup: string,
): Promise<Set<string>> {
  const { rows } = await sql<StoredBytes>`
    select hash, storage_key, size from stored_objects where storage_key = any(${keys}::text[])
    union all select hash, storage_key, size from package_objects where storage_key = any(${keys}::text[])`.execute(
    app.get(Database).sql,
  );
  const there: StoredBytes[] = [];
  for (const row of rows) if (await isWhole(backup, row.hash)) there.push(row);
  await copyIn(app.get(AssetStorage), there, backup, progress);
  return new Set(there.map(({ storage_key }) => storage_key));
}

/** Marks the storage as this database's after a refused start. Deletes nothing. */
export const pairStorage: Command = {
  summary: 'Have this database use this storage from now on.',
  usage: `

Where a start says that the two do not belong together, and they do: after the database or the files were brought back
by other means than the command restore. Another installation whose files these were is refused from then on. Files that
the database does not list are kept for 7 days after they were found.`,
  options: {},
  // The first start of a new database on another's files has been refused, so there is no studio yet.
  studio: 'started-or-new',
  preparation: 'with-any-storage',
  prepare() {
    return async ({ app, print }) => {
      const pairing = app.get(StoragePairingService);
      await pairing.pair();
      const { named, found, others } = await pairing.compare();
      print(
        `Database and storage now belong together. Of the ${countOf(named, 'file')} in the database, ${found} are in the storage, which also has ${countOf(others, 'other file')}.`,
      );
    };
  },
};
