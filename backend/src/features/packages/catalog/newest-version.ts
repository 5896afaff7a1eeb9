import semver from 'semver';

/** Whether a version satisfies a range. A tag accepts every version. */
export function satisfies(version: string, range: string): boolean {
  return semver.validRange(range) === null || semver.satisfies(version, range, { includePrerelease: true });
}

/** Whether it is a tag, such as `beta`, whose version only a registry knows. `latest` is as good as none. */
export function isTag(range: string | null): boolean {
  return range !== null && range !== 'latest' && semver.validRange(range) === null;
}

/** Whether npm would choose it for the range: a prerelease only where the range names one. */
export function isChosenBy(version: string, range: string | null): boolean {
  if (semver.prerelease(version) === null) return range === null || satisfies(version, range);
  return range !== null && semver.satisfies(version, range);
}

/** The newest of these that satisfies the range; a prerelease that it does not name only where nothing else does. */
export function newestOf<Version extends { version: string }>(
  versions: readonly Version[],
  range: string | null,
): Version | null {
  const suiting = versions.filter(({ version }) => range === null || satisfies(version, range));
  const sorted = suiting.toSorted((one, other) => semver.rcompare(one.version, other.version));
  return sorted.find(({ version }) => isChosenBy(version, range)) ?? sorted[0] ?? null;
}
