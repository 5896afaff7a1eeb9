import type { PackageSource } from './package-source.js';

/** How many packages a search finds. */
export const maxFound = 20;

/** The packages that match a search, best first; all if the search is empty. */
export function rankPackages(sources: readonly PackageSource[], words: string): PackageSource[] {
  return sources
    .map((source) => ({ source, rank: rankOf(source, words) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ source }) => source);
}

/** How well a package matches a search: 0 is best, negative no match. */
function rankOf({ name, manifest: { keywords, description } }: PackageSource, words: string): number {
  if (words === '' || name === words) return 0;
  if (name.startsWith(words)) return 1;
  if (name.includes(words)) return 2;
  if (keywords.some((keyword) => keyword.toLowerCase().includes(words))) return 3;
  return description.toLowerCase().includes(words) ? 4 : -1;
}
