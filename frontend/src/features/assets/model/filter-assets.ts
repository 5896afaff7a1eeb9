import { type Asset, type AssetCategory, assetCategories } from '@studio/contract/http/assets';

/** The assets whose name contains a text, in any case (specification: Asset library). */
export function filterAssets(assets: readonly Asset[], search: string): readonly Asset[] {
  const wanted = search.toLowerCase();
  return wanted === '' ? assets : assets.filter(({ name }) => name.toLowerCase().includes(wanted));
}

export type CategoryCounts = Record<AssetCategory, { count: number }>;

/** The number of assets per category. */
export function countByCategory(assets: readonly Asset[]): CategoryCounts {
  const counts = Object.fromEntries(
    assetCategories.map((category) => [category, { count: 0 }]),
  ) as CategoryCounts;
  for (const { category } of assets) counts[category].count += 1;
  return counts;
}
