import leven from 'leven';

/** How many names are suggested for one that does not exist. */
const most = 3;
const maxNameLength = 100;
/** Of a package with very many paths, those that begin most like the wrong one. */
const maxCompared = 1_000;

/** How many wrong names of one lookup are compared with all others, which takes milliseconds each. */
export const comparedPerLookup = 20;

/** {@link closestNames} for one lookup: the first wrong names get suggestions. `onCompare` is called for each of these. */
export function closestNamesOfLookup(onCompare: () => void): typeof closestNames {
  let left = comparedPerLookup;
  return (wrong, names) => {
    if (left === 0) return [];
    left -= 1;
    onCompare();
    return closestNames(wrong, names);
  };
}

/** The most similar names, the closest first. */
export function closestNames(wrong: string, names: readonly string[]): string[] {
  if (wrong.length > maxNameLength) return [];
  const allowed = Math.max(2, Math.floor(wrong.length / 3));
  // A cheap test first: the distance is at least the difference of the lengths.
  const alike = [...new Set(names)].filter((name) => Math.abs(name.length - wrong.length) <= allowed);
  const compared =
    alike.length <= maxCompared
      ? alike
      : alike
          .map((name) => ({ name, start: commonStart(wrong, name) }))
          .toSorted((one, other) => other.start - one.start)
          .slice(0, maxCompared)
          .map(({ name }) => name);
  return compared
    .map((name) => ({ name, distance: leven(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** How many characters two names begin with in common. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
