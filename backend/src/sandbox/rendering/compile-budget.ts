import { LRUCache } from 'lru-cache';

const windowMs = 60_000;
/** Owners; whoever had something compiled longest ago is forgotten first. */
const remembered = 10_000;

/** For how long compilers have worked for each owner, in a window that starts with the first of their projects. */
export class CompileBudget {
  readonly #spent = new LRUCache<string, number>({ max: remembered, ttl: windowMs, noUpdateTTL: true });
  readonly #allowedMs: number;

  /** @param allowedMs in a window, for one owner */
  constructor(allowedMs: number) {
    this.#allowedMs = allowedMs;
  }

  /** Milliseconds. */
  spentBy(ownerId: string): number {
    return this.#spent.get(ownerId) ?? 0;
  }

  spend(ownerId: string, ms: number): void {
    this.#spent.set(ownerId, this.spentBy(ownerId) + ms);
  }

  /** Seconds until the owner has a budget again; 0 where there is some left. */
  secondsToWait(ownerId: string): number {
    if (this.spentBy(ownerId) < this.#allowedMs) return 0;
    return Math.max(1, Math.ceil(this.#spent.getRemainingTTL(ownerId) / 1_000));
  }
}
