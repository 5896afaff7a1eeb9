import { type Ledger, namesIn } from './ledger.ts';

/** All projects of an account, including those in the trash. */
export interface Holdings {
  userId: string;
  projects: { id: string; text: string }[];
}

/** Marks that were not discarded and are in no project of the account that typed them. */
export function missing({ marks, discarded }: Ledger, accounts: readonly Holdings[]): string[] {
  const held = new Set(
    accounts.flatMap(({ userId, projects }) =>
      projects.flatMap(({ text }) => namesIn(text).filter((name) => marks.get(name)?.userId === userId)),
    ),
  );
  return [...marks.keys()].filter((name) => !held.has(name) && !discarded.has(name));
}

/** Text that is in a wrong place: twice, in another project than it was typed in, or in another account. */
export function misplaced(ledger: Ledger, accounts: readonly Holdings[]): string[] {
  const { marks, discarded, copies, removed } = ledger;
  const all = accounts.flatMap(({ projects }) => projects);
  const found: string[] = [];
  for (const { id, text } of all) {
    const names = namesIn(text);
    const twice = new Set(names.filter((name, index) => names.indexOf(name) < index));
    for (const name of twice) found.push(`${name} stands twice in ${id}`);
  }
  for (const { name, projectId } of marks.values()) {
    const holders = all.filter(({ text }) => text.includes(name)).map(({ id }) => id);
    const allowed = 1 + (copies.get(name) ?? 0);
    if (holders.length > allowed) found.push(`${name} is in ${holders.join(', ')}: ${allowed} may hold it`);
    const isElsewhere = projectId !== null && holders.length > 0 && !holders.includes(projectId);
    if (isElsewhere && !copies.has(name) && !removed.has(projectId) && !discarded.has(name))
      found.push(`${name} was typed in ${projectId} and is in ${holders.join(', ')}`);
  }
  return [...found, ...accounts.flatMap((account) => strangers(ledger, account, all))];
}

/** Projects that their account did not request, and projects that contain other people’s private text. */
function strangers(
  { marks, stored, shared, allowedProjects }: Ledger,
  { userId, projects }: Holdings,
  all: Holdings['projects'],
): string[] {
  const wasReadable = (name: string) =>
    [marks.get(name)?.projectId, ...all.filter(({ text }) => text.includes(name)).map(({ id }) => id)].some(
      (id) => id && shared.has(id),
    );
  const found = projects.flatMap(({ id, text }) =>
    namesIn(text)
      .filter((name) => marks.get(name)?.userId !== userId && !wasReadable(name))
      .map((name) => `${id} of ${userId} has ${name}, which is somebody else’s`),
  );
  const begun = (text: string) =>
    namesIn(text).some((name) => {
      const mark = marks.get(name);
      return mark?.userId === userId && mark.projectId === null;
    });
  const rest = projects.filter(({ id, text }) => !stored.has(id) && !begun(text));
  const allowed = allowedProjects.get(userId) ?? 0;
  if (rest.length > allowed)
    found.push(
      `${userId} has ${rest.map(({ id }) => id).join(', ')}, and asked for ${allowed} copies, forks and blank projects`,
    );
  return found;
}
