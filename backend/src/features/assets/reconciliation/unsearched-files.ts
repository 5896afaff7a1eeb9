import { Injectable } from '@nestjs/common';
import { isSearched } from '@studio/contract/http/assets';
import { HousekeepingJob } from '../../../common/housekeeping-job.js';
import { countOf } from '../../../common/text-format.js';
import { Database } from '../../../database/database.js';
import { AssetStorage, MissingFile } from '../../../ports/asset-storage.js';
import { NamedKeys } from '../uploads/named-keys.js';

const batchSize = 200;
const maxFailures = 10;

/**
 * Searches stored files for the files that they name, where that was not done when they were uploaded: before the
 * studio did so, or by a replica of an earlier version. With kysely: sets of rows.
 */
@Injectable()
export class UnsearchedFiles {
  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  /** @throws after all others, where a file cannot be read */
  @HousekeepingJob({ name: 'unsearched-files', cron: '3,33 * * * *', atStart: true })
  async search(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for (let last: string | undefined = ''; last !== undefined; ) {
      const batch = await this.#unsearchedAfter(last);
      const others = batch.filter(({ name, size }) => !isSearched(name, size));
      await this.#keep(
        others.map(({ hash }) => hash),
        [],
      );
      for (const file of batch) {
        signal.throwIfAborted();
        if (!isSearched(file.name, file.size)) continue;
        const named = await this.#namedBy(file.storage_key, file.name).catch((error: unknown) => {
          failures.push(error);
          return null;
        });
        // With as many it is the storage that fails, and each read may wait for half a minute.
        if (failures.length >= maxFailures) throw failures[0];
        if (named) await this.#keep([file.hash], named);
      }
      last = batch.at(-1)?.hash;
    }
    if (failures.length > 0)
      throw new Error(`${countOf(failures.length, 'file')} could not be searched: ${String(failures[0])}`, {
        cause: failures[0],
      });
  }

  /** Files of equal bytes are of the same kind. */
  #unsearchedAfter(hash: string) {
    return this.database.sql
      .selectFrom('stored_objects')
      .innerJoinLateral(
        (assets) =>
          assets
            .selectFrom('assets')
            .select('name')
            .whereRef('object_hash', '=', 'hash')
            .limit(1)
            .as('asset'),
        (join) => join.onTrue(),
      )
      .select(['hash', 'storage_key', 'stored_objects.size', 'asset.name'])
      .where('named_assets', 'is', null)
      .where('hash', '>', hash)
      .orderBy('hash')
      .limit(batchSize)
      .execute();
  }

  /** Null for a file that the storage has lost, which the comparison reports. */
  async #namedBy(storageKey: string, name: string): Promise<string[] | null> {
    const keys = new NamedKeys(name);
    try {
      for await (const chunk of await this.storage.read(storageKey)) keys.add(chunk as Uint8Array);
    } catch (error) {
      if (error instanceof MissingFile) return null;
      throw error;
    }
    return keys.keys();
  }

  async #keep(hashes: string[], named: string[]): Promise<void> {
    if (hashes.length === 0) return;
    await this.database.sql
      .updateTable('stored_objects')
      .set({ named_assets: named })
      .where('hash', 'in', hashes)
      .where('named_assets', 'is', null)
      .execute();
  }
}
