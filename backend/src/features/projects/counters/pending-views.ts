/** A view that is not written yet. */
export interface PendingView {
  projectId: string;
  /** Identifies the viewer within the project. */
  key: string;
}

/** Views that are not written yet, one per project and viewer, in the order in which they came. */
export class PendingViews {
  readonly #views = new Map<string, PendingView>();
  readonly #counts = new Map<string, number>();

  /** @param most of more than this many, the oldest are dropped. */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.#views.size;
  }

  has(projectId: string, key: string): boolean {
    return this.#views.has(nameOf({ projectId, key }));
  }

  countOf(projectId: string): number {
    return this.#counts.get(projectId) ?? 0;
  }

  add(projectId: string, key: string): void {
    if (this.has(projectId, key)) return;
    const view = { projectId, key };
    this.#views.set(nameOf(view), view);
    this.#counts.set(projectId, this.countOf(projectId) + 1);
    if (this.size > this.most) this.remove(this.oldest(1));
  }

  oldest(count: number): PendingView[] {
    const oldest: PendingView[] = [];
    for (const view of this.#views.values()) {
      if (oldest.length === count) break;
      oldest.push(view);
    }
    return oldest;
  }

  remove(views: readonly PendingView[]): void {
    for (const view of views) {
      if (!this.#views.delete(nameOf(view))) continue;
      const left = this.countOf(view.projectId) - 1;
      if (left > 0) this.#counts.set(view.projectId, left);
      else this.#counts.delete(view.projectId);
    }
  }
}

function nameOf({ projectId, key }: PendingView): string {
  return `${projectId} ${key}`;
}
