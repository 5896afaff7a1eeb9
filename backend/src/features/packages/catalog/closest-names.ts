import leven from 'leven';

/** How many names are suggested for one that does not exist. */
const most = 3;
const longestName = 100;

/** The most similar names, the closest first. */
export function closestNames(wrong: string, names: readonly string[]): string[] {
  if (wrong.length > longestName) return [];
  const allowed = Math.max(2, Math.floor(wrong.length / 3));
  return (
    [...new Set(names)]
      // A cheap test first: the distance is at least the difference of the lengths.
      .filter((name) => Math.abs(name.length - wrong.length) <= allowed)
      .map((name) => ({ name, distance: leven(wrong.toLowerCase(), name.toLowerCase()) }))
      .filter(({ distance }) => distance <= allowed)
      .toSorted((one, other) => one.distance - other.distance)
      .slice(0, most)
      .map(({ name }) => name)
  );
}
