import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../../common/housekeeping-job.js';
import { countOf } from '../../../common/text-format.js';
import { Database } from '../../../database/database.js';
import { AssetStorage } from '../../../ports/asset-storage.js';
import { releaseAsset } from '../assets.service.js';
import { type ComparisonResult, StorageComparison } from './storage-comparison.js';
import { StoragePairingService } from './storage-pairing.service.js';

/** How long unused bytes are kept, because the same file is often uploaded again. */
const graceMs = 24 * 3_600_000;
/**
 * Bytes that have been due for longer than this are not deleted here: the studio was stopped, or an old database was
 * restored, which may not know who uses them now. The comparison deletes them after a week.
 */
const lateMs = 3 * 3_600_000;

/** How many uploads were ended, assets released, uses counted anew, and unused files removed. */
export interface ReconciliationResult extends ComparisonResult {
  uploads: number;
  assets: number;
  counts: number;
  unused: number;
}

/**
 * Repairs differences between database and storage. Everything here may run at any time, also in several processes at
 * once. With kysely: each step finds or changes sets of rows in one statement.
 */
@Injectable()
export class AssetReconciliationService {
  readonly #logger = new Logger('assets');

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly comparison: StorageComparison,
    private readonly pairing: StoragePairingService,
  ) {}

  /**
   * Also runs at the start, to clean up after a process that was killed.
   * @throws after everything else, where a file cannot be deleted
   */
  @HousekeepingJob({ name: 'assets', cron: '29,59 * * * *', atStart: true })
  async tidy(signal: AbortSignal): Promise<void> {
    const { failures } = await this.reconcile(await this.database.now(), signal);
    if (failures.length > 0)
      throw new Error(`${countOf(failures.length, 'stored file')} could not be deleted`, {
        cause: failures[0],
      });
  }

  /**
   * Deletes many files at once that no row refers to only with `howeverMany`.
   * @throws StorageMismatch, before anything is changed, where the storage is not this installation's; errors of
   * database or storage, which leave the steps before them done.
   */
  async reconcile(
    now: Date,
    signal: AbortSignal,
    { howeverMany = false } = {},
  ): Promise<ReconciliationResult> {
    await this.pairing.verify();
    const uploads = await this.#endDeadUploads(now);
    const assets = await this.#releaseDeleted(signal);
    const counts = await this.#recount(signal);
    const unused = await this.#removeUnused(now);
    return { uploads, assets, counts, unused, ...(await this.comparison.run(now, signal, { howeverMany })) };
  }

  /** Ends uploads whose process has died. */
  async #endDeadUploads(now: Date): Promise<number> {
    const dead = await this.database.sql
      .deleteFrom('asset_uploads')
      .where('lease_until', '<=', now)
      .returning(['id', sql<boolean>`lease_until <= ${before(now, lateMs)}`.as('late')])
      .execute();
    for (const { id, late } of dead) if (!late) await this.storage.remove(id);
    return dead.length;
  }

  /** Releases assets that are deleted or have lost their owner, and that no project keeps. */
  async #releaseDeleted(signal: AbortSignal): Promise<number> {
    const unkept = await this.#unkept().execute();
    for (const { id } of unkept) {
      signal.throwIfAborted();
      await this.database.transaction(async () => {
        // The lock waits for a fork that is being created; the asset is checked again after that.
        await this.database.sql.selectFrom('assets').select('id').where('id', '=', id).forUpdate().execute();
        if (await this.#unkept().where('id', '=', id).executeTakeFirst())
          await releaseAsset(this.database, id);
      });
    }
    return unkept.length;
  }

  #unkept() {
    return this.database.sql
      .selectFrom('assets')
      .select('id')
      .where((is) => is.or([is('deleted_at', 'is not', null), is('user_id', 'is', null)]))
      .where(sql<boolean>`not exists (select from asset_holds where asset_id = assets.id)`);
  }

  async #recount(signal: AbortSignal): Promise<number> {
    const uses = sql<number>`(select count(*)::int from assets where object_hash = hash)`;
    const miscounted = await this.database.sql
      .selectFrom('stored_objects')
      .select('hash')
      .where(sql<boolean>`refs <> ${uses} or (refs = 0) <> (unused_since is not null)`)
      .execute();
    for (const { hash } of miscounted) {
      signal.throwIfAborted();
      await this.database.transaction(async () => {
        const own = this.database.sql.selectFrom('stored_objects').where('hash', '=', hash);
        await own.select('hash').forUpdate().execute();
        await this.database.sql
          .updateTable('stored_objects')
          .set({
            refs: uses,
            unused_since: sql`case when ${uses} = 0 then coalesce(unused_since, now()) end`,
            unused_by: sql`case when ${uses} = 0 then unused_by end`,
          })
          .where('hash', '=', hash)
          .execute();
      });
    }
    if (miscounted.length > 0)
      this.#logger.warn(`Corrected the usage counts of ${countOf(miscounted.length, 'stored file')}.`);
    return miscounted.length;
  }

  async #removeUnused(now: Date): Promise<number> {
    const unused = await this.database.sql
      .deleteFrom('stored_objects')
      .where('unused_since', '<=', before(now, graceMs))
      .where(sql<boolean>`not exists (select from assets where object_hash = hash)`)
      .returning(['storage_key', sql<boolean>`unused_since <= ${before(now, graceMs + lateMs)}`.as('late')])
      .execute();
    for (const { storage_key, late } of unused) if (!late) await this.storage.remove(storage_key);
    return unused.length;
  }
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
