import { type InferEntity, LockMode } from '@mikro-orm/postgresql';
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
import { sql } from 'kysely';
import { notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { readPage } from '../../common/read-page.js';
import { Config } from '../../config/config.js';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { likePattern } from '../../database/like-pattern.js';
import { AssetEntity, AssetHoldEntity, AssetReferenceEntity } from './asset.entity.js';
import { filesNaming } from './file-references.js';

/** A user's own assets. Somebody else's asset is 404, like one that does not exist. */
@Injectable()
export class AssetsService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Newest first. */
  list({ userId }: Caller, query: AssetListQuery): Promise<Page<Asset>> {
    const { em } = this.database;
    const matching = {
      ...own(userId),
      ...(query.search ? { name: { $ilike: likePattern(query.search) } } : {}),
    };
    return readPage(
      query,
      () => em.count(AssetEntity, matching),
      async (range) => {
        const orderBy = { createdAt: 'desc', id: 'asc' } as const;
        const assets = await em.find(AssetEntity, matching, { ...range, orderBy });
        return assets.map((asset) => presentAsset(asset, this.config));
      },
    );
  }

  /** The used storage, summed from the rows. With kysely: sums by category. */
  async storage({ userId }: Caller): Promise<StorageInfo> {
    const rows = await this.database.sql
      .selectFrom('assets')
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
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

  /**
   * Deletes the caller's asset. Its address keeps working while forks or published versions use it.
   * @throws ApiError 404
   */
  async remove(id: string, { userId }: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const { em } = this.database;
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const asset = await em.findOne(AssetEntity, { id, ...own(userId) }, { lockMode });
      if (!asset) throw notFound();
      const isHeld = (await em.count(AssetHoldEntity, { asset: id })) > 0;
      if (isHeld) asset.deletedAt = entityClock.now();
      else await releaseAsset(this.database, id);
    });
  }

  /** The caller's projects whose code, or files that it names, name one of the caller's assets. @throws ApiError 404 */
  async uses(id: string, { userId }: Caller): Promise<AssetUses> {
    const { em } = this.database;
    if ((await em.count(AssetEntity, { id, ...own(userId) })) === 0) throw notFound();
    const files = [id, ...(await filesNaming(this.database, id, userId))];
    const references = await em.find(
      AssetReferenceEntity,
      { assetId: { $in: files }, project: own(userId) },
      { fields: ['project.id', 'project.title'], orderBy: { project: { updatedAt: 'desc' } } },
    );
    // A project may name several of these files.
    const titles = new Map(references.map(({ project }) => [project.id, project.title]));
    return { data: [...titles].map(([project, title]) => ({ id: project, title })) };
  }
}

/** Matches this user's rows that are not deleted, of assets and of projects. */
function own(userId: string) {
  return { user: userId, deletedAt: null };
}

/** An asset as its owner sees it, with its addresses (specification: Files). */
export function presentAsset(
  { id, name, category, size, createdAt }: InferEntity<typeof AssetEntity>,
  { assetsUrl }: Config,
): Asset {
  const url = `${assetsUrl}/assets/${id}/${encodeURIComponent(name)}`;
  const thumbnail = isRaster(name) ? `${assetsUrl}/thumbnails/${id}.webp` : url;
  const thumbnailUrl = category === 'images' ? thumbnail : null;
  return { id, name, category, size, url, thumbnailUrl, createdAt: createdAt.toISOString() };
}

/**
 * Deletes an asset that nothing keeps, and lowers the use count of its bytes, with kysely. Inside a transaction that
 * has locked it.
 */
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
