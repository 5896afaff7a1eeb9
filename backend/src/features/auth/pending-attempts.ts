interface UnderWay {
  points: number;
  /** Resolves at the next change that can let another attempt in. */
  change: PromiseWithResolvers<void>;
}

/** How many points of each key belong to attempts whose password is still being checked in this process. */
export class PendingAttempts {
  readonly #byKey = new Map<string, UnderWay>();

  begin(key: string): void {
    const found = this.#byKey.get(key);
    if (found) found.points++;
    else this.#byKey.set(key, { points: 1, change: Promise.withResolvers() });
  }

  /** `isUsed`: the password was wrong, so the point has not come back. */
  end(key: string, isUsed: boolean): void {
    const found = this.#byKey.get(key);
    if (!found) return;
    found.points--;
    if (found.points === 0) this.#byKey.delete(key);
    else if (isUsed) return;
    found.change.resolve();
    found.change = Promise.withResolvers();
  }

  /** Resolves once a point of this key has come back or none is under way; undefined if none is now. */
  changeOf(key: string): Promise<void> | undefined {
    return this.#byKey.get(key)?.change.promise;
  }
}
