import * as z from 'zod/mini';

/** How many projects a member of a forum group may publish in 24 hours, by the group's name in lower case. */
export type PublishingByGroup = ReadonlyMap<string, number>;

/** A limit, because the address that ends a sign-in may contain every name of the table. */
const maxEntries = 32;
const expected =
  'groups of the forum with a whole number up to 9999 or unlimited, such as trust_level_0=1,staff=unlimited';

/** The table of `PUBLISHING_BY_GROUP`. The error message names the first wrong entry. */
export const PublishingTable = z._default(
  z.pipe(
    z.string(),
    z.transform((value, context): PublishingByGroup => {
      const entries = value.split(',').map((entry) => entry.trim());
      const table = new Map<string, number>();
      const refuse = (why: string) =>
        context.issues.push({ code: 'custom', input: value, message: `${expected} (${why})` });
      if (entries.length > maxEntries) refuse(`${maxEntries} entries at most`);
      for (const entry of entries) {
        const [, group, most] = /^([^\s=]{1,60})\s*=\s*(\d{1,4}|unlimited)$/u.exec(entry) ?? [];
        const name = group?.toLowerCase();
        if (name === undefined) refuse(`not ${JSON.stringify(entry)}`);
        else if (table.has(name)) refuse(`${JSON.stringify(entry)} names a group again`);
        else table.set(name, most === 'unlimited' ? Infinity : Number(most));
      }
      return table;
    }),
  ),
  new Map(),
);

/** A person's groups as the forum sends them: names in a list or separated by commas; anything else counts as none. */
export interface ForumGroups {
  groups?: unknown;
  admin?: unknown;
  moderator?: unknown;
}

/**
 * The person's groups that PUBLISHING_BY_GROUP names. All others are discarded, as there may be any number of them.
 * @returns undefined if the forum sent neither groups nor flags, or the table is empty.
 */
export function groupsThatCount(
  { groups, admin, moderator }: ForumGroups,
  table: PublishingByGroup,
): string[] | undefined {
  if (table.size === 0) return undefined;
  if ([groups, admin, moderator].every((claim) => claim === undefined)) return undefined;
  const isStaff = [admin, moderator].some((flag) => flag === true || flag === 'true');
  const named: unknown[] =
    typeof groups === 'string' ? groups.split(',') : Array.isArray(groups) ? groups : [];
  const own = new Set(named.map((name) => (typeof name === 'string' ? name.trim().toLowerCase() : '')));
  if (isStaff) own.add('staff');
  return [...table.keys()].filter((name) => own.has(name));
}

/** A line of the table: how many projects a group may publish in 24 hours. */
export interface GroupEntry {
  group: string;
  most: number;
}

/** The entry with the highest limit for a member of these groups; null if the table names none of them. */
export function bestEntry(groups: readonly string[], table: PublishingByGroup): GroupEntry | null {
  let best: GroupEntry | null = null;
  for (const group of groups) {
    const most = table.get(group);
    if (most !== undefined && (best === null || most > best.most)) best = { group, most };
  }
  return best;
}
