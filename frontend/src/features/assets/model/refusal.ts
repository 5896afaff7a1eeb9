import { assetCategories, assetExtensions, categoryOf } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { formatSize } from '@/lib/file-size.ts';
import { isolated } from '@/lib/isolated.ts';

/** Why a file need not be sent at all, as a sentence; null where the server shall look at it. */
export function refusalOf({ name, size }: File): string | null {
  const quoted = `“${isolated(name)}”`;
  if (categoryOf(name) === null) {
    const extensions = assetCategories.flatMap((category) => assetExtensions[category]).join(', ');
    return `${quoted} is of a kind that the library does not take. It takes ${extensions}.`;
  }
  if (size === 0) return `${quoted} is empty. Choose a file with something in it.`;
  if (size > limits.assetBytes) {
    return `${quoted} has ${formatSize(size)}. A file may have at most ${formatSize(limits.assetBytes)}.`;
  }
  return null;
}
