import { type Asset, isRaster } from '@studio/contract/http/assets';
import type { Selectable } from 'kysely';
import type { Config } from '../../config/config.js';
import type { Tables } from '../../database/tables.js';

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
