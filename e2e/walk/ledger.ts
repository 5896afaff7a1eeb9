/** A piece of text that was typed once and is unlike any other. */
export interface Mark {
  /** As it stands in the text: `[m12]`. */
  name: string;
  userId: string;
  /** The saved project that was on screen; null where none was, or while it changed. */
  projectId: string | null;
}

/** The names of all marks in a text, each as often as it stands there. */
export function namesIn(text: string): string[] {
  return text.match(/\[m\d+\]/g) ?? [];
}

/** What a walk has typed and asked for, and so what has to be there, and what may be, when it is over. */
export class Ledger {
  readonly marks = new Map<string, Mark>();
  /** Marks that the person gave up: they may be anywhere in the account, or nowhere. */
  readonly givenUp = new Set<string>();
  /** So many projects besides the first may hold a mark. */
  readonly copies = new Map<string, number>();
  /** So many projects of an account need no text typed into a new project: copies, forks, saves of blank ones. */
  readonly unasked = new Map<string, number>();
  /** Projects that were stored before the walk. */
  readonly stored = new Set<string>();
  /** Projects that others could read for a while. */
  readonly shared = new Set<string>();
  /** Projects that were deleted, hidden or taken down for a while. */
  readonly removed = new Set<string>();

  /** A new mark of this person in this project. */
  type(userId: string, projectId: string | null): Mark {
    const mark = { name: `[m${this.marks.size + 1}]`, userId, projectId };
    this.marks.set(mark.name, mark);
    return mark;
  }

  giveUp(names: Iterable<string>): void {
    for (const name of names) this.givenUp.add(name);
  }

  /** The person asked for a project with this text, or for one that may be blank. */
  allowProject(userId: string, names: Iterable<string>): void {
    this.unasked.set(userId, (this.unasked.get(userId) ?? 0) + 1);
    this.allowCopies(names, 1);
  }

  allowCopies(names: Iterable<string>, count: number): void {
    for (const name of new Set(names)) this.copies.set(name, (this.copies.get(name) ?? 0) + count);
  }

  typedIn(projectId: string): string[] {
    return [...this.marks.values()].filter((mark) => mark.projectId === projectId).map(({ name }) => name);
  }
}
