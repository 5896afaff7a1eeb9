import leven from 'leven';

/** How many names are suggested for one that does not exist. */
const most = 3;
const longestName = 100;

/** Names that may have been meant, the closest first. */
export function closestNames(wrong: string, names: readonly string[]): string[] {
  if (wrong.length > longestName) return [];
  const allowed = Math.max(2, Math.floor(wrong.length / 3));
  return (
    [...new Set(names)]
      // Names are as far apart as their lengths at least, and those are compared at once.
      .filter((name) => Math.abs(name.length - wrong.length) <= allowed)
      .map((name) => ({ name, distance: leven(wrong.toLowerCase(), name.toLowerCase()) }))
      .filter(({ distance }) => distance <= allowed)
      .toSorted((one, other) => one.distance - other.distance)
      .slice(0, most)
      .map(({ name }) => name)
  );
}
