/** Somebody's view of a project. */
export interface WaitingView {
  projectId: string;
  /** Tells one viewer of the project from another. */
  key: string;
}

/** Views that are not written yet, each viewer of a project once. */
export class WaitingViews {
  readonly #viewers = new Map<string, Set<string>>();

  has(projectId: string, key: string): boolean {
    return this.#viewers.get(projectId)?.has(key) === true;
  }

  add(projectId: string, key: string): void {
    const viewers = this.#viewers.get(projectId) ?? new Set();
    this.#viewers.set(projectId, viewers.add(key));
  }

  get size(): number {
    return [...this.#viewers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  countOf(projectId: string): number {
    return this.#viewers.get(projectId)?.size ?? 0;
  }

  all(): WaitingView[] {
    return [...this.#viewers].flatMap(([projectId, keys]) => [...keys].map((key) => ({ projectId, key })));
  }

  remove(written: readonly WaitingView[]): void {
    for (const { projectId, key } of written) {
      const viewers = this.#viewers.get(projectId);
      viewers?.delete(key);
      if (viewers?.size === 0) this.#viewers.delete(projectId);
    }
  }
}
