import { StoragePairing } from '../../features/assets/reconciliation/storage-pairing.service.js';
import type { Command } from '../command.js';

/** The way out of a refused start, for whoever knows that it is right. Deletes nothing. */
export const pairStorage: Command = {
  summary: 'Have this database use this storage from now on.',
  usage: `

Where a start says that the two do not belong together, and they do: after the database or the files were brought back
by other means than the command restore. Another installation whose files these were is refused from then on. Files that
the database does not know are kept for 7 days after they were found.`,
  options: {},
  takesAnyStorage: true,
  prepare() {
    return async ({ app, say }) => {
      const pairing = app.get(StoragePairing);
      await pairing.pair();
      const { named, found, others } = await pairing.compare();
      say(
        `They belong together now. Of the ${named} files that the database knows there are ${found}, and ${others} that it does not know.`,
      );
    };
  },
};
