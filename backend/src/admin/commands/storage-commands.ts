import { AssetReconciliationService } from '../../features/assets/reconciliation/asset-reconciliation.service.js';
import { StoragePairingService } from '../../features/assets/reconciliation/storage-pairing.service.js';
import type { Command } from '../command.js';

/** Compares storage and database now, as the studio does every half hour. */
export const reconcile: Command = {
  summary: 'Bring the files and their rows together again.',
  usage: `[--delete-orphans]

  --delete-orphans  delete files that no row has known for 7 days even where they are more than a tenth of all: do so only
                    where the database is the right one and whole

Prints what was mended. Ends with 1 where bytes are missing that only a backup has, and where files were not deleted because
they are too many.`,
  options: { 'delete-orphans': { type: 'boolean' } },
  prepare(values) {
    const howeverMany = values['delete-orphans'] === true;
    return async ({ app, print }) => {
      const { uploads, assets, counts, unused, orphans, deleted, heldBack, missing } = await app
        .get(AssetReconciliationService)
        .reconcile(new Date(), new AbortController().signal, { howeverMany });
      print(
        `Ended ${uploads} uploads that were cut short. Removed ${assets} deleted files. ` +
          `Counted ${counts} uses anew. Removed ${unused} unused files. ` +
          `Of ${orphans} files that no row knows, deleted ${deleted}, which nobody has missed for 7 days.`,
      );
      if (heldBack > 0)
        print(
          `${heldBack} files that no row knows were not deleted: so many are more likely a wrong database.`,
        );
      if (missing.length > 0)
        print(`Lost or changed: ${missing.length} files, under these keys: ${missing.join(', ')}`);
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
the database does not know are kept for 7 days after they were found.`,
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
        `They belong together now. Of the ${named} files that the database knows there are ${found}, and ${others} that it does not know.`,
      );
    };
  },
};
