import * as z from 'zod/mini';

/** How many projects somebody of a group of the forum may publish in 24 hours, by the group in lower-case letters. */
export type PublishingByGroup = ReadonlyMap<string, number>;

/** Every name in the table may come back in the address that ends a sign-in. */
const mostEntries = 32;
const expected =
  'groups of the forum with a whole number up to 9999 or unlimited, such as trust_level_0=1,staff=unlimited';

/** The table of `PUBLISHING_BY_GROUP`. Its message names the first entry that is wrong. */
export const PublishingTable = z._default(
  z.pipe(
    z.string(),
    z.transform((value, context): PublishingByGroup => {
      const entries = value.split(',').map((entry) => entry.trim());
      const table = new Map<string, number>();
      const refuse = (why: string) =>
        context.issues.push({ code: 'custom', input: value, message: `${expected} (${why})` });
      if (entries.length > mostEntries) refuse(`${mostEntries} entries at most`);
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

/** What the forum says of somebody's groups; anything but names, in a list or separated by commas, counts as none. */
export interface ToldGroups {
  groups?: unknown;
  admin?: unknown;
  moderator?: unknown;
}

/**
 * Somebody's groups as far as PUBLISHING_BY_GROUP names them: of the others nothing is kept, however many there are.
 * @returns undefined where the forum says nothing of groups, or the table names none.
 */
export function groupsThatCount(
  { groups, admin, moderator }: ToldGroups,
  table: PublishingByGroup,
): string[] | undefined {
  if (table.size === 0) return undefined;
  const isStaff = [admin, moderator].some((flag) => flag === true || flag === 'true');
  if (groups === undefined && !isStaff) return undefined;
  const named: unknown[] =
    typeof groups === 'string' ? groups.split(',') : Array.isArray(groups) ? groups : [];
  const told = new Set(named.map((name) => (typeof name === 'string' ? name.trim().toLowerCase() : '')));
  if (isStaff) told.add('staff');
  return [...table.keys()].filter((name) => told.has(name));
}

/** A line of the table: how many projects a group may publish in 24 hours. */
export interface GroupEntry {
  group: string;
  most: number;
}

/** The best entry of the table for somebody of these groups; null where it names none of them. */
export function bestEntry(groups: readonly string[], table: PublishingByGroup): GroupEntry | null {
  let best: GroupEntry | null = null;
  for (const group of groups) {
    const most = table.get(group);
    if (most !== undefined && (best === null || most > best.most)) best = { group, most };
  }
  return best;
}
