import { type AssetCategory, assetCategories, assetExtensions } from '@studio/contract/http/assets';

/** SPEC 2: the library's tabs, by category; json is shown as Data. */
export const categoryLabels: Record<AssetCategory, string> = {
  images: 'Images',
  json: 'Data',
  css: 'CSS',
  js: 'JavaScript',
  fonts: 'Fonts',
  docs: 'Docs',
  media: 'Media',
};

/** SPEC 2: 'No {category} yet', with the tab's word (CONTRACT 4: 'No data yet'). */
export function emptyText(category: AssetCategory): string {
  return `No ${categoryLabels[category].toLowerCase()} yet`;
}

/** Every extension that the library takes, with its dot: what file pickers offer (SPEC 5). */
export const acceptedExtensions = assetCategories.flatMap((category) =>
  assetExtensions[category].map((extension) => `.${extension}`),
);
