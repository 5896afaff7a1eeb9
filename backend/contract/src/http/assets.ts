import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { pageLimit, pageOf, pageQuery } from './paging.js';
import { Id, IdParams, Timestamp } from './text.js';

/** The allowed file extensions of each category, in the order of the library's tabs (specification: Asset record). */
export const assetExtensions = {
  images: ['jpg', 'jpeg', 'png', 'gif', 'svg', 'webp', 'ico'],
  json: ['json', 'xml', 'csv', 'txt'],
  css: ['css'],
  js: ['js', 'ts'],
  fonts: ['woff', 'woff2', 'ttf', 'otf'],
  docs: ['md', 'pdf'],
  media: ['mp3', 'mp4', 'webm'],
} as const;
export type AssetCategory = keyof typeof assetExtensions;
export const assetCategories = Object.keys(assetExtensions) as AssetCategory[];

/** The category of a file by the last extension of its name, in any case; null if the type is not allowed. */
export function categoryOf(name: string): AssetCategory | null {
  const extension = extensionOf(name);
  return (
    assetCategories.find((category) =>
      (assetExtensions[category] as readonly string[]).includes(extension),
    ) ?? null
  );
}

/** The last extension of a file's name, in lower case without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

const raster: readonly string[] = ['jpg', 'jpeg', 'png', 'gif', 'webp'];

/** Whether a picture consists of pixels, so that a thumbnail can be made. */
export function isRaster(name: string): boolean {
  return raster.includes(extensionOf(name));
}

const players: Readonly<Record<string, 'audio' | 'video'>> = {
  mp3: 'audio',
  mp4: 'video',
  webm: 'video',
} satisfies Record<(typeof assetExtensions.media)[number], 'audio' | 'video'>;

/** The element that plays a file of the category `media`. */
export function playerOf(name: string): 'audio' | 'video' {
  return players[extensionOf(name)] ?? 'video';
}

const textual: readonly string[] = ['svg', 'json', 'xml', 'csv', 'txt', 'css', 'js', 'ts', 'md'];
/** The bytes of the largest file that is searched for the files that it names (ADR 63). */
const searchedBytes = 4_194_304;

/** Whether a file is searched for the files that it names: a text of moderate size. */
export function isSearched(name: string, bytes: number): boolean {
  return textual.includes(extensionOf(name)) && bytes <= searchedBytes;
}

/** A user's file. */
export const Asset = z.object({
  /** Also the key in its address. */
  id: Id,
  /** Safe as a file name, and unique among its owner's assets. */
  name: z.string(),
  /** Absolute, on ASSETS_URL; readable by whoever knows it (specification: Files). */
  url: z.string(),
  /** A picture of at most 320 pixels per side; null if there is none. */
  thumbnailUrl: z.nullable(z.string()),
  /** Bytes. */
  size: z.int(),
  category: z.enum(assetCategories),
  createdAt: Timestamp,
});
export type Asset = z.infer<typeof Asset>;

/** Without `limit` a page has a hundred assets (specification: HTTP). */
export const AssetListQuery = z.object({
  page: pageQuery.page,
  limit: z._default(pageLimit, limits.pageSizeMax),
  search: pageQuery.search,
  sortBy: pageQuery.sortBy,
});
export type AssetListQuery = z.infer<typeof AssetListQuery>;

const Usage = z.object({ count: z.int(), size: z.int() });

/** How much storage is used (specification: Asset record). Sizes are bytes. */
export const StorageInfo = z.object({
  totalUsed: z.int(),
  totalLimit: z.int(),
  assetCount: z.int(),
  byCategory: z.object({
    images: Usage,
    json: Usage,
    css: Usage,
    js: Usage,
    fonts: Usage,
    docs: Usage,
    media: Usage,
  } satisfies Record<AssetCategory, typeof Usage>),
});
export type StorageInfo = z.infer<typeof StorageInfo>;

/** The caller's projects whose code, or files that it names, name an asset. */
export const AssetUses = z.object({ data: z.array(z.object({ id: Id, title: z.string() })) });
export type AssetUses = z.infer<typeof AssetUses>;

export const assetRoutes = {
  listAssets: route({
    method: 'GET',
    path: '/assets',
    summary: 'The caller’s assets, newest first, a hundred to a page without `limit`.',
    access: 'required',
    status: 200,
    query: AssetListQuery,
    response: pageOf(Asset),
  }),
  assetStorage: route({
    method: 'GET',
    path: '/assets/storage',
    summary: 'How much of the quota the caller’s assets use.',
    access: 'required',
    status: 200,
    response: StorageInfo,
  }),
  uploadAsset: route({
    method: 'POST',
    path: '/assets/upload',
    summary: `Store one file, sent as multipart/form-data in the field \`file\`. 413 beyond ${limits.assetBytes} bytes or the quota, 415 where its content is not what its name says.`,
    access: 'required',
    status: 201,
    file: 'file',
    response: Asset,
  }),
  deleteAsset: route({
    method: 'DELETE',
    path: '/assets/:id',
    summary: 'Delete one’s own asset. Forks that use it keep it.',
    access: 'required',
    status: 204,
    params: IdParams,
  }),
  assetUses: route({
    method: 'GET',
    path: '/assets/:id/projects',
    summary: 'The caller’s projects whose code refers to this asset, or to files that do.',
    access: 'required',
    status: 200,
    params: IdParams,
    response: AssetUses,
  }),
};
