import { assetCategories, assetExtensions, categoryOf } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { formatSize } from '@/lib/file-size.ts';
import * as texts from '../texts.ts';

/** Why a file need not be sent at all, as a sentence; null where the server shall look at it. */
export function refusalOf({ name, size }: File): string | null {
  const quoted = `“${bidiIsolate(name)}”`;
  if (categoryOf(name) === null) {
    const extensions = assetCategories.flatMap((category) => assetExtensions[category]).join(', ');
    return texts.wrongType(quoted, extensions);
  }
  if (size === 0) return texts.emptyFile(quoted);
  if (size > limits.assetBytes) {
    return texts.tooLarge(quoted, formatSize(size), formatSize(limits.assetBytes));
  }
  return null;
}
