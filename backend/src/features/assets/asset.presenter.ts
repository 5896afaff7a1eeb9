import { type Asset, extensionOf } from '@studio/contract/http/assets';
import type { Selectable } from 'kysely';
import type { Config } from '../../config/config.js';
import type { Tables } from '../../database/tables.js';

/** What a list reads of an asset. */
export type AssetRow = Pick<Selectable<Tables['assets']>, 'id' | 'name' | 'category' | 'size' | 'created_at'>;

export const assetColumns = ['id', 'name', 'category', 'size', 'created_at'] as const;

/** Pictures of pixels, of which a smaller one can be made. */
const raster = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp']);
/** Pictures that are small as they are. */
const small = new Set(['svg', 'ico']);

/** An asset as its owner sees it, with the addresses of CONTRACT 2. */
export function presentAsset(
  { id, name, category, size, created_at }: AssetRow,
  { assetsUrl }: Config,
): Asset {
  const url = `${assetsUrl}/assets/${id}/${encodeURIComponent(name)}`;
  const extension = extensionOf(name);
  const thumbnailUrl = raster.has(extension)
    ? `${assetsUrl}/thumbnails/${id}.webp`
    : small.has(extension)
      ? url
      : null;
  return { id, name, category, size, url, thumbnailUrl, createdAt: new Date(created_at).toISOString() };
}
