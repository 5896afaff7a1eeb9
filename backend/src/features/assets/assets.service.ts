import { Injectable } from '@nestjs/common';
import {
  type Asset,
  type AssetListQuery,
  type AssetUses,
  assetCategories,
  isRaster,
  type StorageInfo,
} from '@studio/contract/http/assets';
import type { Page } from '@studio/contract/http/paging';
import { limits } from '@studio/contract/limits';
import { type Selectable, sql } from 'kysely';
import { notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { Config } from '../../config/config.js';
import { now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';

/** A user's own assets. Another's is the same 404 as none at all. */
@Injectable()
export class AssetsService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Newest first. */
  async list({ userId }: Caller, { page, limit, search }: AssetListQuery): Promise<Page<Asset>> {
    const matching = this.#own(userId).$if(search !== undefined && search !== '', (query) =>
      query.where(sql<boolean>`strpos(lower(name), lower(${search})) > 0`),
    );
    const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .select(assetColumns)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
    const data = rows.map((row) => presentAsset(row, this.config));
    return { data, total, page, limit, totalPages: Math.ceil(total / limit) };
  }

  /** Sums of the rows, as they are now. */
  async storage({ userId }: Caller): Promise<StorageInfo> {
    const rows = await this.#own(userId)
      .select(['category', sql<number>`count(*)::int`.as('count'), sql<string>`sum(size)`.as('size')])
      .groupBy('category')
      .execute();
    const usage = assetCategories.map((category) => {
      const { count = 0, size = 0 } = rows.find((row) => row.category === category) ?? {};
      return [category, { count, size: Number(size) }] as const;
    });
    return {
      totalUsed: usage.reduce((sum, [, { size }]) => sum + size, 0),
      totalLimit: limits.storageBytes,
      assetCount: usage.reduce((sum, [, { count }]) => sum + count, 0),
      byCategory: Object.fromEntries(usage) as StorageInfo['byCategory'],
    };
  }

  /** Deletes one's own asset; while forks use it, its address stays good. @throws ApiError 404 */
  async remove(id: string, { userId }: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const asset = await this.#own(userId).select('id').where('id', '=', id).forUpdate().executeTakeFirst();
      if (!asset) throw notFound();
      const hold = await this.database.sql
        .selectFrom('asset_holds')
        .select('asset_id')
        .where('asset_id', '=', id)
        .executeTakeFirst();
      if (!hold) return releaseAsset(this.database, id);
      await this.database.sql.updateTable('assets').set({ deleted_at: now() }).where('id', '=', id).execute();
    });
  }

  /** The caller's projects whose code names one of the caller's assets. @throws ApiError 404 */
  async uses(id: string, { userId }: Caller): Promise<AssetUses> {
    const asset = await this.#own(userId).select('id').where('id', '=', id).executeTakeFirst();
    if (!asset) throw notFound();
    const data = await this.database.sql
      .selectFrom('projects')
      .select(['id', 'title'])
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('id', 'in', (references) =>
        references.selectFrom('project_asset_references').select('project_id').where('asset_id', '=', id),
      )
      .orderBy('updated_at', 'desc')
      .execute();
    return { data };
  }

  #own(userId: string) {
    return this.database.sql
      .selectFrom('assets')
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null);
  }
}

/** What a list reads of an asset. */
export type AssetRow = Pick<Selectable<Tables['assets']>, 'id' | 'name' | 'category' | 'size' | 'created_at'>;

export const assetColumns = ['id', 'name', 'category', 'size', 'created_at'] as const;

/** An asset as its owner sees it, with the addresses of CONTRACT 2. */
export function presentAsset(
  { id, name, category, size, created_at }: AssetRow,
  { assetsUrl }: Config,
): Asset {
  const url = `${assetsUrl}/assets/${id}/${encodeURIComponent(name)}`;
  const thumbnail = isRaster(name) ? `${assetsUrl}/thumbnails/${id}.webp` : url;
  const thumbnailUrl = category === 'images' ? thumbnail : null;
  return { id, name, category, size, url, thumbnailUrl, createdAt: new Date(created_at).toISOString() };
}

/** Deletes an asset that nobody keeps, and counts its bytes one use down. Inside a transaction that has locked it. */
export async function releaseAsset(database: Database, id: string): Promise<void> {
  const { object_hash, user_id } = await database.sql
    .deleteFrom('assets')
    .where('id', '=', id)
    .returning(['object_hash', 'user_id'])
    .executeTakeFirstOrThrow();
  await database.sql
    .updateTable('stored_objects')
    .set({
      refs: sql`refs - 1`,
      unused_since: sql`case when refs <= 1 then now() end`,
      unused_by: sql`case when refs <= 1 then ${user_id}::text end`,
    })
    .where('hash', '=', object_hash)
    .execute();
}
