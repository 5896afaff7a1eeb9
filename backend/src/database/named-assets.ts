/** A query for the ids of files that these columns of code name. An id stands by itself, as it does in an address. */
export const assetsNamedIn = (sources: string) => `select assets.id from assets where assets.id in (
  select key[1] from unnest(array[${sources}]) as source,
    regexp_matches(source, '(?<![0-9A-Za-z])[0-9a-z]{16}(?![0-9A-Za-z])', 'g') as key)`;
