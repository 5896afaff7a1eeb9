import { assetCategories, assetExtensions } from '@studio/contract/http/assets';

/** Every extension that the library takes, with its dot: what file pickers offer (SPEC 5). */
export const acceptedExtensions = assetCategories.flatMap((category) =>
  assetExtensions[category].map((extension) => `.${extension}`),
);
