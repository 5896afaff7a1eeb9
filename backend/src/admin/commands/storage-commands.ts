import { counted } from '../../common/counted.js';
import { AssetReconciliationService } from '../../features/assets/reconciliation/asset-reconciliation.service.js';
import { StoragePairingService } from '../../features/assets/reconciliation/storage-pairing.service.js';
import type { Command } from '../command.js';

/** Compares storage and database now, as the studio does every half hour. */
export const reconcile: Command = {
  summary: 'Check users’ files against the database, and repair what differs.',
  usage: `[--delete-orphans]

  --delete-orphans  delete files that the database has not listed for 7 days, even if they are more than a tenth of all;
                    only if this is the right, complete database

Prints what was repaired. Ends with 1 if bytes are missing that only a backup has, or if there were too many unlisted files
to delete.`,
  options: { 'delete-orphans': { type: 'boolean' } },
  prepare(values) {
    const howeverMany = values['delete-orphans'] === true;
    return async ({ app, print }) => {
      const { uploads, assets, counts, unused, orphans, deleted, heldBack, missing } = await app
        .get(AssetReconciliationService)
        .reconcile(new Date(), new AbortController().signal, { howeverMany });
      print(
        `Ended ${counted(uploads, 'interrupted upload')} and removed ${counted(assets, 'deleted file')}. ` +
          `Corrected ${counted(counts, 'usage count')} and removed ${counted(unused, 'unused file')}. ` +
          `Found ${counted(orphans, 'file')} that the database does not list; deleted ${deleted} of them, which had not been listed for 7 days.`,
      );
      if (heldBack > 0)
        print(
          `${heldBack} files that the database does not list were kept: with so many, it is more likely that this is the wrong database.`,
        );
      if (missing.length > 0)
        print(`Lost or changed: ${counted(missing.length, 'file')}, under these keys: ${missing.join(', ')}`);
      if (heldBack > 0 || missing.length > 0) process.exitCode = 1;
    };
  },
};

/** Marks the storage as this database's after a refused start. Deletes nothing. */
export const pairStorage: Command = {
  summary: 'Have this database use this storage from now on.',
  usage: `

Where a start says that the two do not belong together, and they do: after the database or the files were brought back
by other means than the command restore. Another installation whose files these were is refused from then on. Files that
the database does not list are kept for 7 days after they were found.`,
  options: {},
  // The first start of a new database on another's files has been refused, so there is no studio yet.
  needsNoStudio: true,
  takesAnyStorage: true,
  prepare() {
    return async ({ app, print }) => {
      const pairing = app.get(StoragePairingService);
      await pairing.pair();
      const { named, found, others } = await pairing.compare();
      print(
        `Database and storage now belong together. Of the ${counted(named, 'file')} in the database, ${found} are in the storage, which also has ${counted(others, 'other file')}.`,
      );
    };
  },
};
