/** A unique piece of text that was typed once. */
export interface Mark {
  /** The mark as it appears in the text: `[m12]`. */
  name: string;
  userId: string;
  /** The saved project on screen; null if there was none or it was changing. */
  projectId: string | null;
}

/** The names of all marks in a text, with repetitions. */
export function namesIn(text: string): string[] {
  return text.match(/\[m\d+\]/g) ?? [];
}

/** Records what a walk has typed and requested, and so what must and what may exist at its end. */
export class Ledger {
  readonly marks = new Map<string, Mark>();
  /** Marks that the person discarded: they may be anywhere in the account, or lost. */
  readonly discarded = new Set<string>();
  /** How many projects besides the first may contain a mark. */
  readonly copies = new Map<string, number>();
  /** How many projects of an account may exist without a mark typed into a new one: copies, forks, blank ones. */
  readonly allowedProjects = new Map<string, number>();
  /** Projects stored before the walk. */
  readonly stored = new Set<string>();
  /** Projects that others could read for a while. */
  readonly shared = new Set<string>();
  /** Projects that were deleted, hidden or taken down for a while. */
  readonly removed = new Set<string>();

  /** Records a new mark of this person in this project. */
  type(userId: string, projectId: string | null): Mark {
    const mark = { name: `[m${this.marks.size + 1}]`, userId, projectId };
    this.marks.set(mark.name, mark);
    return mark;
  }

  discard(names: Iterable<string>): void {
    for (const name of names) this.discarded.add(name);
  }

  /** Allows one more project of this account, and one more copy of these marks. */
  allowProject(userId: string, names: Iterable<string>): void {
    this.allowedProjects.set(userId, (this.allowedProjects.get(userId) ?? 0) + 1);
    this.allowCopies(names, 1);
  }

  allowCopies(names: Iterable<string>, count: number): void {
    for (const name of new Set(names)) this.copies.set(name, (this.copies.get(name) ?? 0) + count);
  }

  typedIn(projectId: string): string[] {
    return [...this.marks.values()].filter((mark) => mark.projectId === projectId).map(({ name }) => name);
  }
}
