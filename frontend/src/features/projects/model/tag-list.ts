import { limits } from '@studio/contract/limits';

/**
 * Tags with those of a typed text added, which are parted by commas: each once, as long and as many as CONTRACT 2 allows.
 * `rest` is what found no place.
 */
export function withTyped(tags: string[], typed: string): { tags: string[]; rest: string } {
  const wanted = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const fitting = wanted.filter((tag) => tag.length <= limits.tagLength);
  const all = [...new Set([...tags, ...fitting])];
  const kept = all.slice(0, limits.tagCount);
  return { tags: kept, rest: wanted.filter((tag) => !kept.includes(tag)).join(', ') };
}
