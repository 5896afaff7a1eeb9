import { AssetReconcilerService } from '../../features/assets/asset-reconciler.service.js';
import type { Command } from '../command.js';

/** Compares storage and database at once, as the studio does every half an hour. */
export const reconcile: Command = {
  summary: 'Bring the files and their rows together again.',
  usage: '\n\nTells what was mended. Ends with 1 where bytes are missing that only a backup has.',
  options: {},
  prepare() {
    return async ({ app, say }) => {
      const mended = await app
        .get(AssetReconcilerService)
        .reconcile(new Date(), new AbortController().signal);
      say(
        `Ended ${mended.uploads} uploads that were cut short. Let go of ${mended.assets} deleted files. ` +
          `Counted ${mended.counts} uses anew. Removed ${mended.unused} unused and ${mended.strays} stray files.`,
      );
      if (mended.missing.length > 0) {
        say(
          `Lost or changed: ${mended.missing.length} files, under these keys: ${mended.missing.join(', ')}`,
        );
        process.exitCode = 1;
      }
    };
  },
};
