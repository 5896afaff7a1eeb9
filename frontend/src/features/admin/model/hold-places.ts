/** A line of a list that others change while somebody looks at it. */
export interface HeldLine<T> {
  item: T;
  /** It is not in the list any more. */
  gone: boolean;
}

/**
 * A list as it is shown to somebody who is about to press something in it: every line keeps its place and takes its
 * new values, what has gone stays as a mark, and what has come is only counted.
 */
export function holdPlaces<T extends { id: string }>(shown: readonly T[], latest: readonly T[]) {
  const present = new Map(latest.map((item) => [item.id, item]));
  const lines = shown.map((item): HeldLine<T> => {
    const now = present.get(item.id);
    return { item: now ?? item, gone: now === undefined };
  });
  const known = new Set(shown.map(({ id }) => id));
  return { lines, waiting: latest.filter(({ id }) => !known.has(id)).length };
}
