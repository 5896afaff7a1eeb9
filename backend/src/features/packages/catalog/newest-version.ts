import semver from 'semver';

/** Whether a version satisfies a range. A tag accepts every version. */
export function satisfies(version: string, range: string): boolean {
  return semver.validRange(range) === null || semver.satisfies(version, range, { includePrerelease: true });
}

/** The newest of these that satisfies the range. */
export function newestOf<Version extends { version: string }>(
  versions: readonly Version[],
  range: string | null,
): Version | null {
  const suiting = versions.filter(({ version }) => range === null || satisfies(version, range));
  return suiting.toSorted((one, other) => semver.rcompare(one.version, other.version))[0] ?? null;
}
