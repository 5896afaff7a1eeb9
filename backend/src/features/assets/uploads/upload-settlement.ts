import type { InferEntity } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { extensionOf } from '@studio/contract/http/assets';
import { sql } from 'kysely';
import { serviceUnavailable } from '../../../common/errors/api-error.js';
import { newId } from '../../../common/ids.js';
import { entityClock } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { lockAccount } from '../../users/users.service.js';
import { AssetEntity, AssetUploadEntity } from '../asset.entity.js';
import type { Reservation } from './upload-reservations.js';
import type { AssetName } from './upload-validation.js';

/** A file whose bytes are stored under the reservation's id. */
export interface StoredUpload extends AssetName {
  /** SHA-256, in lower-case hex. */
  hash: string;
  /** Bytes. */
  size: number;
  /** The keys of the files that it names. */
  named: string[];
}

/** Turns an upload into an asset and ends its reservation, in one transaction. */
@Injectable()
export class UploadSettlement {
  constructor(private readonly database: Database) {}

  /**
   * @returns the asset and the storage key of its bytes, which differs from the upload's if the same bytes were
   * stored before.
   * @throws ApiError 503 where the reservation has expired, because this process could not renew it in time.
   */
  settle(
    { id, userId }: Reservation,
    upload: StoredUpload,
  ): Promise<{ asset: InferEntity<typeof AssetEntity>; storageKey: string }> {
    return this.database.transactionOn(userId, async () => {
      await lockAccount(this.database, userId);
      if (!(await this.#endReservation(id))) throw serviceUnavailable();
      const storageKey = await this.#addReference(id, upload);
      const asset = this.database.em.create(AssetEntity, {
        id: newId(),
        user: userId,
        name: await this.#freeName(userId, upload.name),
        category: upload.category,
        size: upload.size,
        object: upload.hash,
      });
      return { asset, storageKey };
    });
  }

  /**
   * Makes `later` the key of bytes that the storage has lost under `earlier`.
   * @returns false where another upload was first.
   */
  async replaceLost(hash: string, earlier: string, later: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database.sql
      .updateTable('stored_objects')
      .set({ storage_key: later })
      .where('hash', '=', hash)
      .where('storage_key', '=', earlier)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async #endReservation(id: string): Promise<boolean> {
    const alive = { id, leaseUntil: { $gt: entityClock.now() } };
    return (await this.database.em.nativeDelete(AssetUploadEntity, alive)) > 0;
  }

  /**
   * Counts a use of the bytes. Equal bytes are stored once, even if they are unused at present. With kysely: a
   * counter.
   */
  async #addReference(storageKey: string, { hash, size, named }: StoredUpload): Promise<string> {
    const object = await this.database.sql
      .insertInto('stored_objects')
      .values({ hash, storage_key: storageKey, size, refs: 1, named_assets: named })
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet({
          refs: sql`stored_objects.refs + 1`,
          unused_since: null,
          unused_by: null,
          // Equal bytes may come under a name that is not searched.
          named_assets: sql`coalesce(nullif(excluded.named_assets, '{}'), stored_objects.named_assets, '{}')`,
        }),
      )
      .returning('storage_key')
      .executeTakeFirstOrThrow();
    return object.storage_key;
  }

  /** The name, or the first of `name (2).png`, `name (3).png` … that none of the user's assets has, ignoring case. */
  async #freeName(userId: string, name: string): Promise<string> {
    const extension = `.${extensionOf(name)}`;
    const stem = name.slice(0, -extension.length);
    const ending = name.slice(-extension.length);
    const { rows } = await sql<{ name: string }>`
      select candidate.name
      from generate_series(1, (select count(*) + 1 from assets where user_id = ${userId} and deleted_at is null)) n
      cross join lateral (
        select case when n = 1 then ${name}::text else ${stem}::text || ' (' || n || ')' || ${ending}::text end as name
      ) candidate
      where not exists (
        select from assets
        where user_id = ${userId} and deleted_at is null and lower(name) = lower(candidate.name)
      )
      order by n
      limit 1`.execute(this.database.sql);
    return rows[0]?.name ?? name;
  }
}
